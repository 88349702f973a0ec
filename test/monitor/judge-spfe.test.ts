import { describe, expect, it } from 'vitest';
import { KNOWN_YEARS } from '#src/domain/calendar/working-days.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import type { OpenSpfeIssuer, SpfeFaults, SpfeMeasures } from '#src/monitor/statements/spfe.ts';
import type { ProcessView } from '#src/platform/process/processes.ts';
import { type Changes, DAY, MINUTE, NOW, sight } from './support/overview-state.ts';

const judge = (changes: Changes) => judgeOverview(sight(changes)).filter(({ id }) => id.startsWith('spfe-'));
const tell = (changes: Changes) =>
  judge(changes).map(({ group, urgency, what }) => `${group} ${urgency}: ${what}`);

const measures = (changes: Partial<SpfeMeasures> = {}): SpfeMeasures => ({
  waiting: 0,
  late: 0,
  overdue: 0,
  firstDueBy: null,
  organizationIds: [],
  halted: 0,
  rejected: 0,
  differences: 0,
  outageSince: null,
  failedAttempts: 0,
  isUsed: true,
  ...changes,
});
const issuer = (changes: Partial<OpenSpfeIssuer>): OpenSpfeIssuer => ({
  chainId: 7,
  organizationId: 3,
  issuerNif: 'B12345674',
  failures: 0,
  haltedReason: null,
  haltedAt: null,
  nextAllowedAt: null,
  mustCompare: false,
  waiting: 12,
  rejected: 0,
  undecided: 0,
  firstDueBy: NOW - MINUTE,
  lastAt: NOW - MINUTE,
  lastOutcome: 'unknown',
  lastCode: null,
  lastMessage: 'timeout',
  ...changes,
});
const worker = (transport?: string): ProcessView => ({
  role: 'worker',
  host: 'app1',
  pid: 1,
  version: '1.1.0',
  settings: transport === undefined ? {} : { spfe: { shown: transport, key: null } },
  startedAt: NOW - DAY,
  redisChangedAt: null,
  renewedAt: NOW,
});
const SANDBOX = [worker('sandbox')];
const faults = (changes: Partial<SpfeFaults>): SpfeFaults => ({
  states: [],
  differences: [],
  rejections: [],
  disagreements: [],
  undecided: [],
  ...changes,
});

describe('the findings about the sending to the SPFE', () => {
  it('are none if nothing is late, nobody uses the SPFE, or nothing is known', () => {
    expect(tell({ spfe: measures({ waiting: 5 }), processes: SANDBOX })).toEqual([]);
    expect(tell({ spfe: measures({ isUsed: false }), processes: [worker()] })).toEqual([]);
    expect(tell({ spfe: null, spfeIssuers: null, spfeFaults: null, processes: null })).toEqual([]);
  });

  it('say in AEAT’s absence only that nothing has been sent, whatever is late', () => {
    const late = measures({ waiting: 5, late: 5, overdue: 5, outageSince: NOW - DAY, organizationIds: [3] });
    for (const processes of [[worker()], [worker('none')]])
      expect(tell({ spfe: late, processes })).toEqual([
        'engine look: AEAT has not published the service. Invoices are prepared and kept; nothing has been sent',
      ]);
    expect(JSON.stringify(judge({ spfe: late, processes: [worker()] }))).not.toMatch(
      /delivered|admitted|registered/,
    );
  });

  it('let a person look at what is late by 15 minutes, and act on what is late by 24 hours', () => {
    const at = { waiting: 9, late: 3, firstDueBy: NOW - DAY, organizationIds: [3, 4] };
    expect(tell({ spfe: measures(at), processes: SANDBOX })).toEqual([
      'engine look: 3 deliveries to the SPFE are late by more than 15 minutes',
    ]);
    expect(tell({ spfe: measures({ ...at, overdue: 1 }), processes: SANDBOX })).toEqual([
      'engine act: 1 delivery to the SPFE is late by more than 24 hours',
    ]);
    expect(judge({ spfe: measures(at), processes: SANDBOX })[0]).toMatchObject({
      why: expect.stringContaining('Organizations: 3, 4'),
      todo: expect.stringContaining('npm run engine -- spfe deliveries 3 --overdue'),
    });
  });

  it('tell how long the SPFE has not answered', () => {
    const outage = measures({ outageSince: NOW - 2 * 60 * MINUTE, failedAttempts: 17 });
    expect(tell({ spfe: outage, processes: SANDBOX })).toEqual([
      'engine look: The SPFE has not answered for 2 h 00 min',
    ]);
    expect(judge({ spfe: outage, processes: SANDBOX })[0]!.why).toContain('17 attempts failed');
  });

  it('name a halted issuer with its reason and the act that resumes it, also if nothing else is known', () => {
    const halted = { haltedAt: NOW - MINUTE, haltedReason: 'SPFE-FAULT-03: certificate' };
    const [finding] = judge({ spfeIssuers: [issuer({ ...halted, failures: 2 })] });
    expect(finding).toMatchObject({
      group: 'engine',
      urgency: 'act',
      what: 'Nothing of issuer B12345674 of organization 3 is sent to the SPFE; 12 deliveries wait',
      why: 'SPFE-FAULT-03: certificate',
      todo: expect.stringContaining('npm run engine -- spfe resume 3 B12345674'),
      acts: [{ act: 'spfe.resume', id: 7 }],
    });
    expect(judge({ spfeIssuers: [issuer({ ...halted, chainId: null })] })[0]!.acts).toEqual([]);
  });

  it('name an issuer whose requests fail, or that waits for a comparison', () => {
    expect(tell({ spfeIssuers: [issuer({ failures: 2, waiting: 1 })] })).toEqual([
      'engine look: 1 delivery waits for the SPFE, of issuer B12345674 of organization 3',
    ]);
    expect(judge({ spfeIssuers: [issuer({ failures: 2 })] })[0]!.why).toBe(
      '2 attempts failed: timeout. Workers try again now',
    );
    expect(tell({ spfeIssuers: [issuer({ mustCompare: true })] })).toEqual([
      'engine look: Issuer B12345674 of organization 3 is compared with the SPFE before anything is sent; 12 deliveries wait',
    ]);
    expect(tell({ spfeIssuers: [issuer({})] })).toEqual([]);
  });

  it('ask in December for a version that knows the holidays of the next year', () => {
    const last = Math.max(...KNOWN_YEARS);
    const on = (day: string) => ({
      at: Date.parse(`${day}T12:00:00Z`),
      spfe: measures(),
      processes: SANDBOX,
    });
    expect(tell(on(`${last}-11-30`))).toEqual([]);
    expect(tell(on(`${last}-12-01`))).toEqual([
      `engine act: The engine knows no national holidays of ${last + 1}, on which deadlines after a downtime of the SPFE depend`,
    ]);
    expect(tell({ ...on(`${last}-12-01`), spfe: measures({ isUsed: false }) })).toEqual([]);
  });
});

describe('the findings about invoices at the SPFE', () => {
  const state = (changes: Partial<SpfeFaults['states'][number]>) =>
    faults({
      states: [
        {
          state: 'rejected',
          cause: 'SPFE-GEN-03',
          message: 'NIF #',
          deliveries: 5,
          organizationIds: [3],
          firstAt: NOW - DAY,
          lastAt: NOW - MINUTE,
          invoiceIds: [17_000, 17_001, 17_002],
          ...changes,
        },
      ],
    });

  it.each([
    ['rejected', 'act: The SPFE rejected 5 invoices of organization 3'],
    ['blocked', 'act: 5 invoices of organization 3 cannot be expressed for the SPFE'],
    [
      'conflict',
      'act: The SPFE has other contents than the engine under the numbers of 5 invoices of organization 3',
    ],
    ['held', 'act: 5 invoices of organization 3 were annulled before the SPFE had them'],
    ['unknown', 'look: Nobody can tell whether 5 invoices of organization 3 go to the SPFE'],
  ] as const)('name those in the state %s with the cause', (name, what) => {
    const [finding] = judge({ spfeFaults: state({ state: name }) });
    expect(`${finding!.urgency}: ${finding!.what}`).toBe(what);
    expect(finding).toMatchObject({
      group: 'customers',
      newestAt: NOW - MINUTE,
      why: 'SPFE-GEN-03: NIF #. Invoices 17000, 17001, 17002 and 2 more',
      todo: expect.stringContaining(`npm run engine -- spfe deliveries 3 --state ${name}`),
    });
  });

  it.each([
    [
      'foreign',
      'The SPFE has 2 documents of issuer B12345674 of organization 3 that the engine did not send',
    ],
    [
      'missing',
      'The SPFE does not have 2 documents of issuer B12345674 of organization 3 any more that it had admitted',
    ],
    [
      'content',
      'The SPFE has 2 documents of issuer B12345674 of organization 3 with other contents than the engine',
    ],
    [
      'unasked',
      'The SPFE answered about 2 documents of issuer B12345674 of organization 3 that nobody had sent',
    ],
  ] as const)('tell what differs: %s', (kind, what) => {
    const difference = {
      organizationId: 3,
      issuerNif: 'B12345674',
      kind,
      documents: 2,
      firstNumber: 'F-1',
      lastAt: NOW,
    };
    expect(tell({ spfeFaults: faults({ differences: [difference] }) })).toEqual([`customers act: ${what}`]);
  });

  it('tell of rejections by recipients, of other dates, of annulled invoices that are still there, and of missing decisions', () => {
    const some = { organizationId: 3, invoices: 1, invoiceIds: [17_000], firstAt: NOW, lastAt: NOW };
    const found = faults({
      rejections: [{ ...some, condition: '01' }],
      disagreements: [
        { ...some, kind: 'annulled' },
        { ...some, kind: 'paid' },
      ],
      undecided: [{ organizationId: 3, issuerNif: 'B12345674' }],
    });
    expect(tell({ spfeFaults: found })).toEqual([
      'customers act: Nobody decided whether invoices of 1 issuer go to the SPFE',
      'customers act: Recipients rejected 1 invoice of organization 3 at the SPFE',
      'customers look: 1 invoice of organization 3 is annulled and still at the SPFE',
      'customers look: Recipients reported other dates of 1 invoice of organization 3 than the issuer',
    ]);
  });
});
