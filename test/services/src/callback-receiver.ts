import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface ReceivedCallback {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface CallbackReceiver {
  url: string;
  received: ReceivedCallback[];
  /** What it answers from now on. */
  answer: { status: number; headers?: Record<string, string> };
}

/** A server on loopback that takes callbacks. */
export async function startCallbackReceiver(t: TestContext): Promise<CallbackReceiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receiver.received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(receiver.answer.status, receiver.answer.headers).end('the body of the answer');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const receiver: CallbackReceiver = { url: `http://127.0.0.1:${port}/offload`, received: [], answer: { status: 204 } };
  return receiver;
}
