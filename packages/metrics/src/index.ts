export * from './broker-metrics.ts';
export * from './metrics.ts';
export * from './recorders.ts';
export * from './store-metrics.ts';
export * from './task-metrics.ts';
