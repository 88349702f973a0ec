import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseEnv } from 'node:util';
import { type Command, InvalidArgumentError } from 'commander';
import { DASHBOARD_OPERATOR, findTextFault, KEY_OPERATOR, type Order } from '../contracts/acts.ts';
import { type Environment, isProduction, loadEnvironment } from '../platform/config/environment.ts';
import { type DatabaseOptions, openPool, type PoolOwner } from '../platform/postgres/database.ts';
import type { Database } from '../platform/postgres/open-database.ts';
import { isCalendarDate } from '../domain/reading/calendar-date.ts';
import {
  findDeceptiveCharacter,
  FORBIDDEN_CHARACTER,
  nameCodePoint,
  normaliseText,
} from '../contracts/shown-text.ts';
import { isNif, nifBehindPrefix, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import { nameLoginVariable, type ProcessRole } from '../platform/postgres/logins/process-roles.ts';
import { explainDatabaseError } from '../platform/postgres/explain-database-error.ts';

/** A mistake of the operator; the message is printed in one line. */
export class UsageError extends Error {}

/** The database roles of commands. */
type CommandRole = Extract<ProcessRole, 'operator' | 'reader' | 'retention'>;

/**
 * Runs a command with the rights of a role: `operator`, `reader` (reads every row and changes none)
 * or `retention` (erases).
 * @throws UsageError with the setting of the address if the database cannot be used.
 */
export async function withRole<T>(
  role: CommandRole,
  work: (database: Database, environment: Environment) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('../platform/postgres/open-database.ts');
  return openAs(role, openDatabase, work);
}

/** Runs a command that uses prepared statements only. It does not load MikroORM. */
export function withPool<T>(
  role: CommandRole,
  work: (opened: PoolOwner, environment: Environment) => Promise<T>,
): Promise<T> {
  return openAs(role, openPool, work);
}

async function openAs<T, Opened extends PoolOwner>(
  role: CommandRole,
  open: (options: DatabaseOptions) => Opened,
  work: (opened: Opened, environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = loadEnvironment(process.env);
  const own = nameLoginVariable(role);
  const variable = environment[own] === undefined ? 'DATABASE_URL' : own;
  await using opened = open({
    url: environment[variable]!,
    applicationName: `ibe-${role}`,
    role,
    refusesExcess: isProduction(environment),
    maxConnections: 2,
    waitsForLong: true,
  });
  return await explainWith(variable, () => work(opened, environment), role);
}

/** Runs a command with the rights of an operator. */
export function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  return withRole('operator', work);
}

/**
 * Runs a command as the owner of the tables. A restore needs it, because it disables their triggers
 * while it fills them.
 */
export async function withOwner(
  work: (database: Database, environment: Environment) => Promise<void>,
): Promise<void> {
  const { openDatabase } = await import('../platform/postgres/open-database.ts');
  const environment = loadEnvironment(process.env);
  const variable =
    environment.MIGRATIONS_DATABASE_URL === undefined ? 'DATABASE_URL' : 'MIGRATIONS_DATABASE_URL';
  const url = environment[variable]!;
  await using database = openDatabase({
    url,
    applicationName: 'ibe-restore',
    maxConnections: 2,
    waitsForLong: true,
  });
  await explainWith(variable, () => work(database, environment));
}

/** Adds the name of the setting to an error of a database that cannot be used. */
async function explainWith<T>(variable: string, work: () => Promise<T>, role?: CommandRole): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const explanation = explainDatabaseError(error, variable, role, isOfNpmStart(variable));
    throw explanation === undefined ? error : new UsageError(explanation, { cause: error });
  }
}

/**
 * The file that `npm start` writes. `npm run` passes its variables to the commands (package.json)
 * unless they are set already.
 */
const LOCAL_ENVIRONMENT = '.local/environment';

/**
 * Returns whether a variable has the value that `npm start` wrote, and therefore leads to the
 * servers that it starts.
 */
export function isOfNpmStart(variable: string): boolean {
  const value = process.env[variable];
  return value !== undefined && readWritten()[variable] === value;
}

function readWritten(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(LOCAL_ENVIRONMENT, 'utf8'));
  } catch {
    // The file does not exist, as in a container, or cannot be read.
    return {};
  }
}

/**
 * Reads a text that is shown or rendered, such as a name or an address.
 * @param max the maximum number of characters.
 * @returns the text normalized to NFC, without leading and trailing white space; it may be empty.
 */
export function readShownText(text: string, max: number): string {
  const value = normaliseText(text.trim());
  if (value.length > max) throw new InvalidArgumentError(`It must have at most ${max} characters.`);
  const forbidden = FORBIDDEN_CHARACTER.exec(value)?.[0];
  const found =
    forbidden === undefined ? findDeceptiveCharacter(value)?.en : `the character ${nameCodePoint(forbidden)}`;
  if (found !== undefined) throw new InvalidArgumentError(`It must not contain ${found}.`);
  return value;
}

/** Reads a text that is stored with an act: the operator or the reason. */
function readText(text: string): string {
  const value = normaliseText(text.trim());
  const fault = findTextFault(value);
  if (fault !== undefined) throw new InvalidArgumentError(`It ${fault.words.en}.`);
  return value;
}

function readOperator(text: string): string {
  const name = readText(text);
  if (name.startsWith(DASHBOARD_OPERATOR))
    throw new InvalidArgumentError(
      `It must not begin with ${DASHBOARD_OPERATOR}, which is reserved for operators of the dashboard.`,
    );
  if (name.startsWith(KEY_OPERATOR))
    throw new InvalidArgumentError(`It must not begin with ${KEY_OPERATOR}, which is reserved for API keys.`);
  return name;
}

/** The options of a command that is recorded as an act (`npm run engine -- audit`). */
export type OrderOptions = { readonly operator: string; readonly reason?: string };

/**
 * Adds the options --operator and --reason.
 * @param needsReason makes --reason mandatory, for acts that cannot be undone.
 */
export function withOrder(command: Command, { needsReason = false } = {}): Command {
  const why = 'the reason; recorded with the name and shown by npm run engine -- audit';
  const told = needsReason
    ? command.requiredOption('--reason <text>', why, readText)
    : command.option('--reason <text>', why, readText);
  return told.option('--operator <name>', 'the name of the operator to record', readOperator, nameLogin());
}

/** Returns the order that the options of `withOrder` describe. */
export function readOrder({ operator, reason }: OrderOptions): Order {
  return { operator, reason: reason ?? null };
}

/**
 * Returns the name of the user who runs the command, or the user id if the user has no name, as in
 * a container.
 */
export function nameLogin(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Creates a parser of whole numbers from `least` to `most` for an argument.
 * @param message the error for any other text.
 */
export function readWhole(least: number, most: number, message: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^(?:0|[1-9][0-9]*)$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(message);
    return number;
  };
}

/** Reads an id, or another positive integer, from the command line. */
export const readId = readWhole(1, Number.MAX_SAFE_INTEGER, 'It must be a positive integer.');

/** @throws UsageError if the organization does not exist. */
export async function requireOrganization(
  { pool, orm }: PoolOwner & Partial<Pick<Database, 'orm'>>,
  id: number,
): Promise<void> {
  const { openOrm } = await import('../platform/postgres/open-database.ts');
  const { organizationExists } = await import('../organizations/settings.ts');
  const { em } = orm ?? openOrm(pool);
  if (!(await organizationExists(em.fork(), id))) throw new UsageError(`There is no organization ${id}`);
}

/** Reads a NIF from the command line. */
export function readNif(text: string): string {
  const nif = normaliseIdentifier(text);
  if (!isNif(nif)) {
    const bare = nifBehindPrefix(nif);
    throw new InvalidArgumentError(
      `It is not a valid NIF${bare === null ? '' : `: write it without ES, ${bare}`}.`,
    );
  }
  return nif;
}

/** Reads the name of a file or directory from the command line. */
export function readPath(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError("It can't be blank.");
  return text;
}

/** Reads a day from the command line. */
export function readDate(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('It must be a day of the calendar, YYYY-MM-DD.');
  return text;
}

/** Reads a month from the command line. */
export function readMonth(text: string): string {
  if (!/^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('It must be a month, YYYY-MM.');
  return text;
}

/**
 * Reads a moment from the command line. A day means its midnight in UTC, as all times are shown in
 * UTC.
 */
export function readMoment(text: string): Date {
  const moment = new Date(text);
  const isMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  if (!isMoment || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError('It must be a day, 2026-11-22, or a moment, 2026-11-22T08:30:00Z.');
  }
  return moment;
}
