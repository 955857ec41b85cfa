import type { PayloadOf } from '@offload/contract';

/** A file that is not what a document should be, and what is to come of it. */
export interface HostilePdf extends Expectation {
  name: string;
  content: Buffer;
  /** How it is rendered. */
  options: Pick<PayloadOf<'pdf.render'>, 'format' | 'width'>;
}

export interface Expectation {
  /** Of each page. */
  text: Outcome;
  /** Of each page its size, at 72 dots per inch, and whether anything is on it. */
  pictures: Outcome;
}

type Outcome = readonly string[] | { refused: string } | typeof TIMED_OUT;

/** Without an end, as far as anybody can wait. */
export const TIMED_OUT = 'timed out';

export const DRAWN = '200 × 200, drawn on';

export const WHOLE: Expectation = { text: ['whole'], pictures: [DRAWN] };
export const BLANK: Expectation = { text: [''], pictures: ['200 × 200'] };
export const INK_ONLY: Expectation = { text: [''], pictures: [DRAWN] };
export const SECRET: Expectation = { text: ['Secret'], pictures: ['200 × 100, drawn on'] };

/** What a page is that does not say its size. */
export const LETTER_SIZE: Expectation = { text: ['whole'], pictures: ['612 × 792, drawn on'] };

export const NEVER_DRAWN: Expectation = { text: ['whole'], pictures: TIMED_OUT };
export const NEVER_ENDING: Expectation = { text: TIMED_OUT, pictures: TIMED_OUT };

export const NO_PDF = refused('the file is no PDF, or a broken one');
export const NO_PAGES = refused('the document has no pages');
export const LOCKED = refused('the document is encrypted, and needs its password');
export const UNKNOWN_ENCRYPTION = refused('the document is encrypted in a way that is not known');
export const TOO_MUCH_MEMORY = refused('the document takes more than 1024 MiB of memory');

export function refused(why: string): Expectation {
  return { text: { refused: why }, pictures: { refused: why } };
}

export function hostile(
  name: string,
  content: Buffer | string,
  expected = WHOLE,
  options: HostilePdf['options'] = {},
): HostilePdf {
  return {
    name,
    content: typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
    ...expected,
    options,
  };
}
