import { describe, expect, it } from 'vitest';
import { numberFinding } from '#src/monitor/acknowledge.ts';
import { needsSomebody } from '#src/monitor/finding.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import type { UncorrectedGroup } from '#src/monitor/statements/faults.ts';
import { DAY, failing, MINUTE, NOW, sight } from './support/overview-state.ts';

describe('the list of findings', () => {
  it('begins with findings about the engine, and within each group with those that require action', () => {
    const records = {
      kind: 'alta',
      organizationIds: [1],
      firstAt: NOW - 90 * DAY,
      lastAt: NOW - 90 * DAY,
    } as const;
    const rejected = {
      ...records,
      state: 'rejected',
      code: 1110,
      message: 'x',
      records: 1,
      invoiceIds: [17000],
      isWhole: true,
    } as const;
    const findings = judgeOverview(
      sight({
        work: [{ kind: 'batch', count: 345, oldestAt: NOW - 9 * MINUTE, lastDoneAt: null }],
        uncorrected: [{ ...rejected, state: 'accepted_with_errors', code: 2000 }, rejected],
        chains: [failing({})],
      }),
    );
    expect(findings.map(({ group, urgency, id }) => `${group} ${urgency} ${id}`)).toEqual([
      'engine act standing-batch',
      'engine look failing-7',
      expect.stringMatching(/^customers act record-rejected-1110-alta-/),
      expect.stringMatching(/^customers look record-accepted_with_errors-2000-/),
    ]);
    expect(needsSomebody(findings)).toBe(true);
    expect(needsSomebody(judgeOverview(sight({ uncorrected: [rejected] })))).toBe(false);
  });

  it('marks acknowledged findings about customers’ data, but none about the engine, until a new case occurs', () => {
    const refused = (lastAt: number, code = 1110): UncorrectedGroup => ({
      state: 'rejected',
      code,
      kind: 'alta',
      message: 'x',
      records: 1,
      organizationIds: [1],
      firstAt: NOW - DAY,
      lastAt,
      invoiceIds: [17_000],
      isWhole: true,
    });
    const [first] = judgeOverview(sight({ uncorrected: [refused(NOW - DAY)] }));
    const acknowledgements = [
      { finding: numberFinding(first!.id), operator: 'ana', reason: 'x', at: NOW, newestAt: NOW - DAY },
      { finding: numberFinding('standing-batch'), operator: 'ana', reason: 'x', at: NOW, newestAt: NOW },
    ];
    const work = [{ kind: 'batch' as const, count: 5, oldestAt: NOW - DAY, lastDoneAt: null }];
    const told = (uncorrected: UncorrectedGroup[]) =>
      judgeOverview(sight({ uncorrected, acknowledgements, work })).map(
        ({ id, acknowledgement }) => `${id.slice(0, 20)} ${acknowledgement?.operator ?? 'open'}`,
      );
    expect(told([refused(NOW - DAY), refused(NOW - DAY, 1111)])).toEqual([
      'standing-batch open',
      'record-rejected-1111 open',
      'record-rejected-1110 ana',
    ]);
    expect(told([refused(NOW - MINUTE)])).toEqual(['standing-batch open', 'record-rejected-1110 open']);
  });
});
