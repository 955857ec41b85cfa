import type { RunningSystem, Services, StartOptions, System } from '../scenario.ts';

/** Runs a system for as long as `work` takes. */
export async function withSystem<T>(
  system: System,
  services: Services,
  options: StartOptions,
  work: (running: RunningSystem) => Promise<T>,
): Promise<T> {
  const running = await system.start(services, options);
  try {
    return await work(running);
  } finally {
    await running.stop();
  }
}
