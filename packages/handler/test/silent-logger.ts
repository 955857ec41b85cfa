import type { HandlerLogger } from '../src/handler.ts';

const ignore = () => {};

export const silent: HandlerLogger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
