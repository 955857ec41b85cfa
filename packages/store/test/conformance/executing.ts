import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoreUnavailableError } from '../../src/index.ts';
import type { Fixture } from '../fixture.ts';

export function testExecutor(use: () => Fixture): void {
  describe('executor', () => {
    test('returns the same JavaScript values for every type that the store uses', async () => {
      const [row] = await use().sql.query(
        `select $1::uuid as uuid, $2::text as text, $3::int as integer, $4::float8 as float, $5::boolean as boolean,
          $6::json as json, $7::jsonb as jsonb, $8::text[] as texts, null::text as nothing,
          timestamptz '2026-08-01 10:00:00.123456+02' at time zone 'UTC' at time zone 'UTC' as time`,
        [
          '0193F1C2-7c1e-7a3b-9d52-6f1f0a4b8c11',
          'ä "\\ {,} 🦆',
          -7,
          1.5,
          false,
          '{"b" : "\\u0000",  "a": 1.0}',
          '{"b":1,"a":[]}',
          ['', 'a,b', '"', '\\', 'NULL', '{}', ' '],
        ],
      );
      assert.ok(row && 'time' in row);
      const { time, ...values } = row;
      assert.deepEqual(
        { ...values },
        {
          uuid: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
          text: 'ä "\\ {,} 🦆',
          integer: -7,
          float: 1.5,
          boolean: false,
          json: '{"b" : "\\u0000",  "a": 1.0}',
          jsonb: '{"a": [], "b": 1}',
          texts: ['', 'a,b', '"', '\\', 'NULL', '{}', ' '],
          nothing: null,
        },
      );
      assert.equal(typeof time, 'string');
      assert.equal(new Date(String(time)).toISOString(), '2026-08-01T08:00:00.123Z');
    });

    test('takes arrays with nulls, and empty ones', async () => {
      const { sql } = use();
      const rows = await sql.query(
        'select * from unnest($1::text[], $2::int[], $3::boolean[], $4::float8[]) as row (a, b, c, d)',
        [
          [null, 'x'],
          [1, null],
          [true, null],
          [null, 0.5],
        ],
      );
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [
          { a: null, b: 1, c: true, d: null },
          { a: 'x', b: null, c: null, d: 0.5 },
        ],
      );
      assert.deepEqual(await sql.query('select * from unnest($1::uuid[])', [[]]), []);
    });

    test('commits a transaction that resolves and rolls back one that throws, with its own error', async () => {
      const { sql } = use();
      const insert = `insert into workers values ($1, 'q', 1, 0, now(), now())`;
      await sql.transaction((session) => session.query(insert, ['kept']));
      const mistake = new Error('on purpose');
      const failing = sql.transaction(async (session) => {
        await session.query(insert, ['lost']);
        throw mistake;
      });
      await assert.rejects(failing, (error) => error === mistake);
      const rows = await sql.query<{ name: string }>('select name from workers');
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['kept'],
      );
    });

    test('tells a mistake in a statement from an unavailable database, and goes on after it', async () => {
      const { sql } = use();
      for (const statement of ['select nonsense', `select 'x'::int`, 'select * from missing']) {
        await assert.rejects(
          sql.query(statement),
          (error) => error instanceof Error && !(error instanceof StoreUnavailableError),
        );
        await assert.rejects(sql.transaction((session) => session.query(statement)));
      }
      assert.equal((await sql.query('select 1')).length, 1);
    });
  });
}
