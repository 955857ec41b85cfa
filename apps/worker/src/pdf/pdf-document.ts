import { readFile } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';
import { NonRetryableError } from '../errors.ts';

type PDFium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Width and height: of a page in points, 72 to the inch, of a picture in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** `FPDF_GetLastError` of fpdfview.h. */
const ERROR = { format: 3, password: 4, security: 5 };

/** `FPDFBitmap_BGR`; with `FPDF_REVERSE_BYTE_ORDER`, red comes first. */
const BITMAP_FORMAT = 2;
const CHANNELS = 3;
const WHITE = 0xffffffff;

/** `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER`. */
const RENDER_FLAGS = 0x01 | 0x10;

/** A document in an instance of PDFium of its own: what one document does to it, no other one sees. */
export class PdfDocument {
  readonly #pdfium: PDFium;
  readonly #handle: number;
  readonly pageCount: number;

  private constructor(pdfium: PDFium, handle: number) {
    this.#pdfium = pdfium;
    this.#handle = handle;
    this.pageCount = pdfium._FPDF_GetPageCount(handle);
    if (this.pageCount === 0) throw new NonRetryableError('the document has no pages');
  }

  /** @throws NonRetryableError where the file is no PDF, is broken or has another password */
  static async open(path: string, password?: string): Promise<PdfDocument> {
    const bytes = await readFile(path);
    const pdfium = await PDFiumModule({});
    return readable(() => {
      pdfium._FPDF_InitLibraryWithConfig({});
      const secret = password === undefined ? 0 : copied(pdfium, Buffer.from(`${password}\0`));
      // Read as long as the document is open.
      const handle = pdfium._FPDF_LoadMemDocument(copied(pdfium, bytes), bytes.length, secret);
      if (handle === 0) throw refusal(pdfium._FPDF_GetLastError(), password);
      return new PdfDocument(pdfium, handle);
    });
  }

  /** @param number from 1 */
  textOf(number: number): string {
    return this.#withPage(number, (page) => {
      const pdfium = this.#pdfium;
      const text = pdfium._FPDFText_LoadPage(page);
      if (text === 0) throw unreadable(number);
      try {
        const count = pdfium._FPDFText_CountChars(text);
        if (count <= 0) return '';
        return withMemory(pdfium, 2 * (count + 1), (address) => {
          const units = pdfium._FPDFText_GetText(text, 0, count, address);
          return cleaned(Buffer.from(pdfium.HEAPU8.buffer, address, 2 * Math.max(0, units - 1)).toString('utf16le'));
        });
      } finally {
        pdfium._FPDFText_ClosePage(text);
      }
    });
  }

  /** @returns points */
  sizeOf(number: number): Size {
    return this.#withPage(number, (page) => ({
      width: this.#pdfium._FPDF_GetPageWidth(page),
      height: this.#pdfium._FPDF_GetPageHeight(page),
    }));
  }

  /** @param size of the picture, in pixels */
  async render<Value>(number: number, { width, height }: Size, use: (rgb: Buffer) => Promise<Value>): Promise<Value> {
    const pdfium = this.#pdfium;
    const stride = width * CHANNELS;
    const address = allocated(pdfium, stride * height);
    try {
      this.#withPage(number, (page) => {
        const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BITMAP_FORMAT, address, stride);
        if (bitmap === 0) throw unreadable(number);
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
        pdfium._FPDFBitmap_Destroy(bitmap);
      });
      return await use(Buffer.from(pdfium.HEAPU8.buffer, address, stride * height));
    } finally {
      pdfium.wasmExports.free(address);
    }
  }

  #withPage<Value>(number: number, work: (page: number) => Value): Value {
    return readable(() => {
      const page = this.#pdfium._FPDF_LoadPage(this.#handle, number - 1);
      if (page === 0) throw unreadable(number);
      try {
        return work(page);
      } finally {
        this.#pdfium._FPDF_ClosePage(page);
      }
    });
  }
}

/** What PDFium stumbles over once, it stumbles over always. */
function readable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof NonRetryableError) throw cause;
    throw new NonRetryableError(`the document cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function refusal(code: number, password: string | undefined): NonRetryableError {
  if (code === ERROR.password) {
    return new NonRetryableError(
      password === undefined ? 'the document is encrypted, and needs its password' : 'the password is wrong',
    );
  }
  if (code === ERROR.format) return new NonRetryableError('the file is no PDF, or a broken one');
  if (code === ERROR.security) return new NonRetryableError('the document is encrypted in a way that is not known');
  return new NonRetryableError(`the document cannot be read: PDFium says ${code}`);
}

function unreadable(number: number): NonRetryableError {
  return new NonRetryableError(`page ${number} cannot be read`);
}

function allocated(pdfium: PDFium, bytes: number): number {
  const address = pdfium.wasmExports.malloc(bytes);
  if (address === 0) throw new NonRetryableError('the document needs more memory than there is for one');
  // PDFium counts in unsigned 32 bits, JavaScript is given signed ones.
  return address >>> 0;
}

function copied(pdfium: PDFium, bytes: Uint8Array): number {
  const address = allocated(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, address);
  return address;
}

function withMemory<Value>(pdfium: PDFium, bytes: number, use: (address: number) => Value): Value {
  const address = allocated(pdfium, bytes);
  try {
    return use(address);
  } finally {
    pdfium.wasmExports.free(address);
  }
}

/** Lines end as everywhere, and a word that was hyphenated at the end of one, which PDFium marks by U+FFFE, is whole again. */
function cleaned(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\ufffe', '').toWellFormed();
}
