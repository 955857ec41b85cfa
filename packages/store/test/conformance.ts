import { after, before, beforeEach, describe } from 'node:test';
import type { SqlExecutor } from '../src/executor.ts';
import { createSqlStore } from '../src/sql-store.ts';
import { testCallbacks } from './conformance/callbacks.ts';
import { testCancelling } from './conformance/cancelling.ts';
import { testClaiming } from './conformance/claiming.ts';
import { testClients } from './conformance/clients.ts';
import { testDispatching } from './conformance/dispatching.ts';
import { testEndingByClaim } from './conformance/ending.ts';
import { testExecutor } from './conformance/executing.ts';
import { testFiles } from './conformance/files.ts';
import { testIdempotency } from './conformance/idempotency.ts';
import { testJanitor } from './conformance/janitor.ts';
import { testKeys } from './conformance/keys.ts';
import { testLifecycle } from './conformance/lifecycle.ts';
import { testListing } from './conformance/listing.ts';
import { testLogging } from './conformance/logging.ts';
import { testLooking } from './conformance/looking.ts';
import { testMeasuring } from './conformance/measuring.ts';
import { testOlderVersion } from './conformance/older-version.ts';
import { testPausing } from './conformance/pausing.ts';
import { testReconciling } from './conformance/reconciling.ts';
import { testRecovering } from './conformance/recovering.ts';
import { testRescuing } from './conformance/rescuing.ts';
import { testRestarting } from './conformance/restarting.ts';
import { testSettling } from './conformance/settling.ts';
import { testSubmitting } from './conformance/submitting.ts';
import { testTickets } from './conformance/tickets.ts';
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
      await fixture.sql.query('delete from task_logs');
      await fixture.sql.query('delete from workers');
      await fixture.sql.query('delete from idempotency_keys');
      await fixture.sql.query('delete from api_keys');
      await fixture.sql.query('delete from disabled_callback_urls');
      await fixture.sql.query('delete from files');
    });

    const use = () => fixture;
    testExecutor(use);
    testSubmitting(use);
    testIdempotency(use);
    testListing(use);
    testLooking(use);
    testLogging(use);
    testClaiming(use);
    testTickets(use);
    testEndingByClaim(use);
    testSettling(use);
    testCancelling(use);
    testRestarting(use);
    testCallbacks(use);
    testFiles(use);
    testDispatching(use);
    testRecovering(use);
    testPausing(use);
    testReconciling(use);
    testRescuing(use);
    testJanitor(use);
    testWorkers(use);
    testMeasuring(use);
    testClients(use);
    testKeys(use);
    testOlderVersion(use);
    testLifecycle(use);
  });
}
