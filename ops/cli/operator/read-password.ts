import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isGuessable } from '../../../src/platform/config/guessable-secrets.ts';
import { countCharacters } from '../../../src/contracts/text-lengths.ts';
import { UsageError } from '../command-context.ts';

const SHORTEST = 12;
const LONGEST = 200;
const STANDARD_INPUT = 0;

/** Reads the password that an operator has. @param file where it stands, - for standard input; undefined: the terminal is asked. */
export async function readPassword(login: string, file: string | undefined): Promise<string> {
  return file === undefined ? askFor(`Password of ${login}: `) : readFrom(file);
}

/** Reads a new password, from the terminal twice. @throws UsageError where it is too short, or made of the words of examples. */
export async function readNewPassword(login: string, file: string | undefined): Promise<string> {
  const password =
    file === undefined
      ? await askFor(`Password of ${login}, at least ${SHORTEST} characters: `)
      : readFrom(file);
  if (countCharacters(password) < SHORTEST || countCharacters(password) > LONGEST)
    throw new UsageError(`The password must have ${SHORTEST} to ${LONGEST} characters`);
  if (isGuessable(password) || password.toLowerCase().includes(login))
    throw new UsageError(
      'The password is one that is guessed first: of words of examples, few signs, or the login',
    );
  if (file === undefined && (await askFor('Once more: ')) !== password)
    throw new UsageError('These were two passwords: nothing was done');
  return password;
}

/** The end of its line is none of the password's. */
function readFrom(file: string): string {
  let text: string;
  try {
    text = readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new UsageError(`The password cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return text.replace(/\r?\n$/, '');
}

/** What is typed is not shown. */
async function askFor(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      'There is no terminal to ask for the password: name a file with it (--password-file)',
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
