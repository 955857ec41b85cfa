export {
  type AttemptOptions,
  type AttemptReport,
  type HandlerBench,
  type KeptFile,
  openHandlerBench,
} from './handler-bench.ts';
