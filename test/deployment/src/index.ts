export { type ApiRequests, apiRequests, POLLING, type QueueFigures, type Task } from './api-requests.ts';
export { createDeployment, type Deployment, type DeploymentOptions } from './deployment.ts';
export { type Entries, scriptedEntries } from './entries.ts';
export type { ScriptedPayload } from './scripted.ts';
export { launchStandalone, type Standalone, startStandalone } from './standalone.ts';
export { withChannel } from './with-channel.ts';
