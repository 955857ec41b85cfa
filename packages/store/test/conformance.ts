import { after, before, beforeEach, describe } from 'node:test';
import type { SqlExecutor } from '../src/executor.ts';
import { createSqlStore } from '../src/sql-store.ts';
import { testCancelling } from './conformance/cancelling.ts';
import { testClaiming } from './conformance/claiming.ts';
import { testDispatching } from './conformance/dispatching.ts';
import { testExecutor } from './conformance/executing.ts';
import { testLifecycle } from './conformance/lifecycle.ts';
import { testListing } from './conformance/listing.ts';
import { testRecovering } from './conformance/recovering.ts';
import { testSettling } from './conformance/settling.ts';
import { testSubmitting } from './conformance/submitting.ts';
import { testWorkers } from './conformance/workers.ts';
import type { Fixture } from './fixture.ts';

/** Gives an executor on an empty database, and what removes that database once the executor is closed. */
export type ExecutorFactory = () => Promise<{ executor: SqlExecutor; remove(): Promise<void> }>;

/** What the store does on every executor. */
export function testConformance(name: string, open: ExecutorFactory): void {
  describe(name, () => {
    let fixture: Fixture;
    let remove: () => Promise<void>;

    before(async () => {
      const { executor, remove: removeDatabase } = await open();
      fixture = { store: createSqlStore(executor), sql: executor };
      remove = removeDatabase;
      await fixture.store.migrate();
    });
    after(async () => {
      await fixture.store.close();
      await remove();
    });
    beforeEach(async () => {
      await fixture.sql.query('delete from tasks');
      await fixture.sql.query('delete from workers');
    });

    const use = () => fixture;
    testExecutor(use);
    testSubmitting(use);
    testListing(use);
    testClaiming(use);
    testSettling(use);
    testCancelling(use);
    testDispatching(use);
    testRecovering(use);
    testWorkers(use);
    testLifecycle(use);
  });
}
