import path from 'node:path';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { openPostgres } from '../../ops/local/servers/postgres.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { listHeldLogs } from '#src/monitor/statements/measures.ts';
import { sight } from './support/overview-state.ts';

/* A replication slot belongs to the whole server, so this test has a server of its own. */

it('An ordinary login sees a replication slot that nobody uses once it keeps the log, until the stated remedy removes it', async () => {
  await using server = await openPostgres({
    program: 'postgres',
    directory: path.join('test', String(process.pid), 'held-logs'),
    password: 'of-this-test',
    resetPassword: false,
    throwaway: true,
    durable: true,
    log: path.join(LOCAL, 'logs', 'test-held-logs.log'),
    report: () => {},
  });
  await using resources = new AsyncDisposableStack();
  const connect = (url: string) =>
    resources.adopt(
      new Pool({ connectionString: url, max: 1 }).on('error', () => {}),
      (opened) => opened.end(),
    );
  const superuser = connect(server.url);
  await superuser.query("create role watching login password 'of-this-test'");
  const watching = connect(Object.assign(new URL(server.url), { username: 'watching' }).href);
  await superuser.query("select pg_create_physical_replication_slot('standby_2', true)");
  expect(await listHeldLogs(watching)).toEqual([]);
  await superuser.query(
    "select pg_logical_emit_message(false, 'of-this-test', repeat('x', 8 * 1024 * 1024)) from generate_series(1, 9)",
  );
  const heldLogs = await listHeldLogs(watching);
  expect(heldLogs).toMatchObject([{ slot: 'standby_2', isLimited: false }]);
  const [finding] = judgeOverview(sight({ installation: { heldLogs } }));
  expect(finding!.what).toMatch(
    /^PostgreSQL keeps .+ for the replication slot standby_2, which nobody uses$/,
  );
  await superuser.query(/select pg_drop_replication_slot\(.+?\)/.exec(finding!.todo)![0]);
  expect(await listHeldLogs(watching)).toEqual([]);
});
