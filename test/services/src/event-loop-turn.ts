/** Resolves once everything that can happen without time or I/O has happened. */
export async function eventLoopTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
