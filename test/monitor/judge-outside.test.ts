import { describe, expect, it } from 'vitest';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { type Changes, chain, DAY, MINUTE, NOW, sight } from './support/overview-state.ts';

/*
 * Findings about what comes from outside: other installations, refused logins, clocks, slots and
 * disks.
 */

const tell = (changes: Changes) =>
  judgeOverview(sight(changes)).map(({ urgency, what }) => `${urgency}: ${what}`);
const worker = { role: 'worker', host: 'app2', pid: 17, since: NOW - MINUTE };
const duties = [{ duty: 'batches', workers: 0, lastHeartbeatAt: null }] as const;

describe('the state of the engine', () => {
  it('requires a person if another database is active, and names it', () => {
    const [finding] = judgeOverview(sight({ lineage: '7-1-5', activeLineage: '2 9-1-5 7-1-5' }));
    expect(finding).toMatchObject({ id: 'superseded', urgency: 'act', group: 'engine' });
    expect(finding!.why).toContain('9-1-5 is active, this one is 7-1-5');
    expect(finding!.todo).toContain('another installation');
    expect(tell({ lineage: '9-1-5', activeLineage: '2 9-1-5 7-1-5' })).toEqual([]);
    expect(tell({ lineage: '7-2-5', activeLineage: '2 9-1-5 7-1-5' })).toEqual([]);
  });

  it('requires a person if Redis belongs to another installation, and advises another REDIS_URL', () => {
    const [finding] = judgeOverview(sight({ redis: 'belongs to another installation: to engine on a:1' }));
    expect(finding).toMatchObject({
      urgency: 'act',
      what: 'Redis belongs to another installation: to engine on a:1',
    });
    expect(finding!.todo).toMatch(/^Set REDIS_URL of one/);
  });

  it.each([['refuses the login: wrong password or user']])(
    'names the processes whose database %s',
    (database) => {
      const faulty = [worker, { ...worker, pid: 18 }].map((process) => ({
        ...process,
        faults: { database },
      }));
      expect(tell({ faulty })).toEqual([
        `act: worker 17 on app2, worker 18 on app2 cannot work: database: ${database}`,
      ]);
      expect(judgeOverview(sight({ faulty }))[0]!.todo).toContain('DATABASE_URL');
    },
  );

  it('names a disk that is soon full', () => {
    const text = 'the disk of /data is full in 45 s if it continues to fill as now: 3.0 GB are free';
    expect(tell({ faulty: [{ ...worker, faults: { 'disk /data': text } }] })).toEqual([
      `act: worker 17 on app2: ${text}`,
    ]);
  });

  it.each([
    ['act', 2, false],
    ['look', 2, true],
    ['look', 0.5, false],
  ])('is to %s if an unused slot keeps %d GB and a limit is %s', (urgency, gigabytes, isLimited) => {
    const heldLogs = [{ slot: 'standby_2', keptBytes: gigabytes * 1024 ** 3, isLimited }];
    const [finding] = judgeOverview(sight({ installation: { heldLogs } }));
    expect(finding).toMatchObject({ urgency, what: expect.stringContaining('standby_2, which nobody uses') });
    expect(finding!.todo).toContain("pg_drop_replication_slot('standby_2')");
  });

  it('does not report a duty without worker just after Redis was emptied, if workers run', () => {
    const processes = [
      {
        role: 'worker' as const,
        host: 'app2',
        pid: 17,
        version: '1',
        settings: {},
        startedAt: NOW - DAY,
        redisChangedAt: null,
        renewedAt: NOW,
      },
    ];
    const lonely = ['act: No worker serves batches'];
    expect(tell({ duties, isFresh: true, processes })).toEqual([]);
    expect(tell({ duties, isFresh: true })).toEqual(lonely);
    expect(tell({ duties, isFresh: false, processes })).toEqual(lonely);
  });
});

describe('a chain whose next message waits', () => {
  it.each([
    ['33 days, because the clock was ahead', { nextAllowedAt: NOW + 33 * DAY }, true],
    ['33 days after failures', { nextAllowedAt: NOW + 33 * DAY, incidentSince: NOW, failures: 3 }, true],
    ['half an hour', { nextAllowedAt: NOW + 30 * MINUTE }, true],
    ['a minute, as AEAT asked', { nextAllowedAt: NOW + MINUTE }, false],
    ['the longest pause after failures', { nextAllowedAt: NOW + 15 * MINUTE }, false],
    ['an hour, as AEAT asked', { nextAllowedAt: NOW + 60 * MINUTE, waitSeconds: 3600 }, false],
    ['33 days, with nothing to send', { nextAllowedAt: NOW + 33 * DAY, pending: 0 }, false],
  ])('%s', (_what, changes, isFound) => {
    const found = judgeOverview(sight({ chains: [chain(changes)] })).filter(
      ({ id }) => id === 'chains-ahead',
    );
    expect(found).toHaveLength(isFound ? 1 : 0);
    for (const { urgency, todo } of found) {
      expect(urgency).toBe('act');
      expect(todo).toContain('npm run engine -- chains send --reason');
    }
  });
});
