import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isOfNpmStart, readPath, readWhole } from './command-context.ts';
import { chooseExitCode, describeLines } from './doctor/finding.ts';
import { type Kind, KINDS, readSettingsDirectory, takeOwnLogin } from './doctor/process-settings.ts';
import { print } from './print.ts';

/* npm run doctor: looks at everything that an engine needs, changes nothing, and says what to mend. */

/** What `npm start` tells its processes. */
const OF_NPM_START = '.local/settings';
/** The code of the process where the doctor could not look: monitoring calls it "unknown". */
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

/** A directory that is named, or that of npm start while it runs; else one environment, which every process that is named has. */
function readSettings({ settings, process: kinds }: Options) {
  if (settings !== undefined) return readSettingsDirectory(settings);
  if (kinds.length === 0 && isOfNpmStart('DATABASE_URL') && existsSync(OF_NPM_START))
    return [...readSettingsDirectory(OF_NPM_START), takeOwnLogin('commands', process.env)];
  const named: readonly Kind[] = kinds.length === 0 ? ['commands'] : kinds;
  return named.map((kind) => takeOwnLogin(kind, process.env));
}

async function examine(options: Options): Promise<void> {
  const { backups, backupHours, disk: disks, json } = options;
  // What they look with takes as long to load as all else that a command does.
  const { openPatient } = await import('./doctor/patient.ts');
  const { ALL_CHECKS, runChecks } = await import('./doctor/run-checks.ts');
  await using patient = await openPatient(readSettings(options), { backups, backupHours, disks });
  const lines = await runChecks(ALL_CHECKS, patient);
  process.exitCode = chooseExitCode(lines);
  await print(json ? JSON.stringify(lines, null, 2) : describeLines(lines));
}

export const command = new Command('doctor')
  .description(
    'look at settings, servers, logins, clocks, certificates, browser, disks, backups and ports, and say what to mend; changes nothing. Ends with code 0 where all is well, 1 with warnings, 2 with failures, 3 where it could not look',
  )
  .addOption(
    new Option(
      '--settings <directory>',
      'where the settings of the processes lie: common.env, ingress.env, worker.env, … (docs/year.md); default: those of npm start while it runs, else this environment',
    ).argParser(readPath),
  )
  .option(
    '--process <kind>',
    `judge this environment as that of ${KINDS.join(', ')}; repeatable`,
    readKind,
    [],
  )
  .option('--backups <directory>', 'where backups lie: how old the newest one is', readPath)
  .option(
    '--backup-hours <hours>',
    'how old it may be',
    readWhole(1, 99_999, 'It must be a number of hours.'),
    26,
  )
  .option('--disk <directory>', 'another directory whose disk is looked at; repeatable', collect<string>, [])
  .option('--json', 'an array of {check, of, severity, says, fix}')
  .action(examine);
