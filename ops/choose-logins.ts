import type { Environment } from '../src/config/environment.ts';
import { type ProcessLogin, readLogin } from '../src/persistence/logins.ts';
import { nameLoginVariable, PROCESS_ROLES } from '../src/persistence/process-roles.ts';

/**
 * What logins `npm run migrate` makes, and which one may take every process's role.
 * @returns sharedLogin that of DATABASE_URL; undefined where a login that is of one kind of process already would get the roles of the others:
 * who names the owner apart shares none.
 */
export function chooseLogins(environment: Environment): {
  logins: ProcessLogin[];
  sharedLogin: string | undefined;
} {
  const logins = PROCESS_ROLES.flatMap((role) => {
    const variable = nameLoginVariable(role);
    const address = environment[variable];
    return address === undefined ? [] : [readLogin(role, address, variable)];
  });
  const isApart = environment.MIGRATIONS_DATABASE_URL !== undefined && logins.length > 0;
  const name = decodeURIComponent(new URL(environment.DATABASE_URL).username);
  return { logins, sharedLogin: isApart || name === '' ? undefined : name };
}
