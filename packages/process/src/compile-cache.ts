import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** From `dist/src`, where this runs. With the packages, so that it goes when they go. */
const FOLDER = new URL('../../../../node_modules/.offload/compiled', import.meta.url);

/** Node.js 22.8 and newer have it; the types are those of the oldest version that we run on. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/**
 * Keeps the compiled code of what is loaded from now on, for the next start: a fifth of it. Where the folder cannot be
 * written, in a read-only container for example, nothing is kept, and nothing fails.
 */
export function cacheCompiledCode(folder = fileURLToPath(FOLDER)): void {
  (module as CompileCache).enableCompileCache?.(folder);
}
