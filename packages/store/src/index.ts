export * from './errors.ts';
export { newTaskId } from './insert-tasks.ts';
export { IDEMPOTENCY_HOURS } from './insert-tasks-once.ts';
export * from './migrate-when-available.ts';
export * from './open-store.ts';
export type * from './port.ts';
