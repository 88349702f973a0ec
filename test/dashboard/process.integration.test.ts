import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { everyNth } from '../support/long.ts';
import { withQuickStart } from '../support/quick-start.ts';
import { takeRedisDatabase } from '../support/redis-database.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { AUTHORIZATION, LOGIN } from './board-fixture.ts';

const PROGRAM = fileURLToPath(new URL('../../src/dashboard.ts', import.meta.url));

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

function start(settings: Record<string, string>) {
  const ports = { DASHBOARD_PORT: '0', OPS_PORT: '0' };
  const env = withQuickStart({ PATH: process.env['PATH'], ...ports, ...settings });
  const child = spawn(process.execPath, [PROGRAM], { env });
  children.add(child);
  const lines: Record<string, string>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, errors, lines }));
  return { child, lines, ended };
}

/** Starts the dashboard and waits for its two addresses. */
async function startBoard(settings: Record<string, string>) {
  const started = start({ DASHBOARD_PASSWORD: LOGIN.password, ...settings });
  const read = (message: string) => started.lines.find((line) => line['message']?.startsWith(message));
  const board = await eventually(() => read('Dashboard is listening at'), { what: 'the dashboard' });
  const ops = await eventually(() => read('Operations port is listening'), { what: 'the operations port' });
  return {
    ...started,
    board: board['message']!.replace('Dashboard is listening at ', ''),
    ops: `http://${ops['host']}:${ops['port']}`,
  };
}

describe('the dashboard process', () => {
  const WRONG: readonly (readonly [what: string, settings: Record<string, string>, line: RegExp])[] = [
    [
      'no password',
      {},
      /^dashboard: DASHBOARD_PASSWORD must be set: the dashboard does not start without one$/,
    ],
    ['an empty password', { DASHBOARD_PASSWORD: '' }, /^dashboard: DASHBOARD_PASSWORD must be set/],
    [
      'a short password',
      { DASHBOARD_PASSWORD: 'short' },
      /^dashboard: DASHBOARD_PASSWORD must be a text of at least 12/,
    ],
    ['a wrong port', { DASHBOARD_PORT: 'x' }, /^dashboard: DASHBOARD_PORT /],
    [
      'permission for changes without a database that records them',
      { DASHBOARD_PASSWORD: LOGIN.password, DASHBOARD_READ_ONLY: 'false' },
      /^dashboard: DATABASE_URL must be set when DASHBOARD_READ_ONLY is false/,
    ],
  ];
  it.each(everyNth(2, WRONG))(
    'exits at once with one line on standard error if it is given %s',
    async (_what, settings, line) => {
      const { code, errors, lines } = await start(settings).ended;
      expect({ code, lines, errors }).toEqual({
        code: 1,
        lines: [],
        errors: [expect.stringMatching(line)],
      });
    },
  );

  it('serves the board, is ready while Redis is available, counts the jobs, and stops on SIGTERM', async () => {
    const { child, board, ops, ended } = await startBoard({ REDIS_URL: await takeRedisDatabase() });
    await eventually(async () => (await fetch(`${ops}/readyz`)).status === 200);
    expect((await fetch(`${board}/api/queues`)).status).toBe(401);
    const answer = await fetch(`${board}/api/queues`, { headers: { authorization: AUTHORIZATION } });
    expect(answer.status).toBe(200);
    expect(await (await fetch(`${ops}/metrics`)).text()).toMatch(
      /^invoice_engine_bullmq_jobs\{queue="batches",state="waiting"\} \d/m,
    );
    expect((await fetch(`${board}/metrics`, { headers: { authorization: AUTHORIZATION } })).status).toBe(404);
    child.kill('SIGTERM');
    const { code, lines, errors } = await ended;
    expect({ code, errors, last: lines.at(-1)?.['message'] }).toEqual({
      code: 0,
      errors: [],
      last: 'Stopped',
    });
    expect(JSON.stringify(lines)).not.toContain(LOGIN.password);
  });

  it('starts without Redis, is not ready, and works once Redis is available', async () => {
    await using redis = await openGateTo(await takeRedisDatabase());
    redis.close();
    const { child, board, ops, ended } = await startBoard({ REDIS_URL: redis.url });
    const headers = { authorization: AUTHORIZATION };
    const isReady = async () => (await fetch(`${ops}/readyz`)).status;
    expect(await isReady()).toBe(503);
    expect((await fetch(`${ops}/livez`)).status).toBe(200);
    expect((await fetch(board, { headers })).status).toBe(200);
    expect((await fetch(`${board}/api/queues`, { headers })).status).toBe(500);
    redis.open();
    await eventually(async () => (await isReady()) === 200, { what: 'readiness' });
    expect((await fetch(`${board}/api/queues`, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
