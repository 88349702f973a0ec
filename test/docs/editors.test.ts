import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

it('.editorconfig matches the settings of the formatter', () => {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json')) as { printWidth: number };
  const [, everywhere = ''] = /\n\[\*\]\n([^[]+)/.exec(read('.editorconfig')) ?? [];
  const settings = Object.fromEntries(
    everywhere
      .trim()
      .split('\n')
      .map((line) => line.split(' = ')),
  ) as Record<string, string>;
  expect(settings).toEqual({
    charset: 'utf-8',
    end_of_line: 'lf',
    indent_style: 'space',
    indent_size: '2',
    insert_final_newline: 'true',
    trim_trailing_whitespace: 'true',
    max_line_length: String(printWidth),
  });
});
