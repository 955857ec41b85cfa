export { type ProcessExit, ProcessGroup, type ProcessGroupOptions } from './process-group.ts';
