import type { Installation, Overview } from '../../persistence/overview/overview.ts';
import { describePause, type Pause } from '../../queue/pauses.ts';
import type { PausedOrganization } from '../../persistence/overview/work.ts';
import { countOf, type Finding } from './finding.ts';
import { judgeChains } from './judge-chains.ts';
import { judgeFailures, judgeUncorrected } from './judge-faults.ts';
import { judgeInstallation } from './judge-installation.ts';
import { judgeWork } from './judge-work.ts';

/** What is known of an engine. */
export type Sight = {
  readonly overview: Overview;
  readonly installation: Installation;
  /** null: Redis, which has the queues, does not answer. */
  readonly pauses: readonly Pause[] | null;
};

/** All that operators should know, what needs them first. */
export function judgeOverview({ overview, installation, pauses }: Sight): Finding[] {
  const { at, work, chains, uncorrected, failures, paused } = overview;
  const findings = [
    ...judgePauses(pauses),
    ...judgeChains(chains ?? [], at),
    ...judgeUncorrected(uncorrected ?? []),
    ...judgeWork(work ?? [], at),
    ...judgeInstallation(installation, at),
    ...judgeFailures(failures ?? []),
    ...judgePausedOrganizations(paused ?? []),
  ];
  return [
    ...findings.filter(({ urgency }) => urgency === 'act'),
    ...findings.filter(({ urgency }) => urgency === 'look'),
  ];
}

function judgePauses(pauses: readonly Pause[] | null): Finding[] {
  const said = { urgency: 'act', why: null, acts: [], section: 'batches' } as const;
  if (pauses === null) {
    return [
      {
        ...said,
        id: 'redis',
        what: 'Redis does not answer: workers take up no work before it is back',
        since: null,
        todo: 'start Redis, or mend the way to it (REDIS_URL); nothing is lost, what waits is found again',
      },
    ];
  }
  return pauses.map((pause) => ({
    ...said,
    id: `paused-${pause.queue}`,
    what: `The queue ${pause.queue} is paused`,
    since: pause.since,
    why: describePause(pause)
      .replace(/^.*?: /, '')
      .split('. It goes on', 1)[0]!,
    todo: `resume it under Jobs, or npm run queues -- resume ${pause.queue}; npm run audit -- --act queue.pause tells who paused it`,
  }));
}

/** Somebody wanted it so, and may have forgotten. */
function judgePausedOrganizations(paused: readonly PausedOrganization[]): Finding[] {
  return paused.map(({ organizationId, name, pausedAt, batchesWaiting }) => ({
    id: `paused-organization-${organizationId}`,
    urgency: 'look',
    what: `Organization ${organizationId}, ${name}, is paused: ${countOf(batchesWaiting, 'batch', 'batches')} of it ${batchesWaiting === 1 ? 'is' : 'are'} not issued`,
    since: pausedAt,
    why: 'An operator paused it: npm run audit -- --act organization.pause tells who, and why',
    todo: `when it may go on: npm run org -- resume ${organizationId}`,
    acts: [{ act: 'organization.resume', id: organizationId }],
    section: 'load',
  }));
}
