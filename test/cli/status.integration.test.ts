import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRING, openWatchedEngine, type WatchedEngine } from '../dashboard/operations-fixture.ts';
import { testRedisUrl } from '../support/redis.ts';
import { runCli, withCompileCache } from '../support/run-cli.ts';

type Told = { needsSomebody: boolean; findings: { id: string; urgency: string; what: string }[] };

describe('npm run status', () => {
  let watched: WatchedEngine;
  let settings: NodeJS.ProcessEnv;
  const resources = new AsyncDisposableStack();
  beforeAll(async () => {
    watched = resources.use(await openWatchedEngine());
    // The commands know no other prefix than the product's: a database of Redis that nobody pauses a queue in.
    settings = {
      DATABASE_URL: watched.engine.api.database.url,
      REDIS_URL: new URL('/12', testRedisUrl()).href,
    };
    await BRING.calm(watched);
  });
  afterAll(() => resources.disposeAsync());

  it('ends with 0 and says so where nobody is needed', async () => {
    const { code, out, err } = await runCli('status', [], settings);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Nothing needs you {2}\(20\S+Z\)\n/);
    expect(out).toMatch(/^ {9}0 {2}records to send$/m);
    expect(out).toMatch(/^database\.backup {2}last at \S+ by ana$/m);
  });

  it('ends with 1, what needs somebody first and what helps, where a chain is halted', async () => {
    await BRING.halted(watched);
    const { code, out } = await runCli('status', [], settings);
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^ONE THING NEEDS YOU/),
      '',
      expect.stringMatching(/^ACT {3}Chain \d+ of issuer B12345674 is halted, 12 records not sent, since 20/),
      expect.stringMatching(/^ {6}AEAT 4112: /),
    ]);
    expect(out).toMatch(/To do: When what halted it is mended: npm run chains -- resume \d+/);
    const json = await runCli('status', ['--json'], settings);
    const told = JSON.parse(json.out) as Told;
    expect(json.code).toBe(1);
    expect(told).toMatchObject({ needsSomebody: true, findings: [{ urgency: 'act' }] });
  });

  it('ends with 2 where it cannot know', async () => {
    const away = { ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const { code, out, err } = await runCli('status', ['--json'], away);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('tells it again and again with --watch', async () => {
    const program = path.resolve(import.meta.dirname, '../../ops/cli/status.ts');
    const child = spawn(process.execPath, [program, '--json', '--watch', '1'], {
      env: withCompileCache(settings),
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
