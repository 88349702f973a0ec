import { Pool } from 'pg';
import type { Environment } from '../../../src/platform/config/environment.ts';
import {
  buildConnectionConfig,
  outliveDrops,
  type PoolOwner,
} from '../../../src/platform/postgres/database.ts';
import { nameLoginVariable, type ProcessRole } from '../../../src/platform/postgres/logins/process-roles.ts';
import { explainDatabaseError } from '../explain-database-error.ts';
import { type Kind, loadSettings, type ProcessSettings } from './process-settings.ts';

/** What `npm run engine -- doctor` looks at. */
export type Patient = {
  readonly processes: readonly (ProcessSettings & {
    /** undefined where its settings are wrong, which the check of settings tells. */
    readonly environment: Environment | undefined;
  })[];
  /** With a login that may read; null where none gets in, and why. */
  readonly database: Pool | null;
  readonly whyNoDatabase: string;
  /** How long the database took to let the login in. */
  readonly loginMs: number;
  readonly options: DoctorOptions;
};

export type DoctorOptions = {
  /** Where backups lie. */
  readonly backups: string | undefined;
  /** How old the newest may be. */
  readonly backupHours: number;
  /** More directories whose disks are looked at. */
  readonly disks: readonly string[];
};

/** On a busy machine a connection takes seconds, though the engine, whose connections are open, works. */
export const CONNECT_MS = 20_000;

/** Roles in the order in which they are tried: who reads everything first. */
const READERS: readonly ProcessRole[] = ['reader', 'operator'];
const ROLE_OF: Readonly<Partial<Record<Kind, ProcessRole>>> = { ingress: 'ingress', worker: 'worker' };

/** Opens the patient: reads the settings of each process, and connects to the database with the first login that may read. */
export async function openPatient(
  settings: readonly ProcessSettings[],
  options: DoctorOptions,
): Promise<Patient & AsyncDisposable> {
  const processes = settings.map((each) => ({ ...each, environment: tryToLoad(each) }));
  const failures: string[] = [];
  for (const { url, role, variable } of listLogins(processes)) {
    const database = openReading(url, role);
    const started = performance.now();
    const failure = await findFailure(database, variable, role);
    const loginMs = performance.now() - started;
    if (failure === null)
      return {
        processes,
        options,
        database: database.pool,
        whyNoDatabase: '',
        loginMs,
        [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
      };
    failures.push(failure);
    await database[Symbol.asyncDispose]();
    // A server that says nothing to one login says nothing to the others.
    if (loginMs >= CONNECT_MS) break;
  }
  const whyNoDatabase = failures[0] ?? 'no settings name one';
  return { processes, options, database: null, whyNoDatabase, loginMs: 0, async [Symbol.asyncDispose]() {} };
}

function tryToLoad(settings: ProcessSettings): Environment | undefined {
  try {
    return loadSettings(settings);
  } catch {
    return undefined;
  }
}

/** A doctor changes nothing: what a process does with a new connection is left out. */
function openReading(url: string, role: ProcessRole): PoolOwner {
  const config = buildConnectionConfig({
    url,
    applicationName: 'ibe-doctor',
    longestStatementMs: 10_000,
    connectMs: CONNECT_MS,
  });
  const pool = outliveDrops(
    new Pool({
      ...config,
      // Behind a pooler the login has its role by itself.
      ...('options' in config && { options: `${config.options} -c role=engine_${role}` }),
      max: 2,
    }),
  );
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

type Login = { readonly url: string; readonly role: ProcessRole; readonly variable: string };

function listLogins(processes: Patient['processes']): Login[] {
  const known = processes.flatMap(({ kind, environment }) => (environment ? [{ kind, environment }] : []));
  const own = READERS.flatMap((role) =>
    known.flatMap(({ environment }) => {
      const variable = nameLoginVariable(role);
      const url = environment[variable];
      return url === undefined ? [] : [{ url, role, variable }];
    }),
  );
  const others = known.flatMap(({ kind, environment }) =>
    (kind === 'commands' ? READERS : [ROLE_OF[kind]]).flatMap((role) =>
      role === undefined ? [] : [{ url: environment.DATABASE_URL, role, variable: 'DATABASE_URL' }],
    ),
  );
  const all = [...own, ...others];
  return all.filter(
    ({ url, role }, index) => all.findIndex((other) => other.url === url && other.role === role) === index,
  );
}

/** @returns null where it lets in. */
async function findFailure({ pool }: PoolOwner, variable: string, role: ProcessRole): Promise<string | null> {
  try {
    await pool.query('select 1');
    return null;
  } catch (error) {
    return explainDatabaseError(error, variable, role) ?? `${variable}: ${(error as Error).message}`;
  }
}
