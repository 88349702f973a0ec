import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type Environment, type FindFaults, loadEnvironment } from '../../platform/config/environment.ts';
import { isGiven } from '../../platform/config/is-given.ts';
import { PROCESS_ROLES, nameLoginVariable } from '../../platform/postgres/logins/process-roles.ts';
import { ConfigurationError } from '../../platform/config/configuration-error.ts';

/**
 * The programs that read settings: the three kinds of processes, `npm run migrate` and the other
 * commands.
 */
export const KINDS = ['ingress', 'worker', 'dashboard', 'migrate', 'commands'] as const;
export type Kind = (typeof KINDS)[number];

/** The settings of one process, as it receives them. */
export type ProcessSettings = {
  /**
   * The name of its file without extension, such as `worker-remission`; without a file, the kind.
   */
  readonly name: string;
  readonly kind: Kind;
  readonly variables: NodeJS.ProcessEnv;
};

/** The file with the settings that all processes of a directory share. */
const COMMON = 'common.env';

/**
 * Reads a directory of settings: `common.env`, and a file for each process, whose name begins with
 * its kind (`worker.env`, `worker-pdfs.env`). systemd and `npm start` pass them to the processes in
 * the same way (docs/year.md).
 */
export function readSettingsDirectory(directory: string): ProcessSettings[] {
  const common = existsSync(path.join(directory, COMMON)) ? readFile(path.join(directory, COMMON)) : {};
  const names = list(directory).filter((name) => name.endsWith('.env') && name !== COMMON);
  return names.map((file) => {
    const name = path.basename(file, '.env');
    const kind = KINDS.find((known) => known === name.split('-', 1)[0]);
    if (kind === undefined)
      throw new ConfigurationError(
        `${path.join(directory, file)}: its name must begin with one of ${KINDS.join(', ')}, or be ${COMMON}`,
      );
    return { name, kind, variables: { ...common, ...readFile(path.join(directory, file)) } };
  });
}

/**
 * Returns the settings of a kind of process if one environment contains those of all: DATABASE_URL
 * becomes the address of its own login.
 */
export function takeOwnLogin(kind: Kind, variables: NodeJS.ProcessEnv): ProcessSettings {
  const role = PROCESS_ROLES.find((known) => known === kind);
  const own = role && variables[nameLoginVariable(role)];
  return { name: kind, kind, variables: own ? { ...variables, DATABASE_URL: own } : variables };
}

/** Returns whether a process has a database. A read-only dashboard needs none. */
export function hasDatabase({ kind, variables }: Pick<ProcessSettings, 'kind' | 'variables'>): boolean {
  return kind !== 'dashboard' || isGiven('DATABASE_URL', variables);
}

/**
 * Loads the settings of a process as it does when it starts.
 * @param findOwnFaults the additional rules of its kind, if they are to be checked.
 * @throws ConfigurationError
 */
export function loadSettings(
  settings: Pick<ProcessSettings, 'kind' | 'variables'>,
  findOwnFaults?: FindFaults,
): Environment {
  const { variables } = settings;
  return loadEnvironment(
    hasDatabase(settings)
      ? variables
      : { ...variables, DATABASE_URL: 'postgres://unused/unused', DATABASE_URL_FILE: '' },
    findOwnFaults,
  );
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch (error) {
    throw new ConfigurationError(`${directory} cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}

function readFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}
