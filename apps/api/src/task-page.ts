import type { Task } from '@offload/contract';
import type { TaskStore } from '@offload/store';
import { type Static, Type } from 'typebox';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { refTo } from './responses.ts';
import { storedFilter, type TaskFilter } from './task-filter.ts';
import { TaskSummary } from './task-resource.ts';

export const DEFAULT_PAGE_SIZE = 20;

/** Query parameters of a list of tasks. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_PAGE_SIZE, description: 'Of them on a page.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: '`nextCursor` of the page before.' })),
};

/** Fields of a page, newest task first. */
export const taskPage = {
  items: Type.Array(refTo(TaskSummary)),
  nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'], description: '`null` on the last page.' }),
};

interface PageQuery {
  limit?: number;
  cursor?: string;
}

/**
 * @param client whose tasks; @default everybody's
 * @throws ProblemError INVALID_CURSOR, INVALID_REQUEST
 */
export async function readTaskPage(
  store: TaskStore,
  { cursor, limit = DEFAULT_PAGE_SIZE, ...filter }: PageQuery & TaskFilter,
  client?: string,
): Promise<{ items: Static<typeof TaskSummary>[]; nextCursor: string | null }> {
  const before = cursor === undefined ? {} : { before: decodeCursor(cursor) };
  const { items, hasMore } = await store.list({
    ...storedFilter(filter),
    ...before,
    ...(client === undefined ? {} : { client }),
    limit,
  });
  const last = items.at(-1);
  return { items: items.map(summaryOf), nextCursor: hasMore && last ? encodeCursor(last.id) : null };
}

/** Without what may be large. */
export function summaryOf({ payload, result, ...summary }: Task): Static<typeof TaskSummary> {
  return summary;
}

/** What `nextLink` gives, for the description of an answer. */
export const NEXT_LINK_HEADER = {
  Link: { type: 'string', description: '`rel="next"`: where the next page is. Absent on the last one.' },
};

/** The `Link` header that leads to the next page, if there is one. */
export function nextLink(path: string, query: PageQuery, nextCursor: string | null): string | undefined {
  if (nextCursor === null) return undefined;
  const parameters = new URLSearchParams();
  const all = { limit: DEFAULT_PAGE_SIZE, ...query, cursor: nextCursor };
  for (const [name, value] of Object.entries(all)) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return `<${path}?${parameters}>; rel="next"`;
}
