import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumModule } from '@hyzyla/pdfium';
import { NonRetryableError } from '@offload/handler';

export type PDFium = Awaited<ReturnType<typeof PDFiumModule>>;

type Imports = Record<string, Record<string, unknown>>;

/** What is used of it; the types of Node.js do not have it. */
declare const WebAssembly: {
  compile(code: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: Imports) => { exports: object };
};

/** Bytes that one document may take, with the picture that is made of a page. */
const MAX_MEMORY = 2 ** 30;

let compiled: Promise<object> | undefined;

function compile(): Promise<object> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then((code) =>
    WebAssembly.compile(code),
  );
  return compiled;
}

/** An instance of PDFium for one document: what one does to it, no other one sees. Of no use any more once a call has thrown. */
export async function openPdfium(): Promise<PDFium> {
  const module = await compile();
  const options = {
    instantiateWasm(imports: Imports, done: (instance: object) => void) {
      const instance = new WebAssembly.Instance(module, limited(imports));
      done(instance);
      return instance.exports;
    },
    // Before it gives up it writes to the console, which is our log.
    printErr() {},
  };
  const pdfium = await PDFiumModule(options as object);
  pdfium._FPDF_InitLibraryWithConfig({});
  return pdfium;
}

/** Imports of the instance that let its memory grow so far. */
function limited({ env, ...others }: Imports): Imports {
  const grow = env?.emscripten_resize_heap;
  if (typeof grow !== 'function') throw new Error('PDFium does not say when its memory grows');
  const growWithin = (bytes: number) => {
    if (bytes >>> 0 > MAX_MEMORY) throw tooMuchMemory();
    return grow(bytes);
  };
  return { ...others, env: { ...env, emscripten_resize_heap: growWithin } };
}

/** @returns the address */
export function allocate(pdfium: PDFium, bytes: number): number {
  const address = bytes > MAX_MEMORY ? 0 : pdfium.wasmExports.malloc(bytes);
  if (address === 0) throw tooMuchMemory();
  return address;
}

export function copyInto(pdfium: PDFium, bytes: Uint8Array): number {
  const address = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, address);
  return address;
}

function tooMuchMemory(): NonRetryableError {
  return new NonRetryableError(`the document takes more than ${MAX_MEMORY / 2 ** 20} MiB of memory`);
}
