import {
  SHARED_SETTING_NAMES,
  type SharedSettingName,
  type ReportedSetting,
} from '../platform/config/shared-settings.ts';
import type { ProcessView } from '../platform/process/processes.ts';
import { HOUR } from './finding.ts';

/* Finds shared settings that are not the same in all processes, and the processes that differ. */

/** Processes with the same value of a setting. */
export type ProcessGroup = { readonly shown: string; readonly processes: readonly ProcessView[] };

export type Difference = {
  readonly setting: SharedSettingName;
  /** Time since which they differ, in milliseconds since 1970. */
  readonly since: number;
  /** At least two groups, the largest first. */
  readonly groups: readonly ProcessGroup[];
  /** Processes outside the largest group; all processes if no group is the largest. */
  readonly differing: readonly ProcessView[];
};

/**
 * Time for which releases may run side by side, for a rolling upgrade. Any other difference is
 * reported at once.
 */
const UPGRADE_MS = HOUR;

/** Returns the name of a process: `worker 4711 on app2`. */
export function nameProcess({
  role,
  host,
  pid,
}: Pick<ProcessView, 'host' | 'pid'> & { role: string }): string {
  return `${role} ${pid} on ${host}`;
}

/** Finds the settings in which processes differ, in the order of SHARED_SETTINGS. */
export function compareProcesses(processes: readonly ProcessView[], now: number): Difference[] {
  // A Redis that was emptied has a new mark, which each process reports at its next renewal.
  // Processes that have not renewed since are not compared.
  const changedAt = processes.reduce((last, { redisChangedAt }) => Math.max(last, redisChangedAt ?? 0), 0);
  const current = processes.filter(({ renewedAt }) => renewedAt >= changedAt);
  return SHARED_SETTING_NAMES.flatMap((setting) => {
    const groups = groupProcesses(current, setting);
    const since = sinceWhen(groups);
    if (groups.length < 2 || (setting === 'version' && now - since < UPGRADE_MS)) return [];
    const [first, second] = groups as [ProcessGroup, ProcessGroup];
    const isDecided = first.processes.length > second.processes.length;
    const differing = (isDecided ? groups.slice(1) : groups).flatMap((group) => group.processes);
    return [{ setting, since, groups, differing }];
  });
}

function groupProcesses(processes: readonly ProcessView[], setting: SharedSettingName): ProcessGroup[] {
  const tellers = processes.flatMap((process) => {
    const told = settingOf(process, setting);
    return told === undefined ? [] : [{ process, told }];
  });
  const keys = new Map(tellers.flatMap(({ told: { shown, key } }) => (key === null ? [] : [[shown, key]])));
  const byKey = Map.groupBy(tellers, ({ told: { shown, key } }) => key ?? keys.get(shown) ?? shown);
  const named = [...byKey].map(([key, group]) => ({
    key,
    shown: group[0]!.told.shown,
    processes: group.map(({ process }) => process),
  }));
  return named
    .map(({ key, shown, processes: members }) => {
      const isAmbiguous = named.filter((other) => other.shown === shown).length > 1;
      return { shown: isAmbiguous ? `${shown} (mark ${key})` : shown, processes: members };
    })
    .toSorted((a, b) => b.processes.length - a.processes.length);
}

function settingOf(
  { version, settings }: ProcessView,
  setting: SharedSettingName,
): ReportedSetting | undefined {
  return setting === 'version' ? { shown: version, key: version } : settings[setting];
}

/** Returns the time since which there have been processes of several groups. */
function sinceWhen(groups: readonly ProcessGroup[]): number {
  const begun = groups.map(({ processes }) =>
    processes.reduce(
      (first, { startedAt, redisChangedAt }) => Math.min(first, redisChangedAt ?? startedAt),
      Number.POSITIVE_INFINITY,
    ),
  );
  return begun.reduce((last, at) => Math.max(last, at), 0);
}
