import { runSql } from '@offload/test-services';

// Any statement that sets the state of a row to a final one, even to the one that it has already. The rows go with the
// transaction that they tell about.
const INSTALL = `
  create table audit (task_id uuid not null, attempt integer not null, state text not null);
  create function audit_final_state() returns trigger language plpgsql as $$
    begin
      insert into audit values (new.id, new.attempt, new.state);
      return null;
    end
  $$;
  create trigger audit_final_state after insert or update of state on tasks for each row
    when (new.state in ('succeeded', 'failed', 'cancelled', 'expired'))
    execute function audit_final_state();`;

const TWICE = `
  select task_id, string_agg(state || ' by attempt ' || attempt, ', ')
  from audit group by task_id having count(*) > 1`;

/** Watches from outside of the product how often each task is brought to its end. */
export async function installAudit(databaseUrl: string): Promise<void> {
  await runSql(databaseUrl, INSTALL);
}

export interface AuditReport {
  /** One line for each task whose end was stored more than once. */
  storedTwice: string[];
  /** All tasks there are, also those of which no client knows. */
  tasks: number;
}

export async function readAudit(databaseUrl: string): Promise<AuditReport> {
  const twice = await runSql(databaseUrl, TWICE);
  const tasks = await runSql(databaseUrl, 'select count(*) from tasks');
  return { storedTwice: twice.split('\n').filter((line) => line !== ''), tasks: Number(tasks) };
}
