/*
 * URLs with several servers: `scheme://user:password@one:5432,two:5432/name`. The class `URL` does
 * not accept them, so they are split into one URL for each server; all other parts are the same in
 * each of them.
 */

const ADDRESS = /^([a-z][a-z0-9+-]*:\/\/)([^/?#]*)((?:[/?#].*)?)$/is;

/**
 * Returns one URL for each server in a URL, in their order. A text that is not a URL is returned
 * unchanged.
 */
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

/**
 * Returns the URL of the first server in a URL, which contains the same login, database and
 * parameters.
 */
export function firstAddress(text: string): string {
  return listAddresses(text)[0]!;
}
