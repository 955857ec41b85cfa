export * from './errors.ts';
export * from './start-tracing.ts';
export type * from './tracing.ts';
