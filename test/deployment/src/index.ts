export { type ApiRequests, apiRequests, POLLING, type QueueFigures, type Task } from './api-requests.ts';
export { createDeployment, type Deployment, type DeploymentOptions } from './deployment.ts';
export { launchStandalone, type Standalone, startStandalone } from './standalone.ts';
export { withChannel } from './with-channel.ts';
