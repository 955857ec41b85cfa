import { cacheCompiledCode } from '@offload/process/compile-cache';

cacheCompiledCode();
// Not before: a static import would be loaded and compiled first.
await import('./program.ts');
