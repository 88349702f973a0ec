import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

export type Texts = {
  /** The texts of all variables that are set, including secrets from files. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Faults of the sources of settings, by the name of the setting, a line each. */
  readonly faults: ReadonlyMap<string, string>;
  /** The secrets that might be in SECRETS_DIRECTORY, if that is no directory. */
  readonly unknown: ReadonlySet<string>;
};

/**
 * Collects the texts of all variables that are set, including secrets from files that `<NAME>_FILE`
 * names (secrets of Docker and Kubernetes, credentials of systemd).
 * @param secrets the names of the settings that are secrets.
 */
export function collectTexts(variables: NodeJS.ProcessEnv, secrets: readonly string[]): Texts {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const faults = new Map<string, string>();
  const unknown = new Set<string>();
  const directory = given['SECRETS_DIRECTORY'];
  const isWrong = directory !== undefined && !isSecretsDirectory(directory);
  for (const name of secrets) {
    const place = findSecretSource(name, given);
    if (place === undefined) {
      if (isWrong && given[name] === undefined) unknown.add(name);
      continue;
    }
    const read = given[name] === undefined ? readSecretFile(place.file) : null;
    if (read === null) faults.set(name, `${name} and ${name}_FILE are both set`);
    else if ('secret' in read) given[name] = read.secret;
    else if (!read.isAbsent || !place.isOptional) faults.set(name, `${place.variable} ${read.fault}`);
  }
  return { given, faults, unknown };
}

/**
 * Before a path: the file may be missing or empty, and the secret is then not set. systemd writes
 * it so, too (`EnvironmentFile=-…`).
 */
const OPTIONAL = '-';

type SecretSource = {
  readonly file: string;
  /** Whether the file may be missing or empty; the secret is then not set. */
  readonly isOptional: boolean;
  /** What an operator would change, for messages: a variable, or a file of SECRETS_DIRECTORY. */
  readonly variable: string;
};

/**
 * Returns where a secret is read from: `<NAME>_FILE`, or the file of its name in SECRETS_DIRECTORY.
 */
export function findSecretSource(name: string, variables: NodeJS.ProcessEnv): SecretSource | undefined {
  const own = variables[`${name}_FILE`];
  const directory = variables['SECRETS_DIRECTORY'];
  if (own) {
    const isOptional = own.startsWith(OPTIONAL);
    return { file: isOptional ? own.slice(OPTIONAL.length) : own, isOptional, variable: `${name}_FILE` };
  }
  return directory && !variables[name] && isSecretsDirectory(directory)
    ? { file: path.join(directory, name), isOptional: true, variable: `SECRETS_DIRECTORY/${name}` }
    : undefined;
}

/** Returns whether a path is absolute and leads to a directory that this process can enter. */
export function isSecretsDirectory(place: string): boolean {
  try {
    if (!path.isAbsolute(place) || !statSync(place).isDirectory()) return false;
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** More than any secret needs. A larger file is a mistake, or has no end. */
const MAX_BYTES = 64 * 1024;

/** `isAbsent`: there is no such file, or it is empty. */
type Unread = { readonly fault: string; readonly isAbsent: boolean };

/**
 * Reads a secret from its file, without a byte order mark and without blanks and line breaks at its
 * ends.
 * @returns the secret, or the fault of the file. The fault never contains a part of the file.
 */
export function readSecretFile(file: string): { readonly secret: string } | Unread {
  let bytes: Buffer;
  try {
    bytes = readBeginning(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: `can't be read: ${code}`, isAbsent: code === 'ENOENT' };
  }
  if (bytes.length > MAX_BYTES)
    return { fault: `names a file of more than ${MAX_BYTES} bytes`, isAbsent: false };
  const secret = bytes.toString('utf8').trim();
  return secret === '' ? { fault: 'names an empty file', isAbsent: true } : { secret };
}

function readBeginning(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
