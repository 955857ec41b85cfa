import { readFile, stat } from 'node:fs/promises';
import { NonRetryableError } from '@offload/handler';
import { allocate, copyInto, openPdfium, type PDFium } from './pdfium.ts';

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

/** A document that is open as long as there is a use for it; of no use any more once something has been thrown. */
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
    const pdfium = await openPdfium();
    const { size } = await stat(path);
    const address = allocate(pdfium, size);
    pdfium.HEAPU8.set(await readFile(path), address);
    return readable(() => {
      const secret = password === undefined ? 0 : copyInto(pdfium, Buffer.from(`${password}\0`));
      const handle = pdfium._FPDF_LoadMemDocument(address, size, secret);
      if (handle === 0) throw refusal(pdfium._FPDF_GetLastError(), password);
      return new PdfDocument(pdfium, handle);
    });
  }

  /** @param number from 1 */
  textOf(number: number): string {
    const pdfium = this.#pdfium;
    return this.#withPage(number, (page) => {
      const handle = pdfium._FPDFText_LoadPage(page);
      if (handle === 0) throw unreadable(number);
      const text = textIn(pdfium, handle);
      pdfium._FPDFText_ClosePage(handle);
      return text;
    });
  }

  /** @returns points */
  sizeOf(number: number): Size {
    return this.#withPage(number, (page) => ({
      width: this.#pdfium._FPDF_GetPageWidth(page),
      height: this.#pdfium._FPDF_GetPageHeight(page),
    }));
  }

  /**
   * @param size of the picture, in pixels
   * @param use of the pixels, three bytes each, which are there until it has ended
   */
  async render(number: number, { width, height }: Size, use: (rgb: Buffer) => Promise<unknown>): Promise<void> {
    const pdfium = this.#pdfium;
    const stride = width * CHANNELS;
    const address = allocate(pdfium, stride * height);
    this.#withPage(number, (page) => {
      const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BITMAP_FORMAT, address, stride);
      if (bitmap === 0) throw unreadable(number);
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
      pdfium._FPDFBitmap_Destroy(bitmap);
    });
    await use(Buffer.from(pdfium.HEAPU8.buffer, address, stride * height));
    pdfium.wasmExports.free(address);
  }

  #withPage<Value>(number: number, work: (page: number) => Value): Value {
    return readable(() => {
      const page = this.#pdfium._FPDF_LoadPage(this.#handle, number - 1);
      if (page === 0) throw unreadable(number);
      const value = work(page);
      this.#pdfium._FPDF_ClosePage(page);
      return value;
    });
  }
}

/** @param page of text, as PDFium calls it */
function textIn(pdfium: PDFium, page: number): string {
  const count = pdfium._FPDFText_CountChars(page);
  if (count <= 0) return '';
  const address = allocate(pdfium, 2 * (count + 1));
  // The last code unit that it counts is a zero.
  const units = Math.max(0, pdfium._FPDFText_GetText(page, 0, count, address) - 1);
  const text = Buffer.from(pdfium.HEAPU8.buffer, address, 2 * units).toString('utf16le');
  pdfium.wasmExports.free(address);
  // What was hyphenated at the end of a line has a U+FFFE there, and is whole again without it.
  return text.replaceAll('\r\n', '\n').replaceAll('\ufffe', '').toWellFormed();
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
