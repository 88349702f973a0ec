import type { Difference } from './compare-schema.ts';
import { ENGINE_ROLES } from '../logins/process-roles.ts';

/** The roles whose privileges the migrations decide. Those of others are the operator's. */
const GOVERNED = new Set(['public', ...ENGINE_ROLES]);

/**
 * Builds the statements that give the roles of the engine exactly the privileges that the
 * migrations gave them, and take from everybody what they took. Privileges of other roles stay as
 * they are.
 * @returns one statement for each privilege, with the role that must run it: null for who migrates.
 */
export function buildRestoring(
  differences: readonly Difference[],
  ownersOfFunctions: ReadonlyMap<string, string>,
): { readonly role: string | null; readonly sql: string }[] {
  return differences.flatMap(({ section, object, expected, found }) => {
    if (section === 'default privileges of who migrates')
      return expected === null || found !== null ? [] : [{ role: null, sql: buildDefault(expected) }];
    const [, grantee = '', target = ''] = /^(\S+) on (.*)$/.exec(object) ?? [];
    if (!isPrivilege(section) || !GOVERNED.has(grantee)) return [];
    const [wanted, present] = [listPrivileges(expected), listPrivileges(found)];
    const role = ownersOfFunctions.get(target) ?? null;
    return [
      ...present
        .filter((one) => !wanted.includes(one))
        .map((one) => ({ role, sql: buildRevoke(section, one, target, grantee) })),
      ...wanted
        .filter((one) => !present.includes(one))
        .map((one) => ({ role, sql: `grant ${describeRight(section, one, target)} to ${grantee}` })),
    ];
  });
}

const isPrivilege = (section: string) => section === 'privileges' || section === 'privileges of schemas';

/** Returns the privileges of a line such as `engine_worker on batches: insert, select`. */
const listPrivileges = (line: string | null) =>
  line === null ? [] : line.slice(line.lastIndexOf(': ') + 2).split(', ');

/**
 * The right to pass a privilege on is revoked together with it: the privilege itself is then
 * granted again if it is wanted.
 */
function buildRevoke(section: string, privilege: string, target: string, grantee: string): string {
  return `revoke ${describeRight(section, privilege.replace(' with grant option', ''), target)} from ${grantee} cascade`;
}

/** Returns `select (id) on chains`, `execute on function f(bytea)` or `usage on schema public`. */
function describeRight(section: string, privilege: string, target: string): string {
  if (section === 'privileges of schemas') return `${privilege} on schema ${target}`;
  if (target.endsWith(')')) return `${privilege} on function ${target}`;
  const [, table, column] = /^((?:partitions\.)?[^.]+)(?:\.(.+))?$/.exec(target)!;
  // PostgreSQL accepts the name of a sequence for a table.
  return column === undefined ? `${privilege} on ${table}` : `${privilege} (${column}) on ${table}`;
}

/**
 * Builds the statement of a line such as `tables in public: engine_reader select` or
 * `functions: nobody`.
 */
function buildDefault(line: string): string {
  const [, kind, schema, rights = ''] = /^(\w+)(?: in (\w+))?: (.*)$/.exec(line)!;
  const where = schema === undefined ? '' : ` in schema ${schema}`;
  const [grantee, privilege] = rights.split(' ');
  return rights === 'nobody'
    ? `alter default privileges${where} revoke execute on ${kind} from public`
    : `alter default privileges${where} grant ${privilege} on ${kind} to ${grantee}`;
}
