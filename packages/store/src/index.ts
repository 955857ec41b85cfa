export * from './batched-statement.ts';
export * from './errors.ts';
export { IDEMPOTENCY_HOURS } from './insert-tasks-once.ts';
export * from './migrate-when-available.ts';
export { newTaskId } from './new-task-id.ts';
export * from './open-store.ts';
export type * from './port.ts';
