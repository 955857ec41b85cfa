/** What every answer has. Nobody is to guess that it is something else than its content type says. */
export function answerHeaders({ id }: { id: string }): Record<string, string> {
  return { 'x-request-id': id, 'x-content-type-options': 'nosniff' };
}
