import type { Installation, Overview } from './statements/overview.ts';
import type { QueueSnapshot } from '../platform/jobs/queue-snapshot.ts';
import type { PausedOrganization } from './statements/work.ts';
import { applyAcknowledgements } from './acknowledge.ts';
import { countOf, type Finding, OF_CUSTOMERS, OF_ENGINE, orderFindings } from './finding.ts';
import { judgeChains } from './judge-chains.ts';
import { judgeDamagedFiles, judgeFailures, judgeUncorrected } from './judge-faults.ts';
import { judgeInstallation } from './judge-installation.ts';
import { judgeSessions } from './judge-sessions.ts';
import { judgeBacklogs, judgeBook } from './judge-book.ts';
import { judgeCensus } from './judge-census.ts';
import { judgeSii } from './judge-sii.ts';
import { judgeSpfe } from './judge-spfe.ts';
import { judgeSpfeFaults } from './judge-spfe-faults.ts';
import { judgeSignIn } from './judge-sign-in.ts';
import { judgeFaulty, judgeProcesses } from './judge-processes.ts';
import { judgeQueues } from './judge-queues.ts';
import { judgeWork } from './judge-work.ts';
import {
  ADVICE_SUPERSEDED,
  describeSuperseded,
  judgeLineage,
  parseActiveLineage,
} from '../platform/postgres/lineage/lineage.ts';

/** Everything that is known of an engine. */
export type Sight = {
  readonly overview: Overview;
  readonly installation: Installation;
  readonly queues: QueueSnapshot;
};

/**
 * Returns all findings, those of the engine first (see orderFindings). Each list is ordered by
 * severity.
 */
export function judgeOverview({ overview, installation, queues }: Sight): Finding[] {
  const {
    at,
    sessions,
    processes,
    work,
    chains,
    sii,
    siiIssuers,
    siiFaults,
    comparedSii,
    siiBacklogs,
    spfe,
    spfeIssuers,
    spfeFaults,
    census,
    uncorrected,
    damagedFiles,
    failures,
    paused,
    wrongLogins,
    whyReadOnly,
    lineage,
    hasWebhooks,
    newestFailingAt,
  } = overview;
  const blocking = judgeSessions(sessions ?? [], at);
  const isBlocked = blocking.some(({ urgency }) => urgency === 'act');
  const findings = [
    ...judgeReadOnly(whyReadOnly),
    ...judgeSuperseded(lineage, queues.activeLineage),
    ...blocking,
    // Precedes the findings about queues without a worker, because a worker with another Redis
    // sends its heartbeats there.
    ...judgeProcesses(processes ?? [], at),
    ...judgeFaulty(queues.faulty ?? []),
    ...judgeQueues(
      queues,
      new Set([...(hasWebhooks === true ? [] : ['webhooks']), ...(spfe?.isUsed === true ? [] : ['spfe'])]),
      (processes ?? []).some(({ role }) => role === 'worker'),
    ),
    ...judgeWork(work ?? [], newestFailingAt, at).map((finding) =>
      isBlocked ? blameSession(finding) : finding,
    ),
    ...judgeChains(chains ?? [], at).map((finding) => (isBlocked ? blameSession(finding) : finding)),
    ...judgeCensus(census, at),
    ...judgeSii({ measures: sii, issuers: siiIssuers, faults: siiFaults }, at),
    ...judgeBook(comparedSii ?? []),
    ...judgeBacklogs(siiBacklogs ?? []),
    ...judgeSpfe({ measures: spfe, issuers: spfeIssuers, processes }, at),
    ...judgeSpfeFaults(spfeFaults),
    ...judgeInstallation(installation, at),
    ...judgeSignIn(wrongLogins ?? []),
    ...judgeUncorrected(uncorrected ?? []),
    ...judgeDamagedFiles(damagedFiles ?? []),
    ...judgeFailures(failures ?? []),
    ...judgePausedOrganizations(paused ?? []),
  ];
  return orderFindings(applyAcknowledgements(findings, overview.acknowledgements ?? []));
}

/**
 * Changes a finding about stalled work: the workers wait for a locked table and are not at fault.
 */
function blameSession(finding: Finding): Finding {
  if (!STANDS_STILL.test(finding.id)) return finding;
  return {
    ...finding,
    why: 'A database session blocks others: see above',
    todo: 'end the blocking session first; the work then continues by itself',
  };
}

const STANDS_STILL = /^(standing-|late-chains$)/;

function judgeReadOnly(whyReadOnly: string | null): Finding[] {
  if (whyReadOnly === null) return [];
  return [
    {
      id: 'read-only',
      ...OF_ENGINE,
      urgency: 'act',
      what: `The database accepts no writes: ${whyReadOnly.replace(/^read-only: /, '')}`,
      since: null,
      why: 'Clients get 503. Nothing is accepted, issued or sent, but no accepted batch is lost',
      todo: `${whyReadOnly.includes('standby') ? 'point DATABASE_URL at the primary' : 'find out who set default_transaction_read_only (a failover does), and reset it if this server is the active one'}; see docs/runbooks/processes.md (EngineNotReady)`,
      acts: [],
      section: 'installation',
    },
  ];
}

/**
 * Returns a finding if another database is active, according to Redis: nothing is issued or sent in
 * this one.
 */
function judgeSuperseded(lineage: string | null, record: string | null): Finding[] {
  const active = parseActiveLineage(record);
  if (lineage === null || active === null || judgeLineage(active, lineage) !== 'superseded') return [];
  return [
    {
      id: 'superseded',
      ...OF_ENGINE,
      urgency: 'act',
      what: 'Nothing is issued or sent: another database is active',
      since: null,
      why: describeSuperseded(active, lineage),
      todo: ADVICE_SUPERSEDED,
      acts: [],
      section: 'installation',
    },
  ];
}

/** Returns a finding per paused organization, because an operator may have forgotten the pause. */
function judgePausedOrganizations(paused: readonly PausedOrganization[]): Finding[] {
  return paused.map(({ organizationId, name, pausedAt, batchesWaiting }) => ({
    id: `paused-organization-${organizationId}`,
    ...OF_CUSTOMERS,
    newestAt: pausedAt,
    urgency: 'look',
    what: `Organization ${organizationId}, ${name}, is paused: ${countOf(batchesWaiting, 'batch', 'batches')} ${batchesWaiting === 1 ? 'is' : 'are'} not issued`,
    since: pausedAt,
    why: 'An operator paused it: npm run engine -- audit --act organization.pause shows who and why',
    todo: `when the reason no longer applies: npm run engine -- org resume ${organizationId}`,
    acts: [{ act: 'organization.resume', id: organizationId }],
    section: 'load',
  }));
}
