import { describe, expect, it } from 'vitest';
import { KNOWN_YEARS } from '#src/domain/calendar/working-days.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import type { OpenEntries, SiiFaultGroup, SiiMeasures, OpenIssuer } from '#src/monitor/statements/sii.ts';
import { type Changes, DAY, MINUTE, NOW, sight } from './support/overview-state.ts';

const judge = (changes: Changes) => judgeOverview(sight(changes));
const tell = (changes: Changes) =>
  judge(changes).map(({ group, urgency, what }) => `${group} ${urgency}: ${what}`);

const none: OpenEntries = {
  entries: 0,
  overdue: 0,
  soon: 0,
  firstDueBy: null,
  nextDueBy: null,
  undated: 0,
  organizationIds: [],
};
const measures = (
  waiting: Partial<OpenEntries> = {},
  rejected: Partial<OpenEntries> = {},
  others: Partial<SiiMeasures> = {},
): SiiMeasures => ({
  waiting: { ...none, ...waiting },
  rejected: { ...none, ...rejected },
  collections: { waiting: none, rejected: none },
  halted: 0,
  isUsed: true,
  ...others,
});
const issuer = (changes: Partial<OpenIssuer>): OpenIssuer => ({
  chainId: 7,
  organizationId: 3,
  issuerNif: 'B12345674',
  failures: 2,
  haltedAt: null,
  haltedReason: null,
  nextAllowedAt: NOW + MINUTE,
  waiting: 12,
  sent: 0,
  rejected: 0,
  collections: 0,
  rejectedCollections: 0,
  overdue: 0,
  nextDueBy: '2026-11-26',
  lastTry: null,
  ...changes,
});
const fault = (changes: Partial<SiiFaultGroup>): SiiFaultGroup => ({
  state: 'rejected',
  kind: 'A0',
  code: 1117,
  message: 'El NIF no está identificado. NIF: #. NOMBRE_RAZON: …',
  entries: 2,
  organizationIds: [3],
  firstAt: NOW - MINUTE,
  lastAt: NOW - MINUTE,
  invoiceIds: [17_000, 17_001],
  isWhole: true,
  ...changes,
});

describe('the findings about SII', () => {
  it('are none if every entry is on time, or nothing is known', () => {
    expect(tell({ sii: measures({ entries: 5, nextDueBy: '2026-11-26' }) })).toEqual([]);
    expect(tell({ sii: null, siiIssuers: null, siiFaults: null })).toEqual([]);
  });

  it('tell the number of entries past their deadline, of which those without an answer concern the engine', () => {
    const of = { overdue: 12, firstDueBy: '2026-11-20', organizationIds: [3] };
    expect(tell({ sii: measures(of, { ...of, overdue: 1 }) })).toEqual([
      'engine act: 12 entries of organization 3 in SII are past the deadline without an answer of AEAT',
      'customers act: 1 entry of organization 3 in SII is past the deadline and rejected by AEAT',
    ]);
    expect(judge({ sii: measures(of) })[0]).toMatchObject({
      why: 'The first deadline was 2026-11-20 (RIVA, art. 69 bis)',
      todo: expect.stringContaining('npm run engine -- sii entries 3 --overdue'),
    });
  });

  it('tell which entries are due today or tomorrow, whether they wait or were rejected', () => {
    const [finding] = judge({
      sii: measures({ soon: 3, organizationIds: [3] }, { soon: 1, organizationIds: [3, 4] }),
    });
    expect(finding).toMatchObject({
      urgency: 'look',
      what: '4 entries of organizations 3, 4 in SII are due today or tomorrow',
      why: '3 wait, and 1 was rejected (RIVA, art. 69 bis)',
    });
  });

  it('tell of collections as of entries, with what mends a rejected one', () => {
    const late = { entries: 2, overdue: 2, firstDueBy: '2026-11-20', organizationIds: [3] };
    const refused = { entries: 5, overdue: 1, soon: 1, firstDueBy: '2026-11-20', organizationIds: [3] };
    const collections = { waiting: { ...none, ...late }, rejected: { ...none, ...refused } };
    expect(tell({ sii: measures({}, {}, { collections }) })).toEqual([
      'engine act: 2 collections of organization 3 in SII are past the deadline without an answer of AEAT',
      'engine look: 1 collection of organization 3 in SII is due today or tomorrow',
      'customers act: 1 collection of organization 3 in SII is past the deadline and rejected by AEAT',
      'customers act: AEAT rejected 3 collections in SII',
    ]);
    const [halted] = judge({
      siiIssuers: [issuer({ haltedAt: NOW, haltedReason: 'x', waiting: 0, collections: 1 })],
    });
    expect(halted!.what).toContain('; 1 collection waits');
  });

  it('tell nothing of an issuer whose messages AEAT answers', () => {
    expect(tell({ siiIssuers: [issuer({ failures: 0, rejected: 3, overdue: 1 })] })).toEqual([]);
  });

  it('tell a halted issuer with the command that resumes it', () => {
    const halted = issuer({ haltedAt: NOW - DAY, haltedReason: 'AEAT 4118: El NIF no está autorizado' });
    expect(judge({ siiIssuers: [halted] })).toEqual([
      expect.objectContaining({
        group: 'engine',
        urgency: 'act',
        what: 'Nothing of issuer B12345674 of organization 3 is sent to SII; 12 entries wait',
        since: NOW - DAY,
        why: 'AEAT 4118: El NIF no está autorizado',
        todo: expect.stringContaining('npm run engine -- sii resume 3 B12345674 --reason'),
        acts: [{ act: 'register.resume', id: 7 }],
      }),
    ]);
  });

  it.each([
    ['look', 'http_status', 'HTTP status 503'],
    ['act', 'certificate', 'there is no certificate'],
  ])('are of urgency %s if messages fail because of %s', (urgency, reason, message) => {
    const lastTry = { at: NOW - MINUTE, outcome: 'unknown' as const, reason, code: null, message };
    expect(judge({ siiIssuers: [issuer({ lastTry })] })).toEqual([
      expect.objectContaining({
        group: 'engine',
        urgency,
        what: '12 entries of issuer B12345674 of organization 3 wait for SII',
        why: `2 attempts failed: ${message}. Workers retry it at 08:13 UTC`,
      }),
    ]);
  });

  it('tell entries that AEAT rejected or accepted with errors by its reason, with the command that sends them again', () => {
    const accepted = fault({ state: 'accepted_with_errors', code: 2011, message: 'no censado', entries: 1 });
    const findings = judge({ siiFaults: [fault({}), accepted, fault({ code: 1104, message: 'x' })] });
    expect(findings.map(({ urgency, what }) => `${urgency}: ${what}`)).toEqual([
      'act: AEAT rejected 2 entries of organization 3 in SII',
      'act: AEAT rejected 2 entries of organization 3 in SII',
      'look: AEAT found errors in 1 entry of organization 3 in SII',
    ]);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(3);
    expect(findings[0]).toMatchObject({
      group: 'customers',
      why: '1117: El NIF no está identificado. NIF: #. NOMBRE_RAZON: …',
      todo: 'find out with which NIF and name the census has the customer, then npm run engine -- invoice resend 17000 --reason …; npm run engine -- sii entries 3 --state rejected names all',
    });
  });

  it('tell in December, and not before, that the holidays of the next year are not known, if an issuer is in SII', () => {
    const last = Math.max(...KNOWN_YEARS);
    const told = (at: number, isUsed = true) => tell({ at, sii: measures({}, {}, { isUsed }) });
    expect(told(Date.parse(`${last}-11-30T22:59:00Z`)).filter((what) => what.includes('holidays'))).toEqual(
      [],
    );
    expect(told(Date.parse(`${last}-11-30T23:01:00Z`))).toContain(
      `engine look: The engine knows no national holidays of ${last + 1}, on which deadlines of SII depend`,
    );
    expect(
      told(Date.parse(`${last}-12-15T12:00:00Z`), false).filter((what) => what.includes('holidays')),
    ).toEqual([]);
    expect(tell({ sii: measures({ undated: 2 }) })).toEqual([
      'engine look: 2 entries or collections in SII have no known deadline',
    ]);
  });
});
