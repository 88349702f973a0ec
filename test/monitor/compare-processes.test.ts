import { describe, expect, it } from 'vitest';
import { SHARED_SETTING_NAMES, SHARED_SETTINGS } from '#src/platform/config/shared-settings.ts';
import { compareProcesses } from '#src/monitor/compare-processes.ts';
import { judgeProcesses } from '#src/monitor/judge-processes.ts';
import type { ProcessView } from '#src/platform/process/processes.ts';

const NOW = Date.parse('2026-11-21T08:12:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;

const SAME = Object.fromEntries(
  SHARED_SETTING_NAMES.map((name) => [name, { shown: `${name} one`, key: `${name} one` }]),
);

let pids = 0;
function running(changes: Partial<ProcessView> = {}): ProcessView {
  return {
    role: 'worker',
    host: 'app1',
    pid: ++pids,
    version: '1.0.0',
    settings: SAME,
    startedAt: NOW - 2 * HOUR,
    redisChangedAt: null,
    renewedAt: NOW - SECOND,
    ...changes,
  };
}

const withOther = (name: string, shown: string, key: string | null = shown) => ({
  settings: { ...SAME, [name]: { shown, key } },
});

const tell = (processes: readonly ProcessView[], now = NOW) =>
  judgeProcesses(processes, now).map(({ urgency, what }) => `${urgency}: ${what}`);

describe('processes that agree', () => {
  it('cause no finding, even if one of them does not use a setting that another one reports', () => {
    expect(tell([])).toEqual([]);
    expect(tell([running()])).toEqual([]);
    expect(tell([running(), running(), running({ settings: {} })])).toEqual([]);
  });

  it('may report settings that this release does not know', () => {
    const later = { colour: { shown: 'red', key: 'red' } };
    expect(tell([running(), running({ settings: { ...SAME, ...later } })])).toEqual([]);
  });
});

describe.each(SHARED_SETTING_NAMES.filter((name) => name !== 'version'))('the setting %s', (name) => {
  it('causes a finding with the process, its value and the remedy if one process differs', () => {
    const odd = running({ ...withOther(name, 'other'), host: 'app2', pid: 4711 });
    const [finding, ...others] = judgeProcesses([running(), odd, running()], NOW);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      id: `differing-${name}`,
      group: 'engine',
      urgency: 'act',
      what: `worker 4711 on app2 has a different ${SHARED_SETTINGS[name].title} than the other 2`,
      why: expect.stringMatching(new RegExp(`^${name} one: [^;]+; other: worker 4711 on app2\\. `)),
      todo: expect.stringContaining('docs/runbooks/processes.md (EngineProcessesDiffer)'),
    });
    for (const variable of SHARED_SETTINGS[name].variables) expect(finding!.todo).toContain(variable);
  });

  it('causes a finding that names every process if no value has a majority', () => {
    const [one, two] = [running(), running({ ...withOther(name, 'other'), role: 'ingress' })];
    expect(tell([one, two])).toEqual([
      `act: 2 processes do not have the same ${SHARED_SETTINGS[name].title}: worker ${one.pid} on app1, ingress ${two.pid} on app1`,
    ]);
    expect(compareProcesses([one, two], NOW)[0]!.differing).toEqual([one, two]);
  });
});

describe('an older release', () => {
  const old = running({ version: '0.9.0', startedAt: NOW - 9 * HOUR });
  const fresh = [1, 2].map(() => running({ startedAt: NOW - 100 * SECOND }));

  it('is reported after an hour, which a rolling upgrade may take', () => {
    expect(tell([old, ...fresh])).toEqual([]);
    expect(tell([old, ...fresh], NOW - 101 * SECOND + HOUR)).toEqual([]);
    expect(tell([old, ...fresh], NOW - 100 * SECOND + HOUR)).toEqual([
      `look: worker ${old.pid} on app1 has a different release than the other 2`,
    ]);
  });
});

describe('the Redis of a process', () => {
  const at = (shown: string, key: string | null, changes: Partial<ProcessView> = {}) =>
    running({ ...withOther('redis', shown, key), ...changes });

  it('is identified by its mark, whatever its address', () => {
    expect(tell([at('redis:6379/0', 'a'), at('10.0.0.1:6379/0', 'a')])).toEqual([]);
    const [finding] = judgeProcesses(
      [at('127.0.0.1:6379/0', 'a'), at('127.0.0.1:6379/0', 'a'), at('127.0.0.1:6379/0', 'b')],
      NOW,
    );
    expect(finding!.why).toMatch(/^127\.0\.0\.1:6379\/0 \(mark a\): .*; 127\.0\.0\.1:6379\/0 \(mark b\): /);
  });

  it('is identified by its address if the process has not reached it yet', () => {
    expect(tell([at('redis:6379/0', 'a'), at('redis:6379/0', null)])).toEqual([]);
    expect(tell([at('redis:6379/0', null), at('redis:6379/0', null)])).toEqual([]);
    expect(tell([at('redis:6379/0', 'a'), at('other:6379/0', null)])).toHaveLength(1);
  });

  it('has a new mark after it was emptied, and a process that has not read it since is not reported', () => {
    const renewed = at('redis:6379/0', 'b', { redisChangedAt: NOW - 2 * SECOND });
    expect(tell([at('redis:6379/0', 'a', { renewedAt: NOW - 3 * SECOND }), renewed])).toEqual([]);
    expect(tell([at('redis:6379/0', 'a', { renewedAt: NOW }), renewed])).toHaveLength(1);
  });
});
