/*
 * How an address is written that names several servers: `scheme://user:password@one:5432,two:5432/name`. `URL` takes none of those, so they are
 * read as so many addresses of one server, which share everything else.
 */

const ADDRESS = /^([a-z][a-z0-9+-]*:\/\/)([^/?#]*)((?:[/?#].*)?)$/is;

/** One address for each server that an address names, in their order; a text that is no address as it is. */
export function listAddresses(text: string): string[] {
  const [, scheme, authority, rest] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined || authority === undefined) return [text];
  const start = authority.lastIndexOf('@') + 1;
  const login = authority.slice(0, start);
  return authority
    .slice(start)
    .split(',')
    .map((host) => `${scheme}${login}${host}${rest}`);
}

/** The address of the first server that an address names: of login, database and parameters it says all. */
export function firstAddress(text: string): string {
  return listAddresses(text)[0]!;
}
