import { accessSync, constants, statSync } from 'node:fs';

/*
 * Checks of the addresses of other services, by their text alone: nothing is connected to. Each
 * function returns a fault to be read after the variable's name, or undefined. A fault never
 * repeats a part of the address, because addresses contain passwords.
 */

/**
 * Parts that belong before the question mark. As parameters they could contradict the parts there.
 */
const PARTS = ['host', 'port', 'user', 'password', 'db', 'dbname', 'database'];
const PARAMETER_NAME = /^[a-z][a-z_]{0,39}$/i;
const BROKEN_ENCODING = 'has a % that does not begin an encoded character (write %25 for a %)';

/**
 * Parses an address.
 * @param protocols the accepted ones, with their colon.
 * @returns null if it has another protocol, contains white space or cannot be parsed.
 */
export function readAddress(text: string, protocols: readonly string[]): URL | null {
  // `URL` would ignore blanks at the ends and line breaks anywhere.
  if (/\s/.test(text)) return null;
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && text.includes('://') ? url : null;
}

/**
 * Finds a fault that no address may have, whatever the service: of its host, port, characters or
 * encoding.
 */
export function findCommonFault(url: URL): string | undefined {
  if (url.hostname === '') return 'must name a host';
  if (url.port === '0') return 'must name a port from 1 to 65535, or none';
  if (url.hash !== '') return 'has a #, which must be written as %23';
  const parts = [url.username, url.password, url.hostname, url.pathname];
  if (!parts.every(isDecodable) || !isDecodable(url.search)) return BROKEN_ENCODING;
  if (decodeURIComponent(parts.join('')).includes('\0')) return 'has a %00, which no name may contain';
  return url.hostname.includes(',') ? 'must name one host' : undefined;
}

/** Finds parts of the address, such as the password, that are given as parameters. */
export function findPartFault(parameters: URLSearchParams): string | undefined {
  const part = PARTS.find((name) => parameters.has(name));
  return part === undefined ? undefined : `must have ${part} before the ?, not as a parameter`;
}

/** Finds unknown and repeated parameters, which would otherwise be silently ignored. */
export function findParameterFault(
  parameters: URLSearchParams,
  known: readonly string[],
): string | undefined {
  const names = [...parameters.keys()];
  const wrong = names.find((name) => !known.includes(name));
  const twice = known.find((name) => parameters.getAll(name).length > 1);
  if (wrong !== undefined) {
    // Text that does not look like a name may be part of a password.
    const told = PARAMETER_NAME.test(wrong) ? ` ${wrong}` : '';
    return `has a parameter${told} that is not supported; supported are ${known.join(', ')}`;
  }
  return twice === undefined ? undefined : `has the parameter ${twice} twice`;
}

/**
 * Checks that a file which a parameter names exists and that this process can read it.
 * @param name that of the parameter.
 * @param file null if the address lacks the parameter, which is no fault.
 */
export function findFileFault(name: string, file: string | null): string | undefined {
  if (file === null) return undefined;
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile() ? undefined : `does not name a file in ${name}`;
  } catch (error) {
    return `names a file in ${name} that can't be read: ${(error as NodeJS.ErrnoException).code}`;
  }
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
