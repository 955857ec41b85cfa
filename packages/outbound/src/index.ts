export { Destinations } from './destinations.ts';
export * from './errors.ts';
export * from './request.ts';
export * from './retry-after.ts';
