import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ADR = new URL('../../ops/adr/', import.meta.url);
const list = readFileSync(new URL('README.md', ADR), 'utf8');
const files = readdirSync(ADR)
  .filter((name) => name !== 'README.md')
  .toSorted();
const GIVEN_UP = expect.stringMatching(/^\*given up:\* \w/) as string;
const rows = [...list.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, number, text]) => ({
  number: Number(number),
  text: text!,
}));

describe('the index of the decision records', () => {
  it('has a row for every number, without gaps', () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
    expect(rows).toHaveLength(Number(files.at(-1)!.slice(0, 4)));
  });

  it('names each file by its title, and gives a word why where there is none', () => {
    for (const { number, text } of rows) {
      const file = files.find((name) => Number(name.slice(0, 4)) === number);
      const title = file && /^# \d+\. (.+)$/m.exec(readFileSync(new URL(file, ADR), 'utf8'))?.[1];
      const named = file ? `[${title}](${file})` : GIVEN_UP;
      expect({ number, text }).toEqual({ number, text: named });
    }
  });
});
