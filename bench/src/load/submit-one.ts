import { Agent, request } from 'node:http';
import type { Submit } from '../scenario.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface Submitted {
  id: string;
  /** Milliseconds since the epoch, with fractions, just before the request went out. */
  sentAt: number;
  /** The same when the whole answer was there. */
  answeredAt: number;
}

/** Now, in milliseconds since the epoch, with fractions; every process on a machine agrees about it. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Submits one task on a connection that is kept. @throws Error on any answer but 202 */
export function submitOne({ url, headers, body }: Submit, workMs = 0): Promise<Submitted> {
  const text = body(workMs);
  return new Promise((resolve, reject) => {
    const sentAt = now();
    const options = { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(text) } };
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const answeredAt = now();
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode !== 202) return reject(new Error(`${url} answered ${response.statusCode}: ${answer}`));
        const { id }: { id: string } = JSON.parse(answer);
        resolve({ id: String(id), sentAt, answeredAt });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}
