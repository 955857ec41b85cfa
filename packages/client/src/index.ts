export * from './client.ts';
export type { components, paths } from './generated/openapi.ts';
