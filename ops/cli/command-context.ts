import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { ConfigurationError, loadEnvironment } from '../../src/config/environment.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { isNif, normaliseIdentifier } from '../../src/domain/invoice/nif.ts';
import { organizationExists } from '../../src/persistence/organizations.ts';
import { openProducerConnection } from '../../src/queue/connection.ts';
import { type Hint, openHints } from '../../src/queue/hints.ts';
import { explainDatabaseError } from './explain-database-error.ts';

const REDIS_PATIENCE_MS = 2000;

/** What the operator did wrong; told in one line. */
export class UsageError extends Error {}

/** Runs a command on the database of DATABASE_URL. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url } = loadEnvironment(process.env);
  await using database = await openDatabase({
    url,
    applicationName: 'ibe-org',
    role: 'operator',
    maxConnections: 1,
  });
  await work(database);
}

/** Runs a command with all rights of DATABASE_URL's user: backups read every row and restores write every row. */
export async function withOwner(work: (database: Database) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url } = loadEnvironment(process.env);
  await using database = await openDatabase({ url, applicationName: 'ibe-backup', maxConnections: 2 });
  await work(database);
}

/** Tells the workers to look at once. What is not told they find by themselves, some seconds later. */
export async function sendHints(hints: readonly Hint[]): Promise<void> {
  const { REDIS_URL: url } = loadEnvironment(process.env);
  const connection = openProducerConnection(url);
  connection.on('error', () => {});
  try {
    await once(connection, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE_MS) });
    await using queues = openHints(connection);
    await queues.send(hints);
  } catch {
    console.error('Redis is not reachable: the workers find the work by themselves when it is back');
  } finally {
    connection.disconnect();
  }
}

/** Reads an id from the command line. */
export function readId(text: string): number {
  const id = Number(text);
  if (!/^[1-9][0-9]*$/.test(text) || !Number.isSafeInteger(id))
    throw new InvalidArgumentError('It must be a positive integer.');
  return id;
}

/** @throws UsageError when there is no such organization. */
export async function requireOrganization({ orm }: Database, id: number): Promise<void> {
  if (!(await organizationExists(orm, id))) throw new UsageError(`There is no organization ${id}`);
}

/** Reads a NIF from the command line. */
export function readNif(text: string): string {
  const nif = normaliseIdentifier(text);
  if (!isNif(nif)) throw new InvalidArgumentError('It is not a valid NIF.');
  return nif;
}

/** Reads a day from the command line. */
export function readDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.');
  }
  return text;
}

/** Runs a program; whatever fails is told in one line, with exit code 1. */
export async function runCommand(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    const told = error instanceof UsageError || error instanceof ConfigurationError;
    const explanation = told ? undefined : explainDatabaseError(error);
    console.error(explanation ?? (error as Error).message);
    process.exitCode = 1;
  }
}
