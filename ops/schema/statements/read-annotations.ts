import { splitStatements } from '../../../src/platform/postgres/statement.ts';
import type { DeclaredParameter } from './expression-facts.ts';

/** A parameter declared by a line `-- params: a, b?, c[?]`. */
export type Parameter = DeclaredParameter & { readonly name: string };

/** A type that the database does not know, declared by a line `-- type: column Type from path`. */
export type NamedType = {
  readonly type: string;
  /** The file of the repository that exports it. */ readonly file: string | null;
};

/** A statement with the declarations in its comments. */
export type AnnotatedStatement = {
  readonly name: string;
  readonly text: string;
  /** The text of its comments for people. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Columns that are never null although the statement itself does not show it. */
  readonly notNull: ReadonlySet<string>;
  readonly types: ReadonlyMap<string, NamedType>;
};

/** An SQL file does not meet the requirements of the generator. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

const LINE = /^(params|not null|type): (.+)$/;
const PARAMETER = /^([a-z]\w*)(\[\?\])?(\?)?$/;
const TYPE = /^(\w+) (\S.*?)(?: from (\S+))?$/;

/**
 * Reads the statements of an SQL file.
 * @param file its path, for messages.
 * @throws StatementError with the file and the statement.
 */
export function readAnnotations(file: string, content: string): AnnotatedStatement[] {
  const statements = [...splitStatements(content)].map(([name, text]) =>
    readStatement(`${file}, ${name}`, name, text),
  );
  const count = content.match(/^-- name:/gm)?.length ?? 0;
  if (count === 0)
    throw new StatementError(`${file} has no statement: put a line "-- name: <camelCase>" before each`);
  if (count !== statements.length)
    throw new StatementError(
      `${file} has a duplicate or invalid name: write "-- name: <camelCase>", each once`,
    );
  return statements;
}

function readStatement(place: string, name: string, text: string): AnnotatedStatement {
  const lines = text.split('\n').slice(1);
  const end = lines.findIndex((line) => !line.startsWith('-- '));
  const head = lines.slice(0, end === -1 ? undefined : end).map((line) => line.slice('-- '.length));
  const told = (kind: string) =>
    head.flatMap((line) => {
      const [, found, rest] = LINE.exec(line) ?? [];
      return found === kind ? [rest!] : [];
    });
  return {
    name,
    text,
    description: head.filter((line) => !LINE.test(line) && line !== 'unprepared').join('\n'),
    parameters: told('params')
      .flatMap(splitList)
      .map((item) => readParameter(place, item)),
    notNull: new Set(told('not null').flatMap(splitList)),
    types: new Map(told('type').map((rest) => readType(place, rest))),
  };
}

function splitList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function readParameter(place: string, item: string): Parameter {
  const [, name, nullItems, nullable] = PARAMETER.exec(item) ?? [];
  if (name === undefined)
    throw new StatementError(
      `${place}: the parameter "${item}" is not "name", "name?" (may be null), "name[?]" (may have items that are null)`,
    );
  return { name, hasNullItems: nullItems !== undefined, isNullable: nullable !== undefined };
}

function readType(place: string, rest: string): [string, NamedType] {
  const [, column, type, file] = TYPE.exec(rest) ?? [];
  if (column === undefined || type === undefined)
    throw new StatementError(`${place}: "type: ${rest}" is not "type: <column> <Type> from <path>"`);
  return [column, { type, file: file ?? null }];
}
