import type { FileStorage } from '@offload/files';
import { type Role, repeat } from './role.ts';

const EXPIRY_PAUSE_MS = 1000;
const RETENTION_PAUSE_MS = 60_000;
/** Of files that nobody sees any more. */
const REMOVAL_PAUSE_MS = 10_000;
/** Rows per statement: a short lock, and a quick answer. */
const LIMIT = 1000;

/** Ends tasks that wait for too long, and deletes those that finished long ago, files that nobody needs, and idempotency keys and disabled callback URLs past their time. */
export function janitor({ retentionMs, files }: { retentionMs: number; files: FileStorage }): Role {
  return async ({ store, broker, logger }, signal) => {
    /** Until a pass finds fewer than it may take. */
    async function all(pass: () => Promise<number>): Promise<number> {
      let total = 0;
      for (let count = LIMIT; count >= LIMIT && !signal.aborted; total += count) count = await pass();
      return total;
    }

    const expiry = repeat({ pauseMs: EXPIRY_PAUSE_MS, logger, name: 'janitor' }, signal, async () => {
      const expired = await all(async () => {
        const ids = await store.expire(LIMIT);
        for (const taskId of ids) broker.announce({ taskId, kind: 'settled' });
        return ids.length;
      });
      if (expired > 0) logger.info({ expired }, 'tasks expired');
    });
    const retention = repeat({ pauseMs: RETENTION_PAUSE_MS, logger, name: 'janitor' }, signal, async () => {
      const deleted = await all(() => store.deleteFinished({ olderThanMs: retentionMs, limit: LIMIT }));
      const outlived = await all(() => store.deleteOutlived(LIMIT));
      if (deleted + outlived > 0) logger.info({ deleted, outlived }, 'tasks past their retention deleted');
      await all(() => store.forgetIdempotencyKeys(LIMIT));
      await all(() => store.forgetDisabledUrls(LIMIT));
      await all(() => store.retireFiles({ unusedForMs: retentionMs, limit: LIMIT }));
    });
    const removal = repeat({ pauseMs: REMOVAL_PAUSE_MS, logger, name: 'janitor' }, signal, async () => {
      await all(async () => {
        const ids = await store.listRemovedFiles(LIMIT);
        for (const id of ids) await files.remove(id);
        if (ids.length > 0) await store.forgetFiles(ids);
        return ids.length;
      });
    });
    await Promise.all([expiry, retention, removal]);
  };
}
