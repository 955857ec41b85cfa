import type { Submit } from '../scenario.ts';

/** How the task that is measured is submitted to an API, ours or a peer's. @param origin such as `http://127.0.0.1:3000` */
export function submitTo(origin: string): Submit {
  return {
    url: `${origin}/tasks`,
    headers: { 'content-type': 'application/json' },
    body: (ms) => JSON.stringify({ type: 'bench', payload: { ms } }),
  };
}
