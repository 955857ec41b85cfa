export * from './error-codes.ts';
export * from './message.ts';
export * from './task.ts';
export * from './task-state.ts';
export * from './task-type.ts';
export * from './task-types/index.ts';
export * from './topology.ts';
export * from './value-issue.ts';
