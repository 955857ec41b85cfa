import type { PageRange } from '@offload/contract';
import { NonRetryableError } from '@offload/handler';

/** The pages of a document that are asked for. */
export function pageNumbers({ first = 1, last = Number.POSITIVE_INFINITY }: PageRange, pageCount: number): number[] {
  if (last < first) throw new NonRetryableError(`the last page, ${last}, is before the first, ${first}`);
  if (first > pageCount) throw new NonRetryableError(`there is no page ${first}: the document has ${pageCount}`);
  return Array.from({ length: Math.min(last, pageCount) - first + 1 }, (_, index) => first + index);
}
