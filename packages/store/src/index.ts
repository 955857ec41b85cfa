export * from './errors.ts';
export * from './open-store.ts';
export type * from './port.ts';
