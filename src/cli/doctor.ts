import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isOfNpmStart, readPath, readWhole } from './command-context.ts';
import { chooseExitCode, describeLines } from '../monitor/doctor/finding.ts';
import { type Kind, KINDS, readSettingsDirectory, takeOwnLogin } from '../monitor/doctor/process-settings.ts';
import { print } from './print.ts';

/*
 * npm run engine -- doctor: checks everything that an engine needs, changes nothing, and reports
 * what to fix.
 */

/** The directory with the settings that `npm start` gives its processes. */
const OF_NPM_START = '.local/settings';
/** The exit code if the checks could not run: "unknown" for monitoring plugins. */
export const failureCode = 3;

type Options = {
  settings?: string;
  process: Kind[];
  backups?: string;
  backupHours: number;
  disk: string[];
  json?: boolean;
};

const collect = <T>(value: T, before: readonly T[] = []) => [...before, value];

function readKind(text: string, before: readonly Kind[]): Kind[] {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new InvalidArgumentError(`It must be one of ${KINDS.join(', ')}.`);
  return collect(kind, before);
}

/**
 * Reads the settings of the directory that --settings names, or of npm start while it runs.
 * Otherwise reads this environment as that of each process that --process names.
 */
function readSettings({ settings, process: kinds }: Options) {
  if (settings !== undefined) return readSettingsDirectory(settings);
  if (kinds.length === 0 && isOfNpmStart('DATABASE_URL') && existsSync(OF_NPM_START))
    return [...readSettingsDirectory(OF_NPM_START), takeOwnLogin('commands', process.env)];
  const named: readonly Kind[] = kinds.length === 0 ? ['commands'] : kinds;
  return named.map((kind) => takeOwnLogin(kind, process.env));
}

async function examine(options: Options): Promise<void> {
  const { backups, backupHours, disk: disks, json } = options;
  // Loading these modules takes as long as everything else that a command does.
  const { openPatient } = await import('../monitor/doctor/patient.ts');
  const { ALL_CHECKS, runChecks } = await import('../monitor/doctor/run-checks.ts');
  await using patient = await openPatient(readSettings(options), { backups, backupHours, disks });
  const lines = await runChecks(ALL_CHECKS, patient);
  process.exitCode = chooseExitCode(lines);
  await print(json ? JSON.stringify(lines, null, 2) : describeLines(lines));
}

export const command = new Command('doctor')
  .description(
    'check settings, servers, logins, clocks, certificates, browser, disks, backups and ports, and report what to fix; changes nothing. Ends with code 0 if all is well, 1 with warnings, 2 with failures, 3 if the checks could not run',
  )
  .addOption(
    new Option(
      '--settings <directory>',
      'the directory with the settings of the processes: common.env, ingress.env, worker.env, … (docs/year.md); default: that of npm start while it runs, otherwise this environment',
    ).argParser(readPath),
  )
  .option(
    '--process <kind>',
    `check this environment as the settings of a process: ${KINDS.join(', ')}; repeatable`,
    readKind,
    [],
  )
  .option(
    '--backups <directory>',
    'the directory with the backups, to check the age of the newest one',
    readPath,
  )
  .option(
    '--backup-hours <hours>',
    'the allowed age of the newest backup in hours',
    readWhole(1, 99_999, 'It must be a number of hours.'),
    26,
  )
  .option('--disk <directory>', 'another directory whose disk to check; repeatable', collect<string>, [])
  .option('--json', 'print an array of {check, of, severity, says, fix}')
  .action(examine);
