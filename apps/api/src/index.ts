export { type Api, startApi } from './api.ts';
export type { ApiDependencies, ApiInstance } from './api-instance.ts';
export { type ApiOptions, buildApi } from './app.ts';
export { accessOptions, apiSettings, callbackOptions, guarded, retentionMs } from './config.ts';
export { runApi } from './run-api.ts';
