/** A promise and what resolves it. */
export interface Latch<T> {
  opened: Promise<T>;
  open(value: T): void;
}

export function latch<T = void>(): Latch<T> {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}
