import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { eventually, startProxy, type TcpProxy } from '@offload/test-services';

const received: string[] = [];
const sockets = new Set<Socket>();
const echo = createServer((socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received.push(chunk.toString());
    socket.write(chunk);
  });
});
let proxy: TcpProxy;

beforeEach(async () => {
  received.length = 0;
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startProxy({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
});

afterEach(async () => {
  await proxy.close();
  for (const socket of sockets) socket.destroy();
  echo.close();
  await once(echo, 'close');
});

test('forwards in both directions', async () => {
  const client = await openClient();
  client.write('hello');
  assert.equal(String((await once(client, 'data'))[0]), 'hello');
  client.destroy();
});

test('passes on the end of a connection', async () => {
  const client = await openClient();
  await eventually(() => assert.equal(sockets.size, 1));
  client.end();
  await once(client, 'close');
  await eventually(() => assert.equal(sockets.size, 0));
});

test('cut destroys connections and refuses new ones until restore', async () => {
  const client = await openClient();
  const closed = once(client, 'close');
  await proxy.cut();
  await closed;
  await assert.rejects(openClient(), { code: 'ECONNREFUSED' });

  await proxy.restore();
  const again = await openClient();
  again.write('back');
  assert.equal(String((await once(again, 'data'))[0]), 'back');
  again.destroy();
});

test('a black hole keeps connections open and lets nothing through until restore', async () => {
  const client = await openClient();
  client.write('before');
  await once(client, 'data');
  proxy.blackHole();
  client.write('lost');
  const late = await openClient();
  late.write('lost, too');
  // The echo server answers a connection of its own only after it could have seen the lost bytes.
  const direct = connect((echo.address() as AddressInfo).port, '127.0.0.1');
  direct.write('direct');
  await once(direct, 'data');
  direct.destroy();
  assert.deepEqual(received, ['before', 'direct']);
  assert.ok(!client.destroyed && !late.destroyed);

  const closed = [once(client, 'close'), once(late, 'close')];
  await proxy.restore();
  await Promise.all(closed);
  const again = await openClient();
  again.write('after');
  assert.equal(String((await once(again, 'data'))[0]), 'after');
  again.destroy();
});

async function openClient(): Promise<Socket> {
  const client = connect(proxy.port, '127.0.0.1');
  await once(client, 'connect');
  client.on('error', () => client.destroy());
  return client;
}
