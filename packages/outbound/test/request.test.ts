import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Destinations } from '../src/destinations.ts';
import { ForbiddenDestinationError, InvalidDestinationError } from '../src/errors.ts';
import { type OutboundRequest, type Resolve, request } from '../src/request.ts';

/** A server on loopback, and how many connections it has had. */
async function receiver(t: TestContext, listener: RequestListener = (_request, response) => response.end('ok')) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const connections = { count: 0 };
  server.on('connection', () => {
    connections.count += 1;
  });
  return { port: (server.address() as AddressInfo).port, connections };
}

/** A resolver that gives the first answer at first, and the others one after the other. */
function resolving(...answers: string[][]): Resolve {
  let asked = 0;
  return (_host, _options, done) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

function send(url: string, changes: Partial<OutboundRequest> = {}) {
  return request({
    url: new URL(url),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    destinations: new Destinations(),
    signal: new AbortController().signal,
    timeoutMs: 5000,
    maxBodyBytes: 100,
    ...changes,
  });
}

const inside = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '168.63.129.16',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
];

describe('a request to a URL that a client has named', () => {
  for (const host of inside) {
    test(`is refused without a connection when it leads to ${host}`, async (t) => {
      const { port, connections } = await receiver(t);
      await assert.rejects(send(`http://${host}:${port}/`), ForbiddenDestinationError);
      assert.equal(connections.count, 0);
    });
  }

  const odd = {
    'another protocol': 'ftp://example.com/',
    'a file': 'file:///etc/passwd',
    'a user name': 'http://user@example.com/',
    'a password': 'http://:secret@example.com/',
    'the port of mail': 'http://example.com:25/',
    'the port of SSH': 'https://example.com:22/',
  };
  for (const [name, url] of Object.entries(odd)) {
    test(`is refused before a name is resolved when it has ${name}`, async () => {
      const resolve = () => assert.fail('resolved');
      await assert.rejects(send(url, { resolve }), ForbiddenDestinationError);
    });
  }

  test('is refused when its name has an inside address, be it one of several', async (t) => {
    const { port, connections } = await receiver(t);
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.215.14', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['::1'],
      ['fe80::1%lo'],
    ]) {
      const sent = send(`http://callbacks.example:${port}/`, { resolve: resolving(addresses) });
      await assert.rejects(sent, ForbiddenDestinationError, addresses.join());
    }
    assert.equal(connections.count, 0);
  });

  test('resolves a name once, and connects to the address that was checked', async (t) => {
    const { port, connections } = await receiver(t);
    const destinations = new Destinations(['127.0.0.1']);
    const resolve = resolving(['127.0.0.1'], ['169.254.169.254']);
    const url = `http://rebinding.example:${port}/`;
    assert.equal((await send(url, { destinations, resolve })).status, 200);
    await assert.rejects(send(url, { destinations, resolve }), ForbiddenDestinationError);
    assert.equal(connections.count, 1);
  });

  test('goes inside where the name, the address or its network is allowed', async (t) => {
    const { port } = await receiver(t);
    const resolve = resolving(['127.0.0.1']);
    for (const [allowed, host] of [
      ['Inside.Example', 'inside.example'],
      ['127.0.0.1', '127.0.0.1'],
      ['127.0.0.0/8', 'inside.example'],
      ['127.0.0.0/8', '[::ffff:127.0.0.1]'],
    ] as const) {
      const answer = await send(`http://${host}:${port}/`, { destinations: new Destinations([allowed]), resolve });
      assert.deepEqual([answer.status, answer.body.toString()], [200, 'ok']);
    }
  });

  test('takes a redirect for an answer, and does not follow it', async (t) => {
    const { port, connections } = await receiver(t, (_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    const answer = await send(`http://127.0.0.1:${port}/`, { destinations: new Destinations(['127.0.0.1']) });
    assert.deepEqual([answer.status, connections.count], [302, 1]);
  });

  test('keeps no more of an endless answer than was asked for', async (t) => {
    const { port } = await receiver(t, (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await send(`http://127.0.0.1:${port}/`, { destinations: new Destinations(['127.0.0.1']) });
    assert.equal(answer.body.length, 100);
  });

  test('waits for no body of an answer of which none is kept', async (t) => {
    const { port } = await receiver(t, (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).flushHeaders();
    });
    const destinations = new Destinations(['127.0.0.1']);
    const answer = await send(`http://127.0.0.1:${port}/`, { destinations, maxBodyBytes: 0, timeoutMs: 60_000 });
    assert.deepEqual([answer.status, answer.body.length], [200, 0]);
  });

  test('ends at its deadline though memory is tidied up meanwhile', async (t) => {
    const { port } = await receiver(t, () => undefined);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const tidying = setInterval(collect, 20);
    t.after(() => clearInterval(tidying));
    const destinations = new Destinations(['127.0.0.1']);
    const begunAt = performance.now();
    await assert.rejects(
      send(`http://127.0.0.1:${port}/`, { destinations, timeoutMs: 500 }),
      /no answer within 500 ms/,
    );
    assert.ok(performance.now() - begunAt >= 499);
  });

  test('ends at its deadline, also in the middle of an answer', async (t) => {
    const { port } = await receiver(t, (_request, response) => void response.write('x'));
    const destinations = new Destinations(['127.0.0.1']);
    await assert.rejects(send(`http://127.0.0.1:${port}/`, { destinations, timeoutMs: 100 }));
  });
});

test('an allowed destination that is no host name, address or network is refused', () => {
  for (const entry of ['http://example.com', 'example.com/path', 'user@example.com', 'a b', '']) {
    assert.throws(() => new Destinations([entry]), InvalidDestinationError, entry);
  }
});
