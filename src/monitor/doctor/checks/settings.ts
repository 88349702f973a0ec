import { chooseLogins } from '../../../platform/process/choose-logins.ts';
import type { FindFaults } from '../../../platform/config/environment.ts';
import {
  findDashboardFaults,
  findIngressFaults,
  findWorkerFaults,
} from '../../../platform/config/process-rules.ts';
import { isGiven } from '../../../platform/config/is-given.ts';
import { fail, type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { hasDatabase, type Kind, loadSettings, type ProcessSettings } from '../process-settings.ts';

const PAGE = 'docs/settings.md describes every setting';

/**
 * Checks the settings of each process as the process does when it starts, and compares those of all
 * processes.
 */
export function checkSettings({ processes }: Patient): Finding[] {
  return [...processes.flatMap(judge), ...findDifferences(processes)];
}

function judge(settings: ProcessSettings): Finding[] {
  const { name, kind } = settings;
  try {
    const environment = loadSettings(settings, RULES[kind](settings));
    if (kind === 'migrate') chooseLogins(environment);
    return [ok(`valid as ${kind === 'commands' ? 'the commands read' : `the ${kind} reads`} them`, name)];
  } catch (error) {
    const faults = (error as Error).message.split('\n');
    return faults.map((fault) => fail(fault, `correct that setting of ${name}: ${PAGE}`, name));
  }
}

/** The additional rules of each kind of process. */
const RULES: Readonly<Record<Kind, (settings: ProcessSettings) => FindFaults>> = {
  ingress: () => findIngressFaults,
  worker: () => findWorkerFaults,
  dashboard: (settings) => (environment) => findDashboardFaults(environment, hasDatabase(settings)),
  migrate: () => () => [],
  commands: () => () => [],
};

/**
 * Settings that determine the content of records and messages. Processes with different values
 * contradict each other.
 */
const SAME = [
  'VERIFACTU_ENVIRONMENT',
  'VERIFACTU_PRODUCER_NAME',
  'VERIFACTU_PRODUCER_NIF',
  'REDIS_URL',
] as const;
/** Settings that only some processes have. They must agree where they are set. */
const SAME_WHERE_SET = ['CERTIFICATE_KEY', 'AEAT_URL'] as const;
/** The kinds of processes that make or read records. */
const CONCERNED: readonly Kind[] = ['ingress', 'worker', 'commands'];

function findDifferences(processes: Patient['processes']): Finding[] {
  const read = processes.flatMap(({ name, kind, variables, environment }) =>
    environment && CONCERNED.includes(kind) ? [{ name, kind, variables, environment }] : [],
  );
  return [...SAME, ...SAME_WHERE_SET].flatMap((setting) => {
    const isPartial = (SAME_WHERE_SET as readonly string[]).includes(setting);
    // Commands make no records and need no producer, so a setting that they lack contradicts
    // nothing.
    const told = read.filter(
      ({ kind, variables }) => isGiven(setting, variables) || (!isPartial && kind !== 'commands'),
    );
    const values = new Map(told.map(({ name, environment }) => [name, environment[setting]]));
    if (new Set(values.values()).size < 2) return [];
    const names = [...values.keys()].join(', ');
    return isPartial
      ? [warn(`${setting} differs between ${names}`, `give all of them the same ${setting}`)]
      : [fail(`${setting} differs between ${names}`, `give all of them the same ${setting}`)];
  });
}
