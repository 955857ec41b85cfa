export * from './logger.ts';
export * from './run-process.ts';
export * from './settings.ts';
export * from './shared-settings.ts';
export * from './startup-error.ts';
