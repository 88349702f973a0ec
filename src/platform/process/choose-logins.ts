import { ConfigurationError } from '../config/configuration-error.ts';
import type { Environment } from '../config/environment.ts';
import { firstAddress, listAddresses } from '../addresses/server-addresses.ts';
import { type ProcessLogin, readLogin } from '../postgres/logins/logins.ts';
import { nameLoginVariable, PROCESS_ROLES } from '../postgres/logins/process-roles.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Determines which logins `npm run migrate` creates, and which login may take the role of every
 * process.
 * @returns sharedLogin: the login of DATABASE_URL; undefined if MIGRATIONS_DATABASE_URL names the
 *   owner and a process has its own login, because DATABASE_URL is then the login of one kind of
 *   process, which must not get the roles of the others. remarks: one line for each address with
 *   another server than DATABASE_URL, which is a pooler or a mistake.
 * @throws ConfigurationError if an address names another database, or one login is used for two
 *   purposes.
 */
export function chooseLogins(environment: Environment): {
  logins: ProcessLogin[];
  sharedLogin: string | undefined;
  remarks: string[];
} {
  const remarks = checkPlaces(environment);
  const logins = PROCESS_ROLES.flatMap((role) => {
    const variable = nameLoginVariable(role);
    const address = environment[variable];
    return address === undefined ? [] : [readLogin(role, address, variable)];
  });
  requireOwnLogins(environment, logins);
  const isApart = environment.MIGRATIONS_DATABASE_URL !== undefined && logins.length > 0;
  const name = nameLogin(environment.DATABASE_URL);
  return { logins, sharedLogin: isApart || name === '' ? undefined : name, remarks };
}

function nameLogin(address: string): string {
  return decodeURIComponent(new URL(firstAddress(address)).username);
}

/**
 * Checks that every address leads to the database of DATABASE_URL: a login that is created in one
 * database is missing in another.
 * @returns remarks about other servers.
 */
function checkPlaces(environment: Environment): string[] {
  const right = readPlace(environment.DATABASE_URL);
  const variables = ['MIGRATIONS_DATABASE_URL', ...PROCESS_ROLES.map(nameLoginVariable)] as const;
  const given = variables.flatMap((variable) => {
    const address = environment[variable];
    return address === undefined ? [] : [{ variable, ...readPlace(address) }];
  });
  for (const { variable, database } of given) {
    if (database !== right.database)
      throw new ConfigurationError(
        `${variable} must name the database of DATABASE_URL: it names ${database} instead of ${right.database}`,
      );
  }
  return given
    .filter(({ variable, server }) => variable !== 'MIGRATIONS_DATABASE_URL' && server !== right.server)
    .map(
      ({ variable, server }) =>
        `${variable} leads to ${server}, DATABASE_URL to ${right.server}: this is correct if one of them is a pooler of the other; otherwise the login is created on the wrong server`,
    );
}

function readPlace(address: string) {
  const urls = listAddresses(address).map((each) => new URL(each));
  return {
    server: urls.map(nameServer).join(','),
    database: decodeURIComponent(urls[0]!.pathname.slice(1)),
  };
}

function nameServer({ hostname, port }: URL): string {
  const host = hostname.toLowerCase();
  return `${LOCAL.includes(host) ? 'localhost' : host}:${port || '5432'}`;
}

function requireOwnLogins(environment: Environment, logins: readonly ProcessLogin[]): void {
  const { DATABASE_URL, MIGRATIONS_DATABASE_URL } = environment;
  const owner = {
    variable: MIGRATIONS_DATABASE_URL === undefined ? 'DATABASE_URL' : 'MIGRATIONS_DATABASE_URL',
    name: nameLogin(MIGRATIONS_DATABASE_URL ?? DATABASE_URL),
  };
  const seen = new Map<string, string>([[owner.name, owner.variable]]);
  for (const { role, name } of logins) {
    const variable = nameLoginVariable(role);
    const first = seen.get(name);
    if (first !== undefined) {
      const needs =
        first === owner.variable
          ? `which npm run migrate uses: no process may use it`
          : 'but each kind of process must have its own login';
      throw new ConfigurationError(`${first} and ${variable} name the same login, ${name}, ${needs}`);
    }
    seen.set(name, variable);
  }
}
