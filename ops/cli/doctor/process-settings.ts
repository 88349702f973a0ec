import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import {
  type Environment,
  type FindFaults,
  loadEnvironment,
} from '../../../src/platform/config/environment.ts';
import { PROCESS_ROLES, nameLoginVariable } from '../../../src/platform/postgres/logins/process-roles.ts';
import { UsageError } from '../command-context.ts';

/** What reads settings: the three processes, `npm run migrate` and the other commands. */
export const KINDS = ['ingress', 'worker', 'dashboard', 'migrate', 'commands'] as const;
export type Kind = (typeof KINDS)[number];

/** The settings of one process, as it gets them. */
export type ProcessSettings = {
  /** Of its file, such as `worker-remission`; else the kind. */
  readonly name: string;
  readonly kind: Kind;
  readonly variables: NodeJS.ProcessEnv;
};

/** What all processes of a directory share. */
const COMMON = 'common.env';

/**
 * Reads a directory of settings: `common.env`, and a file for each process, whose name begins with its kind (`worker.env`, `worker-pdfs.env`).
 * systemd and `npm start` hand them on in the same way (docs/year.md).
 */
export function readSettingsDirectory(directory: string): ProcessSettings[] {
  const common = existsSync(path.join(directory, COMMON)) ? readFile(path.join(directory, COMMON)) : {};
  const names = list(directory).filter((name) => name.endsWith('.env') && name !== COMMON);
  return names.map((file) => {
    const name = path.basename(file, '.env');
    const kind = KINDS.find((known) => known === name.split('-', 1)[0]);
    if (kind === undefined)
      throw new UsageError(
        `${path.join(directory, file)}: its name must begin with one of ${KINDS.join(', ')}, or be ${COMMON}`,
      );
    return { name, kind, variables: { ...common, ...readFile(path.join(directory, file)) } };
  });
}

/** What a process of a kind gets where everything stands in one environment: as DATABASE_URL the address of its own login. */
export function takeOwnLogin(kind: Kind, variables: NodeJS.ProcessEnv): ProcessSettings {
  const role = PROCESS_ROLES.find((known) => known === kind);
  const own = role && variables[nameLoginVariable(role)];
  return { name: kind, kind, variables: own ? { ...variables, DATABASE_URL: own } : variables };
}

/** Whether a process has a database: a dashboard that changes nothing needs none. */
export function hasDatabase({ kind, variables }: Pick<ProcessSettings, 'kind' | 'variables'>): boolean {
  return kind !== 'dashboard' || Boolean(variables['DATABASE_URL'] || variables['DATABASE_URL_FILE']);
}

/**
 * The settings of a process as it reads them when it starts.
 * @param findOwnFaults of its kind, where these are asked, too.
 * @throws ConfigurationError
 */
export function loadSettings(
  settings: Pick<ProcessSettings, 'kind' | 'variables'>,
  findOwnFaults?: FindFaults,
): Environment {
  const { variables } = settings;
  return loadEnvironment(
    hasDatabase(settings) ? variables : { ...variables, DATABASE_URL: 'postgres://unused/unused' },
    findOwnFaults,
  );
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch (error) {
    throw new UsageError(`${directory} cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}

function readFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}
