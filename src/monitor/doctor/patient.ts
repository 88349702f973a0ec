import { Pool } from 'pg';
import type { Environment } from '../../platform/config/environment.ts';
import { buildConnectionConfig, outliveDrops, type PoolOwner } from '../../platform/postgres/database.ts';
import { nameLoginVariable, type ProcessRole } from '../../platform/postgres/logins/process-roles.ts';
import { adviseOnConnection, explainDatabaseError } from '../../platform/postgres/explain-database-error.ts';
import { type Kind, loadSettings, type ProcessSettings } from './process-settings.ts';

/** The installation that `npm run engine -- doctor` examines. */
export type Patient = {
  readonly processes: readonly (ProcessSettings & {
    /** undefined if its settings are invalid, which the check of settings reports. */
    readonly environment: Environment | undefined;
  })[];
  /**
   * A pool with a login that may read; null if no login can connect, for the reason in
   * `whyNoDatabase`.
   */
  readonly database: Pool | null;
  readonly whyNoDatabase: string;
  /** What to do about that. */
  readonly howToReach: string;
  /** The time in milliseconds that the login took. */
  readonly loginMs: number;
  readonly options: DoctorOptions;
};

export type DoctorOptions = {
  /** The directory with the backups. */
  readonly backups: string | undefined;
  /** The allowed age of the newest backup in hours. */
  readonly backupHours: number;
  /** Further directories whose disks are checked. */
  readonly disks: readonly string[];
};

/**
 * The limit for connecting. On a busy machine a new connection takes seconds, although the engine
 * works with its open ones.
 */
export const CONNECT_MS = 20_000;

/** Roles in the order in which they are tried. `reader` is first because it may read everything. */
const READERS: readonly ProcessRole[] = ['reader', 'operator'];
const ROLE_OF: Readonly<Partial<Record<Kind, ProcessRole>>> = { ingress: 'ingress', worker: 'worker' };

/**
 * Opens the installation: reads the settings of each process, and connects to the database with the
 * first login that may read.
 */
export async function openPatient(
  settings: readonly ProcessSettings[],
  options: DoctorOptions,
): Promise<Patient & AsyncDisposable> {
  const processes = settings.map((each) => ({ ...each, environment: tryToLoad(each) }));
  const failures: Failure[] = [];
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
        howToReach: '',
        loginMs,
        [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
      };
    failures.push(failure);
    await database[Symbol.asyncDispose]();
    // A server that does not answer one login does not answer the others either.
    if (loginMs >= CONNECT_MS) break;
  }
  const { why, fix } = failures[0] ?? { why: 'no settings name a database', fix: REACH };
  return {
    processes,
    options,
    database: null,
    whyNoDatabase: why,
    howToReach: fix,
    loginMs: 0,
    async [Symbol.asyncDispose]() {},
  };
}

function tryToLoad(settings: ProcessSettings): Environment | undefined {
  try {
    return loadSettings(settings);
  } catch {
    return undefined;
  }
}

/**
 * Opens a pool without what a process does with a new connection, since the doctor changes nothing.
 */
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
      // Behind a pooler the login has its role from `alter role`.
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

type Failure = { readonly why: string; readonly fix: string };
const REACH = 'start PostgreSQL, or correct the address; npm run migrate creates the logins';

/** @returns null if the login can connect, otherwise the reason why not. */
async function findFailure(
  { pool }: PoolOwner,
  variable: string,
  role: ProcessRole,
): Promise<Failure | null> {
  try {
    await pool.query('select 1');
    return null;
  } catch (error) {
    const why = explainDatabaseError(error, variable, role) ?? `${variable}: ${(error as Error).message}`;
    return { why, fix: adviseOnConnection(error, REACH) };
  }
}
