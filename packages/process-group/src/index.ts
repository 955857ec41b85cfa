export { ProcessGroup, type ProcessGroupOptions } from './process-group.ts';
