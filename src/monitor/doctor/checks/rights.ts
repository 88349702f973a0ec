import { isProduction } from '../../../platform/config/environment.ts';
import { openPool, withTransaction } from '../../../platform/postgres/database.ts';
import { describeExcess, readLoginRights } from '../../../platform/postgres/logins/login-rights.ts';
import {
  nameLoginVariable,
  PROCESS_ROLES,
  type ProcessRole,
} from '../../../platform/postgres/logins/process-roles.ts';
import {
  adviseOnConnection,
  explainDatabaseError,
} from '../../../platform/postgres/explain-database-error.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import { CONNECT_MS, type Patient } from '../patient.ts';
import { hasDatabase } from '../process-settings.ts';

type Login = {
  readonly role: ProcessRole;
  readonly url: string;
  /** The name of the setting with the address. */
  readonly variable: string;
  readonly refusesExcess: boolean;
};

/**
 * Checks the login of each kind of process: whether it can connect, may take its role, and has no
 * further rights.
 */
export async function checkRights({ processes }: Patient): Promise<Finding[]> {
  const logins = listLogins(processes);
  const found = await Promise.all(logins.map(judge));
  const untold = PROCESS_ROLES.filter((role) => logins.every((login) => login.role !== role));
  return untold.length === 0
    ? found
    : [...found, skip(`no address is given here for ${untold.join(', ')} (--settings <directory>)`)];
}

/**
 * Lists each role once: with the address of its own variable, otherwise with the DATABASE_URL of
 * the process that has the role.
 */
function listLogins(processes: Patient['processes']): Login[] {
  return PROCESS_ROLES.flatMap((role): Login[] => {
    const own = nameLoginVariable(role);
    for (const process of processes) {
      const { kind, environment } = process;
      if (environment === undefined) continue;
      const refusesExcess = isProduction(environment);
      const url = environment[own];
      if (url !== undefined) return [{ role, url, variable: own, refusesExcess }];
      const isOwn = kind === role || (kind === 'commands' && role === 'operator');
      if (isOwn && hasDatabase(process))
        return [{ role, url: environment.DATABASE_URL, variable: 'DATABASE_URL', refusesExcess }];
    }
    return [];
  });
}

async function judge({ role, url, variable, refusesExcess }: Login): Promise<Finding> {
  const of = `engine_${role}`;
  await using database = openPool({
    url,
    applicationName: 'ibe-doctor',
    maxConnections: 1,
    connectMs: CONNECT_MS,
  });
  try {
    // The role is set here and not by the connection, to leave out what a process does when it
    // connects.
    const rights = await withTransaction(database.pool, async (client) => {
      // A pooler may give the session to other clients, so the role is set for this transaction
      // only.
      await client.query(`set local role ${of}`);
      return readLoginRights(client, role);
    });
    const excess = describeExcess(rights, role);
    if (excess === null) return ok(`${rights.login} may take this role, and no other`, of);
    const fix = `set ${nameLoginVariable(role)}, run npm run migrate, and give the process that address`;
    return refusesExcess ? fail(excess, fix, of) : warn(excess, `production refuses it: ${fix}`, of);
  } catch (error) {
    const why = explainDatabaseError(error, variable, role) ?? (error as Error).message;
    const fix = `set ${nameLoginVariable(role)} and run npm run migrate, which creates the login`;
    return fail(why, adviseOnConnection(error, fix), of);
  }
}
