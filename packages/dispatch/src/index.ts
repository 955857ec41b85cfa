export * from './publish-task.ts';
export * from './submit-task.ts';
