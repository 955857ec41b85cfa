const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Acts when the signal is aborted. All that wait for one signal share a listener: to add and remove one for each attempt takes
 * longer than most of what an attempt does itself.
 * @returns a function that calls it off
 */
export function whenAborted(signal: AbortSignal, action: () => void): () => void {
  const actions = waiting.get(signal) ?? listen(signal);
  actions.add(action);
  return () => actions.delete(action);
}

function listen(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  waiting.set(signal, actions);
  signal.addEventListener('abort', () => {
    for (const action of actions) action();
  });
  return actions;
}
