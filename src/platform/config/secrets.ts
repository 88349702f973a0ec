import { closeSync, openSync, readSync } from 'node:fs';

/** Secrets that may be read from a file named by `<NAME>_FILE` (Docker and Kubernetes secrets, credentials of systemd). */
export const SECRETS = [
  'DATABASE_URL',
  'MIGRATIONS_DATABASE_URL',
  'INGRESS_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'OPERATOR_DATABASE_URL',
  'READER_DATABASE_URL',
  'DASHBOARD_DATABASE_URL',
  'RETENTION_DATABASE_URL',
  'REDIS_URL',
  'DASHBOARD_PASSWORD',
  'BOOTSTRAP_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CERTIFICATE_KEY',
  'CERTIFICATE_KEY_PREVIOUS',
] as const;

export type Texts = {
  /** The texts of all variables that are set, including secrets from files. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Faults of the sources of settings, by the name of the setting, a line each. */
  readonly faults: ReadonlyMap<string, string>;
};

/** Collects the texts of all variables that are set, including secrets from files. */
export function collectTexts(variables: NodeJS.ProcessEnv): Texts {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const faults = new Map<string, string>();
  for (const name of SECRETS) {
    const place = given[`${name}_FILE`];
    if (place === undefined) continue;
    const read = given[name] === undefined ? readSecretFile(locateSecret(place)) : null;
    if (read === null) faults.set(name, `${name} and ${name}_FILE are both set`);
    else if ('secret' in read) given[name] = read.secret;
    else if (!read.isAbsent || !place.startsWith(OPTIONAL)) faults.set(name, `${name}_FILE ${read.fault}`);
  }
  return { given, faults };
}

/** Before a path: the file may be missing or empty, and the secret is then not set. systemd writes it so, too (`EnvironmentFile=-…`). */
const OPTIONAL = '-';

/** Returns the path of a secret's file from the value of `<NAME>_FILE`. */
export function locateSecret(place: string): string {
  return place.startsWith(OPTIONAL) ? place.slice(OPTIONAL.length) : place;
}

/** More than any secret needs. A larger file is a mistake, or has no end. */
const MAX_BYTES = 64 * 1024;

/** `isAbsent`: there is no such file, or it is empty. */
type Unread = { readonly fault: string; readonly isAbsent: boolean };

/**
 * Reads a secret from its file, without a byte order mark and without blanks and line breaks at its ends.
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
