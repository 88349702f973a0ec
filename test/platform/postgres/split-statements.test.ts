import { expect, it } from 'vitest';
import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';
import { splitStatements } from '../../../migrations/split-statements.ts';

it.each(ALL_MIGRATIONS)('the statements of $name are the whole file', ({ readSql }) => {
  expect(`${splitStatements(readSql()).join('\n')}\n`).toBe(readSql());
});

it.each([
  ["select ';\n';\nselect 2;\n", ["select ';\n';", 'select 2;']],
  ['-- one;\nselect 1;\n', ['-- one;\nselect 1;']],
  ['do $$ begin\n  null;\nend $$;\nselect 1;\n', ['do $$ begin\n  null;\nend $$;', 'select 1;']],
  ['do $a$ begin\n  perform $$;\n$$;\nend $a$;\n', ['do $a$ begin\n  perform $$;\n$$;\nend $a$;']],
  [
    'create function f() begin atomic\n  select 1;\nend;\nselect 2;\n',
    ['create function f() begin atomic\n  select 1;\nend;', 'select 2;'],
  ],
  [
    'create function f() begin atomic delete from a; end;\ncreate function g() returns void as $$ begin\nend $$;\n',
    [
      'create function f() begin atomic delete from a; end;',
      'create function g() returns void as $$ begin\nend $$;',
    ],
  ],
  ['select "a;\n";\n', ['select "a;\n";']],
])('a semicolon inside a text, comment, name or body ends no statement: %j', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});
