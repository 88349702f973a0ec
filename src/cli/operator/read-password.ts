import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isGuessable } from '../../platform/config/guessable-secrets.ts';
import { countCharacters } from '../../contracts/shown-text.ts';
import { UsageError } from '../command-context.ts';

const SHORTEST = 12;
/** The fewest characters beside the login in a password that contains it. */
const SHORTEST_BESIDE_LOGIN = 16;
const LONGEST = 200;
const STANDARD_INPUT = 0;

/**
 * Reads the current password of an operator.
 * @param file the file with the password, - for standard input; undefined prompts on the terminal.
 */
export async function readPassword(login: string, file: string | undefined): Promise<string> {
  return file === undefined ? askFor(`Password of ${login}: `) : readFrom(file);
}

/**
 * Reads a new password, twice if it comes from the terminal.
 * @throws UsageError if it has a wrong length, is easy to guess, or was typed differently.
 */
export async function readNewPassword(login: string, file: string | undefined): Promise<string> {
  const password =
    file === undefined
      ? await askFor(`Password of ${login}, at least ${SHORTEST} characters: `)
      : readFrom(file);
  if (countCharacters(password) < SHORTEST || countCharacters(password) > LONGEST)
    throw new UsageError(`The password must have ${SHORTEST} to ${LONGEST} characters`);
  if (isGuessable(password) || hasLogin(password, login))
    throw new UsageError(
      'The password is easy to guess: it contains example words or the login, or too few different characters',
    );
  if (file === undefined && (await askFor('Repeat the password: ')) !== password)
    throw new UsageError('The two passwords differ: nothing was done');
  return password;
}

/**
 * Returns whether a password contains the login and little else. A long random password can contain
 * a short login by chance.
 */
function hasLogin(password: string, login: string): boolean {
  const lower = password.toLowerCase();
  return lower.includes(login) && countCharacters(lower.replaceAll(login, '')) < SHORTEST_BESIDE_LOGIN;
}

/** Reads a password from a file, without the newline at its end. */
function readFrom(file: string): string {
  let text: string;
  try {
    text = readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new UsageError(`The password cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return text.replace(/\r?\n$/, '');
}

/** Prompts for a password on the terminal without echo. */
async function askFor(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      'There is no terminal to prompt for the password: name a file with the password (--password-file)',
    );
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stop = new AbortController();
  terminal.on('SIGINT', () => stop.abort());
  try {
    return await terminal.question('', { signal: stop.signal });
  } catch {
    throw new UsageError('Nothing was done');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
