import { hash } from 'node:crypto';
import type { FaultyProcess } from '../platform/jobs/process-faults.ts';
import { SHARED_SETTINGS } from '../platform/config/shared-settings.ts';
import type { ProcessView } from '../platform/process/processes.ts';
import { compareProcesses, type Difference, nameProcess } from './compare-processes.ts';
import { type Finding, OF_ENGINE } from './finding.ts';

/* Findings about processes that differ from the others in their release, Redis, or AEAT address. */

/** Maximum number of processes per group, and of groups, that are named. */
const MOST_NAMED = 3;

/** Returns the findings about processes that differ. */
export function judgeProcesses(processes: readonly ProcessView[], now: number): Finding[] {
  return compareProcesses(processes, now).map((difference) => ({
    id: `differing-${difference.setting}`,
    ...OF_ENGINE,
    urgency: difference.setting === 'version' ? 'look' : 'act',
    what: describeDifference(difference),
    since: difference.since,
    why: explainDifference(difference),
    todo: adviseDifference(difference),
    acts: [],
    section: 'installation',
  }));
}

/**
 * Describes a difference:
 * `worker 4711 on app2 has a different Redis than the other 3 processes that use it`.
 */
export function describeDifference({ setting, groups, differing }: Difference): string {
  const { title } = SHARED_SETTINGS[setting];
  const all = groups.reduce((sum, { processes }) => sum + processes.length, 0);
  if (differing.length === all)
    return `${all} processes do not have the same ${title}: ${nameProcesses(differing)}`;
  const rest = all - differing.length;
  const others = rest === 1 ? 'the other one' : `the other ${rest}`;
  return `${nameProcesses(differing)} ${differing.length === 1 ? 'has' : 'have'} a different ${title} than ${others}`;
}

/** Lists the values of the groups and states the harm. */
export function explainDifference({ setting, groups }: Difference): string {
  return `${nameGroups(groups)}. ${SHARED_SETTINGS[setting].harm}`;
}

/** Returns the remedy. Only the operator knows which value is correct. */
export function adviseDifference({ setting }: Difference): string {
  const { variables } = SHARED_SETTINGS[setting] as { readonly variables: readonly string[] };
  return setting === 'version'
    ? 'restart the processes of the older release with the newer one; see docs/runbooks/processes.md (EngineVersionsMixed)'
    : `find out which value is right, set ${variables.join(' and ')} to it in all processes, and restart those with another value; see docs/runbooks/processes.md (EngineProcessesDiffer)`;
}

/** Returns the findings about processes that report faults of their own, one for each fault. */
export function judgeFaulty(processes: readonly FaultyProcess[]): Finding[] {
  const faults = processes.flatMap((process) =>
    Object.entries(process.faults).map(([check, text]) => ({ process, check, text })),
  );
  return [
    ...Map.groupBy(faults, ({ check, text }) => `${check} ${text.replaceAll(/\d+/g, '#')}`).values(),
  ].map((group) => {
    const { check, text, process } = group[0]!;
    const names = nameSeveral(group.map((each) => nameProcess(each.process)));
    const isDisk = check.startsWith('disk ');
    return {
      id: `faulty-${process.role}-${hash('sha256', `${check} ${text.replaceAll(/\d+/g, '#')}`).slice(0, 8)}`,
      ...OF_ENGINE,
      urgency: 'act',
      what: isDisk ? `${names}: ${text}` : `${names} cannot work: ${check}: ${text}`,
      since: group.reduce((first, each) => Math.min(first, each.process.since), process.since),
      why: null,
      todo: isDisk
        ? 'free space at once, or enlarge the disk, and find out what fills it; see docs/runbooks/room.md (DiskFullSoon)'
        : `${text.startsWith('refuses the login') ? 'correct the login in DATABASE_URL of that process, or its password and attributes in PostgreSQL; ' : ''}see docs/runbooks/processes.md (EngineNotReady)`,
      acts: [],
      section: 'installation',
    };
  });
}

function nameGroups(groups: Difference['groups']): string {
  const named = groups
    .slice(0, MOST_NAMED)
    .map(({ shown, processes }) => `${shown}: ${nameProcesses(processes)}`)
    .join('; ');
  const left = groups.length - MOST_NAMED;
  return left > 0 ? `${named}; and ${left} more values` : named;
}

function nameProcesses(processes: readonly ProcessView[]): string {
  return nameSeveral(processes.map(nameProcess));
}

function nameSeveral(names: readonly string[]): string {
  const left = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return left > 0 ? `${shown} and ${left} more` : shown;
}
