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
  const blocks = statements.map((statement) => writeStatement(`${file}, ${statement.name}`, statement));
  const body = blocks.join('\n');
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

function writeStatement(place: string, statement: DescribedStatement): string {
  const { name, description, parameterTypes, columns } = statement;
  const rowName = `${name[0]!.toUpperCase()}${name.slice(1)}Row`;
  const parameters = parameterTypes.map((parameter) => {
    const type = parameterType(parameter.type, parameter.hasNullItems);
    if (type === undefined) throw unknownType(place, `the parameter ${parameter.name}`, parameter.type);
    return `  ${parameter.name}: ${type}${parameter.isNullable ? ' | null' : ''},\n`;
  });
  const tuple = parameters.length === 0 ? '[]' : `[\n${parameters.join('')}]`;
  const row = columns.length === 0 ? 'NoColumns' : rowName;
  return [
    columns.length === 0
      ? ''
      : `export type ${rowName} = {\n${columns.map((column) => writeColumn(place, statement, column)).join('')}};\n\n`,
    writeComment(description),
    `export const ${name}: Statement<${tuple}, ${row}> = statement('${name}');\n`,
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
