import { connect } from 'node:net';

/** Resolves when the port of a URL takes a connection; a try costs far less than a request, and a start is not slowed by it. */
export function connectTo(url: string): Promise<void> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
