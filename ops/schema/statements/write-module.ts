import path from 'node:path';
import type { DescribedStatement } from './describe-statement.ts';
import type { Facts } from './facts.ts';
import { StatementError } from './read-annotations.ts';
import { columnType, parameterType } from './typescript-types.ts';

const STATEMENT = 'src/platform/postgres/statement.ts';

/**
 * Writes the module of an SQL file: a function for each statement, and a type for its rows.
 * @param file the path of the SQL file; the module is beside it, as `<file>.ts`.
 * @throws StatementError if a type has no TypeScript type.
 */
export function writeModule(file: string, statements: readonly DescribedStatement[]): string {
  const written = statements.map((statement) => writeTypes(`${file}, ${statement.name}`, statement));
  const body = written.map((types, index) => writeStatement(types, written.slice(0, index))).join('\n');
  const ours = ['EncodedArray', 'NoColumns', 'Statement'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  );
  const imports = new Map([[STATEMENT, [...ours.map((name) => `type ${name}`), 'readStatements']]]);
  for (const { types } of statements)
    for (const { type, file: source } of types.values()) {
      if (source === null) continue;
      const name = `type ${/\b[A-Z]\w*/.exec(type)![0]}`;
      const names = imports.get(source) ?? [];
      if (!names.includes(name)) imports.set(source, [...names, name]);
    }
  const lines = [...imports].map(
    ([source, names]) => `import { ${names.join(', ')} } from '${relate(file, source)}';\n`,
  );
  return [
    `/* Generated from ${path.basename(file)} and the database by \`npm run sql:generate\`: not written by hand. */\n\n`,
    ...lines,
    '\nconst statement = readStatements(import.meta.url);\n\n',
    body,
  ].join('');
}

function relate(file: string, source: string): string {
  const relative = path.posix.relative(path.posix.dirname(file), source);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** A statement with the TypeScript text of its types. */
type WrittenTypes = {
  readonly statement: DescribedStatement;
  /** The start of the names of its types. */
  readonly prefix: string;
  /** The tuple of its parameters. */
  readonly parameters: string;
  /** The type of its rows, empty if it returns none. */
  readonly row: string;
};

function writeTypes(place: string, statement: DescribedStatement): WrittenTypes {
  const { name, parameterTypes, columns } = statement;
  const parameters = parameterTypes.map((parameter) => {
    const type = parameterType(parameter.type, parameter.hasNullItems);
    if (type === undefined) throw unknownType(place, `the parameter ${parameter.name}`, parameter.type);
    return `  ${parameter.name}: ${type}${parameter.isNullable ? ' | null' : ''},\n`;
  });
  const members = columns.map((column) => writeColumn(place, statement, column));
  return {
    statement,
    prefix: `${name[0]!.toUpperCase()}${name.slice(1)}`,
    parameters: parameters.length === 0 ? '[]' : `[\n${parameters.join('')}]`,
    row: members.length === 0 ? '' : `{\n${members.join('')}}`,
  };
}

/** A longer type is written once in a module: later statements with the same one refer to it. */
const MAX_REPEATED = 4;

function writeStatement(types: WrittenTypes, earlier: readonly WrittenTypes[]): string {
  const { statement, prefix, parameters, row } = types;
  const { name, description, columns, parameterTypes } = statement;
  const sameRow = columns.length > MAX_REPEATED ? earlier.find((other) => other.row === row) : undefined;
  const sameParameters =
    parameterTypes.length > MAX_REPEATED
      ? earlier.find((other) => other.parameters === parameters)
      : undefined;
  const tuple =
    sameParameters === undefined ? parameters : `Parameters<typeof ${sameParameters.statement.name}>`;
  return [
    row === ''
      ? ''
      : `export type ${prefix}Row = ${sameRow === undefined ? row : `${sameRow.prefix}Row`};\n\n`,
    writeComment(description),
    `export const ${name}: Statement<${tuple}, ${row === '' ? 'NoColumns' : `${prefix}Row`}> = statement('${name}');\n`,
  ].join('');
}

function writeComment(text: string): string {
  if (text === '') return '';
  return text.includes('\n') ? `/**\n * ${text.replaceAll('\n', '\n * ')}\n */\n` : `/** ${text} */\n`;
}

function writeColumn(
  place: string,
  { types }: DescribedStatement,
  { name, type, facts }: DescribedStatement['columns'][number],
): string {
  const literals = facts.literals?.length ? facts.literals.map((text) => `'${text}'`).join(' | ') : undefined;
  const written =
    types.get(name)?.type ?? literals ?? writeJson(type, facts) ?? columnType(type, !facts.areItemsNotNull);
  if (written === undefined) throw unknownType(place, `the column ${name}`, type);
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return `  readonly ${key}: ${written}${facts.isNotNull || written === 'unknown' ? '' : ' | null'};\n`;
}

/** Returns the type of JSON that a statement builds itself; undefined for any other column. */
function writeJson(type: string, { json, areItemsNotNull }: Facts): string | undefined {
  if (!json) return undefined;
  if (/^jsonb?$/.test(type)) return json;
  if (!/^jsonb?\[\]$/.test(type)) return undefined;
  return areItemsNotNull ? `readonly ${json}[]` : `readonly (${json} | null)[]`;
}

function unknownType(place: string, what: string, type: string): StatementError {
  return new StatementError(
    `${place}: ${what} is of the type ${type}, which has no counterpart in ops/schema/statements/typescript-types.ts: cast it in the statement, to text for example`,
  );
}
