import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Connection } from '../platform/postgres/database.ts';
import { buildVerdict, type Verdict } from './invariant.ts';

const SAYS = 'No log contains an API key, a session token, a private key or a password';

/** Patterns of secrets, which also match secrets that this installation does not know. */
const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['an API key', /\borg_live_[\w-]{20,}/],
  ['a session token', /\bses_[\w-]{20,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
];
/** Words that may be a key or token without its prefix. */
const WORDS = /[\w-]{43,}/g;

/**
 * I9: searches log files for secrets by pattern, by their hash in the database, and for the given
 * texts.
 * @param known the passwords and keys of the settings.
 */
export async function checkLogs(
  connection: Connection,
  files: readonly string[],
  known: readonly string[],
): Promise<Verdict> {
  if (files.length === 0) return buildVerdict('I9', SAYS, null, []);
  const { rows } = await connection.query<{ hash: Buffer }>(
    'select key_hash as hash from api_keys union all select token_hash from sessions',
  );
  const hashes = new Set(rows.map((row) => row.hash.toString('hex')));
  const places: string[] = [];
  let lines = 0;
  for (const file of files) {
    let number = 0;
    await using log = await open(file);
    for await (const line of log.readLines()) {
      number += 1;
      const found = findSecret(line, hashes, known);
      if (found !== null) places.push(`${file}:${number} contains ${found}`);
    }
    lines += number;
  }
  return buildVerdict('I9', SAYS, lines, places);
}

function findSecret(line: string, hashes: ReadonlySet<string>, known: readonly string[]): string | null {
  for (const [name, form] of FORMS) {
    if (form.test(line)) return name;
  }
  if (known.some((secret) => secret.length >= 8 && line.includes(secret))) return 'a secret of the settings';
  for (const [word] of line.matchAll(WORDS)) {
    if (hashes.has(hash('sha256', word))) return 'a key or token of the database';
  }
  return null;
}
