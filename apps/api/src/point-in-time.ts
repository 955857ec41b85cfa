import type { ValueIssue } from '@offload/contract';

const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** What is wrong with a time that is well-formed by RFC 3339: a leap second is no point in time for anybody here. */
export function timeIssue(pointer: string, time: string | undefined): ValueIssue[] {
  const isPoint = time === undefined || !Number.isNaN(Date.parse(time));
  return isPoint ? [] : [{ pointer, message: 'is not a point in time' }];
}

/** The same, and what is wrong with one that should be ahead. */
export function futureIssue(pointer: string, time: string | undefined): ValueIssue[] {
  const issues = timeIssue(pointer, time);
  if (issues.length > 0 || time === undefined || Date.parse(time) > Date.now()) return issues;
  return [{ pointer, message: 'must be in the future' }];
}

/** In UTC, and moved to where the database can tell it: what is long past is past all the same. */
export function storableTime(time: string): string {
  return new Date(Math.min(Math.max(0, Date.parse(time)), LATEST_MS)).toISOString();
}
