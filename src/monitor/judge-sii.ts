import { hash } from 'node:crypto';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { adviseTry, explainTry, needsPerson } from '../operate/chains/describe-failures.ts';
import type { OpenEntries, SiiFaultGroup, SiiMeasures, OpenIssuer } from './statements/sii.ts';
import { findUnknownYears, LAST_KNOWN_YEAR } from './calendar-years.ts';
import {
  countOf,
  type Finding,
  formatMoment,
  nameIssuer,
  nameOrganizations,
  OF_CUSTOMERS,
  OF_ENGINE,
} from './finding.ts';

/*
 * Findings about entries of invoices in SII and collections of their payments: deadlines that are near or have passed (RIVA, art. 69
 * bis), issuers that are halted or whose messages fail, and entries that AEAT rejected or in which it
 * found errors.
 */

/** What is known of SII; a member is null if the database took too long. */
export type SiiSight = {
  readonly measures: SiiMeasures | null;
  readonly issuers: readonly OpenIssuer[] | null;
  readonly faults: readonly SiiFaultGroup[] | null;
};

/** Codes of AEAT for a NIF that its census does not have, or not with that name. */
const CENSUS_CODES = [1116, 1117, 2011];

/** What is counted: the ids of its findings begin with `id`. */
type Noun = {
  readonly id: string;
  readonly one: string;
  readonly many: string;
  /** What is done with one that AEAT rejected. */
  readonly remedy: string;
};
const ENTRIES: Noun = { id: 'sii', one: 'entry', many: 'entries', remedy: 'correct what AEAT names' };
const COLLECTIONS: Noun = {
  id: 'sii-collections',
  one: 'collection',
  many: 'collections',
  remedy:
    'have the client cancel the payment and record it again when the cause is mended, see docs/runbooks/sii.md (Collections that are late or refused)',
};
type Open = Pick<SiiMeasures, 'waiting' | 'rejected'>;

/** Returns the findings about entries and collections in SII. */
export function judgeSii({ measures, issuers, faults }: SiiSight, now: number): Finding[] {
  return [
    ...(issuers ?? []).flatMap((issuer) => (issuer.haltedAt === null ? [] : [describeHalted(issuer)])),
    ...(measures === null
      ? []
      : [
          ...judgeOverdue(ENTRIES, measures),
          ...judgeOverdue(COLLECTIONS, measures.collections),
          ...judgeSoon(ENTRIES, measures),
          ...judgeSoon(COLLECTIONS, measures.collections),
          ...judgeRejectedCollections(measures.collections.rejected),
          ...judgeCalendar(measures, todayInMadrid(new Date(now))),
        ]),
    ...(issuers ?? []).flatMap((issuer) =>
      issuer.haltedAt === null && issuer.failures > 0 ? [describeFailing(issuer, now)] : [],
    ),
    ...(faults ?? []).map(describeFault),
  ];
}

/** What of an issuer waits: `12 entries and 1 collection`, and the verb that follows. */
function countWaiting({ waiting, collections }: OpenIssuer): readonly [string, string] {
  const parts = [
    ...(waiting > 0 || collections === 0 ? [countOf(waiting, 'entry', 'entries')] : []),
    ...(collections > 0 ? [countOf(collections, 'collection')] : []),
  ];
  return [parts.join(' and '), waiting + collections === 1 ? 'waits' : 'wait'];
}

function describeHalted(issuer: OpenIssuer): Finding {
  const { chainId, organizationId, issuerNif, haltedAt, haltedReason } = issuer;
  return {
    id: `sii-halted-${organizationId}-${issuerNif}`,
    ...OF_ENGINE,
    urgency: 'act',
    what: `Nothing of ${nameIssuer(issuer)} is sent to SII; ${countWaiting(issuer).join(' ')}`,
    since: haltedAt,
    why: haltedReason,
    todo: `mend what AEAT names (docs/runbooks/sii.md), then npm run engine -- sii resume ${organizationId} ${issuerNif} --reason …`,
    acts: chainId === null ? [] : [{ act: 'register.resume', id: chainId }],
    section: 'sii',
  };
}

function describeFailing(issuer: OpenIssuer, now: number): Finding {
  const { organizationId, issuerNif, lastTry, nextAllowedAt, failures } = issuer;
  const [what, verb] = countWaiting(issuer);
  const next =
    nextAllowedAt === null || nextAllowedAt < now ? 'now' : `at ${formatMoment(nextAllowedAt, now)}`;
  const why = lastTry === null ? 'AEAT did not answer all of them' : explainTry(lastTry);
  return {
    id: `sii-failing-${organizationId}-${issuerNif}`,
    ...OF_ENGINE,
    urgency: lastTry !== null && needsPerson(lastTry) ? 'act' : 'look',
    what: `${what} of ${nameIssuer(issuer)} ${verb} for SII`,
    since: lastTry?.at ?? null,
    why: `${countOf(failures, 'attempt')} failed: ${why}. Workers retry it ${next}`,
    todo: lastTry === null ? 'nothing: workers retry it' : adviseTry(issuer, lastTry),
    acts: [],
    section: 'sii',
  };
}

function judgeOverdue(noun: Noun, { waiting, rejected }: Open): Finding[] {
  return [
    ...describeOverdue(`${noun.id}-overdue`, noun, waiting, {
      ...OF_ENGINE,
      what: 'without an answer of AEAT',
      todo: `npm run engine -- sii entries ${waiting.organizationIds[0]} --overdue names them; remove what prevents them, see docs/runbooks/sii.md (SiiOverdue)`,
    }),
    ...describeOverdue(`${noun.id}-overdue-rejected`, noun, rejected, {
      ...OF_CUSTOMERS,
      newestAt: null,
      what: 'and rejected by AEAT',
      todo: `npm run engine -- sii entries ${rejected.organizationIds[0]} --overdue --state rejected names them; ${noun.remedy}`,
    }),
  ];
}

function describeOverdue(
  id: string,
  { one, many }: Noun,
  { overdue, firstDueBy, organizationIds }: OpenEntries,
  { what, ...parts }: Pick<Finding, 'group' | 'newestAt' | 'acknowledgement' | 'what' | 'todo'>,
): Finding[] {
  if (overdue === 0) return [];
  return [
    {
      id,
      ...parts,
      urgency: 'act',
      what: `${countOf(overdue, one, many)} of ${nameOrganizations(organizationIds)} in SII ${overdue === 1 ? 'is' : 'are'} past the deadline ${what}`,
      since: null,
      why: `The first deadline was ${firstDueBy} (RIVA, art. 69 bis)`,
      acts: [],
      section: 'records',
    },
  ];
}

function judgeSoon({ id, one, many }: Noun, { waiting, rejected }: Open): Finding[] {
  const soon = waiting.soon + rejected.soon;
  if (soon === 0) return [];
  const ids = [...new Set([...waiting.organizationIds, ...rejected.organizationIds])];
  return [
    {
      id: `${id}-due`,
      ...OF_ENGINE,
      urgency: 'look',
      what: `${countOf(soon, one, many)} of ${nameOrganizations(ids)} in SII ${soon === 1 ? 'is' : 'are'} due today or tomorrow`,
      since: null,
      why: `${waiting.soon} ${waiting.soon === 1 ? 'waits' : 'wait'}, and ${rejected.soon} ${rejected.soon === 1 ? 'was' : 'were'} rejected (RIVA, art. 69 bis)`,
      todo: `npm run engine -- sii entries ${ids[0]} names them with their deadlines: remove what prevents them today, see docs/runbooks/sii.md (SiiDeadlineNear)`,
      acts: [],
      section: 'records',
    },
  ];
}

/** Those that are overdue or due soon have findings of their own. */
function judgeRejectedCollections({ entries, overdue, soon }: OpenEntries): Finding[] {
  const rejected = entries - overdue - soon;
  if (rejected <= 0) return [];
  return [
    {
      id: `${COLLECTIONS.id}-rejected`,
      ...OF_CUSTOMERS,
      newestAt: null,
      urgency: 'act',
      what: `AEAT rejected ${countOf(rejected, COLLECTIONS.one)} in SII`,
      since: null,
      why: 'AEAT does not have the payments, and nothing sends them again',
      todo: `npm run engine -- sii list shows of which issuers, and sii entries with --state rejected AEAT's reasons; ${COLLECTIONS.remedy}`,
      acts: [],
      section: 'records',
    },
  ];
}

function judgeCalendar({ waiting, rejected, collections, isUsed }: SiiMeasures, today: string): Finding[] {
  const undated = [waiting, rejected, collections.waiting, collections.rejected].reduce(
    (sum, open) => sum + open.undated,
    0,
  );
  const missing = isUsed ? findUnknownYears(today) : [];
  if (undated === 0 && missing.length === 0) return [];
  return [
    {
      id: 'sii-calendar',
      ...OF_ENGINE,
      urgency: 'look',
      what:
        undated === 0
          ? `The engine knows no national holidays of ${missing.join(' and ')}, on which deadlines of SII depend`
          : `${countOf(undated, 'entry or collection', 'entries or collections')} in SII ${undated === 1 ? 'has' : 'have'} no known deadline`,
      since: null,
      why: `This version knows the national holidays up to ${LAST_KNOWN_YEAR}. Entries are sent all the same, but nothing warns before their deadlines`,
      todo: 'start all processes with a version that knows them; until then watch the deadlines: npm run engine -- sii',
      acts: [],
      section: 'installation',
    },
  ];
}

function describeFault(group: SiiFaultGroup): Finding {
  const { state, kind, code, message, entries, organizationIds, firstAt, lastAt, invoiceIds } = group;
  const isRejected = state === 'rejected';
  const [invoiceId = 0] = invoiceIds;
  const said = isRejected ? 'AEAT rejected' : 'AEAT found errors in';
  const advice = CENSUS_CODES.includes(code ?? 0)
    ? 'find out with which NIF and name the census has the customer'
    : 'correct what AEAT names';
  return {
    id: `entry-${state}-${code ?? 'none'}-${kind}-${hash('sha256', message ?? '').slice(0, 8)}`,
    ...OF_CUSTOMERS,
    newestAt: lastAt,
    urgency: isRejected ? 'act' : 'look',
    what: `${said} ${countOf(entries, 'entry', 'entries')} of ${nameOrganizations(organizationIds)} in SII`,
    since: firstAt,
    why: [code, message].filter((part) => part !== null).join(': ') || null,
    todo: `${advice}, then npm run engine -- invoice resend ${invoiceId} --reason …; npm run engine -- sii entries ${organizationIds[0]} --state ${state} names all`,
    acts: [],
    section: 'records',
  };
}
