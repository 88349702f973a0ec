import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRING, openWatchedEngine, type WatchedEngine } from '../dashboard/operations-fixture.ts';
import { WORKER_DUTIES } from '../../src/contracts/codes.ts';
import { DEFAULT_PREFIX } from '../../src/platform/jobs/keys.ts';
import { startHeartbeats } from '../../workers/send-heartbeats.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';
import { postBatch } from '../support/engine.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { withQuickStart } from '../support/quick-start.ts';
import { ENGINE, runCli } from '../support/run-cli.ts';

type Told = { needsSomebody: boolean; findings: { id: string; urgency: string; what: string }[] };

describe('npm run engine -- status', () => {
  let watched: WatchedEngine;
  let settings: NodeJS.ProcessEnv;
  let redis: TestQueues;
  const resources = new AsyncDisposableStack();
  beforeAll(async () => {
    watched = resources.use(await openWatchedEngine());
    // The commands always use the product's key prefix, so this file has its own Redis database, in
    // which no other test pauses a queue.
    settings = {
      DATABASE_URL: watched.engine.api.database.url,
      REDIS_URL: await takeRedisDatabase(),
    };
    redis = resources.use(await openTestQueues(settings['REDIS_URL'], DEFAULT_PREFIX));
    resources.use(
      startHeartbeats(
        { jobQueues: redis.jobQueues, logger: { debug: () => {} }, now: () => new Date() },
        WORKER_DUTIES,
      ),
    );
    await BRING.calm(watched);
  });
  afterAll(() => resources.disposeAsync());

  it('ends with code 0 and reports that nothing needs an operator', async () => {
    const { code, out, err } = await runCli('status', [], settings);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^No finding requires action {2}\(20\S+Z\)\n/);
    expect(out).toMatch(/^ {9}0 {2}records to send$/m);
    expect(out).toMatch(/^workers: batches 1, remission 1, spfe 1, pdfs 1, webhooks 1$/m);
    expect(out).toMatch(/^database\.backup {2}last at \S+ by ana$/m);
  });

  it('ends with code 1 if a chain is halted, and prints that finding with its remedy first', async () => {
    await BRING.halted(watched);
    const { code, out } = await runCli('status', [], settings);
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^ONE FINDING REQUIRES ACTION/),
      '',
      expect.stringMatching(/^ACT {3}Chain \d+ of issuer B12345674 is halted; 12 records not sent, since 20/),
      expect.stringMatching(/^ {6}AEAT 4112: /),
    ]);
    expect(out).toMatch(
      /To do: When the cause of the halt is corrected: npm run engine -- chains resume \d+/,
    );
    const json = await runCli('status', ['--json'], settings);
    const told = JSON.parse(json.out) as Told;
    expect(json.code).toBe(1);
    expect(told).toMatchObject({ needsSomebody: true, findings: [{ urgency: 'act' }] });
  });

  it('lists findings on customers’ data separately, and hides acknowledged ones until a new one of their kind occurs', async () => {
    const { pool } = watched.engine;
    const fail = (series: string) =>
      postBatch(watched.engine.api, watched.engine.organization, 1, series, () => ({ lines: [] }));
    await fail('ACK1');
    const told = await runCli('status', [], settings);
    expect(told.out).toMatch(
      /Findings on customers' data, which hold up nothing else:[^]*LOOK {2}1 invoice failed/,
    );
    const number = /npm run engine -- status --acknowledge (\d+) --reason/.exec(told.out)![1]!;
    const acknowledge = (...args: string[]) =>
      runCli('status', ['--acknowledge', number, '--operator', 'ana', ...args], settings);
    expect(await acknowledge()).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/needs --reason/),
    });
    expect(await acknowledge('--reason', 'Their test system')).toMatchObject({ code: 0, err: '' });
    const { rows } = await pool.query(
      `select operator, reason, details ->> 'finding' as finding from operator_acts where act = 'finding.acknowledge'`,
    );
    expect(rows).toEqual([{ operator: 'ana', reason: 'Their test system', finding: 'failures' }]);
    const after = (await runCli('status', [], settings)).out;
    expect(after).toMatch(/1 invoice failed[^\n]*\n {6}Acknowledged at \S+Z by ana: Their test system/);
    expect(after).not.toContain('LOOK  1 invoice failed');
    watched.engine.pass(5);
    await fail('ACK2');
    expect((await runCli('status', [], settings)).out).toContain('LOOK  2 invoices failed');
    const unknown = await runCli('status', ['--acknowledge', '1', '--reason', 'x'], settings);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('There is no finding 1') });
  });

  it('ends with code 1 if no worker sends heartbeats, Redis is not reachable, or the database is read-only', async () => {
    const lines = async (changes: NodeJS.ProcessEnv = {}) => {
      const { code, out } = await runCli('status', [], { ...settings, ...changes });
      return { code, out: out.split('\n').filter((line) => /^(ACT|workers)/.test(line)) };
    };
    const lonely = await lines({ REDIS_URL: await takeRedisDatabase() });
    expect(lonely.code).toBe(1);
    expect(lonely.out.filter((line) => line.includes('No worker'))).toEqual([
      'ACT   No worker serves batches',
      'ACT   No worker serves remission',
      'ACT   No worker serves pdfs',
    ]);
    const away = await lines({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(away.out[0]).toBe('ACT   Redis does not answer');
    expect(away.out.at(-1)).toBe('workers: not known: Redis is not reachable');
    expect(away.out.join()).not.toContain('No worker');
    const { pool } = watched.engine;
    await setReadOnly(pool, 'on');
    expect((await lines()).out[0]).toBe(
      'ACT   The database accepts no writes: default_transaction_read_only is on',
    );
    await setReadOnly(pool, 'off');
  });

  it('ends with code 2 if the state is unknown', async () => {
    const away = { ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const { code, out, err } = await runCli('status', ['--json'], away);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('prints repeatedly with --watch', async () => {
    const program = path.resolve(import.meta.dirname, '../..', ENGINE);
    const child = spawn(process.execPath, [program, 'status', '--json', '--watch', '1'], {
      env: withQuickStart(settings),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: Told[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(JSON.parse(line) as Told);
      if (lines.length === 2) break;
    }
    child.kill();
    await once(child, 'close');
    expect(lines.map(({ needsSomebody }) => needsSomebody)).toEqual([true, true]);
  });
});

/** Applies to connections that are opened from then on. */
async function setReadOnly(pool: Pool, value: 'on' | 'off'): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database "${rows[0]!.name}" set default_transaction_read_only = ${value}`);
}
