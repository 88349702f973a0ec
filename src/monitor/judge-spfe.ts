import { formatMessage } from '../contracts/messages/format-message.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import type { ProcessView } from '../platform/process/processes.ts';
import { findUnknownYears, LAST_KNOWN_YEAR } from './calendar-years.ts';
import {
  countOf,
  type Finding,
  formatMoment,
  formatSpan,
  nameIssuer,
  nameSome,
  OF_ENGINE,
} from './finding.ts';
import { hasSpfeTransport } from './spfe-transport.ts';
import type { OpenSpfeIssuer, SpfeMeasures } from './statements/spfe.ts';

/*
 * Findings about the sending of invoices to the SPFE: issuers that are halted or whose requests fail,
 * deliveries that are late, and times in which the SPFE cannot be used.
 */

/** What is known of the sending to the SPFE; a member is null if the database took too long. */
export type SpfeSight = {
  readonly measures: SpfeMeasures | null;
  readonly issuers: readonly OpenSpfeIssuer[] | null;
  readonly processes: readonly ProcessView[] | null;
};

const NOUN = ['delivery', 'deliveries'] as const;

/** Returns the findings about the sending to the SPFE. */
export function judgeSpfe({ measures, issuers, processes }: SpfeSight, now: number): Finding[] {
  const hasTransport = hasSpfeTransport(processes ?? []);
  return [
    ...(issuers ?? []).flatMap((issuer) => (issuer.haltedAt === null ? [] : [describeHalted(issuer)])),
    ...(measures === null || !hasTransport ? [] : [...judgeLate(measures), ...judgeOutage(measures, now)]),
    ...(issuers ?? []).flatMap((issuer) => (issuer.mustCompare ? [describeUncompared(issuer)] : [])),
    ...(issuers ?? []).flatMap((issuer) =>
      issuer.haltedAt === null && issuer.failures > 0 ? [describeFailing(issuer, now)] : [],
    ),
    ...(measures === null ? [] : judgeCalendar(measures, todayInMadrid(new Date(now)))),
    ...(measures?.isUsed === true && processes !== null && !hasTransport
      ? [describeNoTransport(measures)]
      : []),
  ];
}

/** `12 deliveries wait`. */
const countWaiting = (waiting: number) => `${countOf(waiting, ...NOUN)} ${waiting === 1 ? 'waits' : 'wait'}`;

function describeHalted(issuer: OpenSpfeIssuer): Finding {
  const { chainId, organizationId, issuerNif, haltedAt, haltedReason, waiting } = issuer;
  return {
    id: `spfe-halted-${organizationId}-${issuerNif}`,
    ...OF_ENGINE,
    urgency: 'act',
    what: `Nothing of ${nameIssuer(issuer)} is sent to the SPFE; ${countWaiting(waiting)}`,
    since: haltedAt,
    why: haltedReason,
    todo: `mend what the SPFE names (docs/runbooks/spfe.md), then npm run engine -- spfe resume ${organizationId} ${issuerNif} --reason …`,
    acts: chainId === null ? [] : [{ act: 'spfe.resume', id: chainId }],
    section: 'spfe',
  };
}

function judgeLate({ late, overdue, firstDueBy, organizationIds }: SpfeMeasures): Finding[] {
  if (late === 0) return [];
  const isOverdue = overdue > 0;
  const number = isOverdue ? overdue : late;
  const [first = 0] = organizationIds;
  return [
    {
      id: 'spfe-overdue',
      ...OF_ENGINE,
      urgency: isOverdue ? 'act' : 'look',
      what: `${countOf(number, ...NOUN)} to the SPFE ${number === 1 ? 'is' : 'are'} late by more than ${isOverdue ? '24 hours' : '15 minutes'}`,
      since: firstDueBy,
      why: `Invoices and copies are due when they are issued (Orden HAC/1028/2026, art. 4.1). Organizations: ${nameSome(organizationIds)}`,
      todo: `npm run engine -- spfe deliveries ${first} --overdue names them; see docs/runbooks/spfe.md (SpfeOverdue)`,
      acts: [],
      section: 'spfe',
    },
  ];
}

function judgeOutage({ outageSince, failedAttempts }: SpfeMeasures, now: number): Finding[] {
  if (outageSince === null) return [];
  return [
    {
      id: 'spfe-outage',
      ...OF_ENGINE,
      urgency: 'look',
      what: `The SPFE has not answered for ${formatSpan(now - outageSince)}`,
      since: outageSince,
      why: `${countOf(failedAttempts, 'attempt')} failed. Workers go on trying, and nothing is lost`,
      todo: 'read the notices of AEAT and keep them; after more than 24 hours npm run engine -- spfe downtime delays what was due, see docs/runbooks/spfe.md (SpfeUnavailable)',
      acts: [],
      section: 'spfe',
    },
  ];
}

function describeUncompared(issuer: OpenSpfeIssuer): Finding {
  const { organizationId, issuerNif, waiting } = issuer;
  return {
    id: `spfe-uncompared-${organizationId}-${issuerNif}`,
    ...OF_ENGINE,
    urgency: 'look',
    what: `${nameIssuer(issuer).replace(/^i/, 'I')} is compared with the SPFE before anything is sent; ${countWaiting(waiting)}`,
    since: null,
    why: 'The database was restored or failed over, so the SPFE may have documents that the engine does not know of',
    todo: `nothing: workers compare it; npm run engine -- spfe compare ${organizationId} ${issuerNif} does so at once`,
    acts: [],
    section: 'spfe',
  };
}

function describeFailing(issuer: OpenSpfeIssuer, now: number): Finding {
  const { organizationId, issuerNif, failures, nextAllowedAt, lastAt, lastOutcome, lastCode, lastMessage } =
    issuer;
  const next =
    nextAllowedAt === null || nextAllowedAt < now ? 'now' : `at ${formatMoment(nextAllowedAt, now)}`;
  const said = lastOutcome === 'answered' ? [] : [lastCode, lastMessage].filter((part) => part !== null);
  const why = said.length === 0 ? '' : `: ${said.join(': ')}`;
  return {
    id: `spfe-failing-${organizationId}-${issuerNif}`,
    ...OF_ENGINE,
    urgency: 'look',
    what: `${countWaiting(issuer.waiting)} for the SPFE, of ${nameIssuer(issuer)}`,
    since: lastAt,
    why: `${countOf(failures, 'attempt')} failed${why}. Workers try again ${next}`,
    todo: 'nothing if the SPFE is unavailable; otherwise see docs/runbooks/spfe.md (SpfeOverdue)',
    acts: [],
    section: 'spfe',
  };
}

function judgeCalendar({ isUsed }: SpfeMeasures, today: string): Finding[] {
  const missing = findUnknownYears(today);
  if (!isUsed || missing.length === 0) return [];
  return [
    {
      id: 'spfe-calendar',
      ...OF_ENGINE,
      urgency: 'act',
      what: `The engine knows no national holidays of ${missing.join(' and ')}, on which deadlines after a downtime of the SPFE depend`,
      since: null,
      why: `This version knows the national holidays up to ${LAST_KNOWN_YEAR}. A downtime whose deadline is in another year cannot be confirmed`,
      todo: 'start all processes with a version that knows them',
      acts: [],
      section: 'installation',
    },
  ];
}

function describeNoTransport({ waiting }: SpfeMeasures): Finding {
  return {
    id: 'spfe-transport',
    ...OF_ENGINE,
    urgency: 'look',
    what: formatMessage('spfe_unpublished').en,
    since: null,
    why: `${countWaiting(waiting)}. The duty begins on 2027-10-06 for issuers above 8,000,000 euros, and on 2028-10-06 for all others (RD 238/2026, DF 4)`,
    todo: 'nothing: a later version sends them; see docs/spfe.md (What is published)',
    acts: [],
    section: 'spfe',
  };
}
