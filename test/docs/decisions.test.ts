import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ADR = new URL('../../ops/adr/', import.meta.url);
/** A longer record contains several decisions or belongs in the documents. */
const MOST_WORDS = 450;
const list = readFileSync(new URL('README.md', ADR), 'utf8');
const files = readdirSync(ADR)
  .filter((name) => name !== 'README.md')
  .toSorted();
const rows = [...list.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, number, text]) => ({
  number: Number(number),
  text: text!,
}));

/** Returns the title of a record, from its first line `# 12. …`. */
function readTitle(file: string, number: number): string | undefined {
  const [first] = readFileSync(new URL(file, ADR), 'utf8').split('\n');
  const start = `# ${number}. `;
  return first!.startsWith(start) ? first!.slice(start.length) : undefined;
}

/**
 * Returns the file name of a record: its number with four digits and its title in lower case with
 * hyphens.
 */
function nameFile(number: number, title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${String(number).padStart(4, '0')}-${words.join('-')}.md`;
}

describe('the index of decision records', () => {
  it('lists every record by title, ordered by number and without gaps', () => {
    const expected = files.map((file, index) => ({
      number: index + 1,
      text: `[${readTitle(file, index + 1)}](${file})`,
    }));
    expect(rows).toEqual(expected);
  });

  it('links each record in a file that is named after its number and title', () => {
    expect(files).toEqual(
      files.map((file, index) => nameFile(index + 1, readTitle(file, index + 1) ?? 'no title')),
    );
  });
});

describe('a decision record', () => {
  const PARTS = ['Context', 'Decision', 'Consequences'];

  it.each(files)('states context, decision and consequences briefly: %s', (file) => {
    const text = readFileSync(new URL(file, ADR), 'utf8');
    const parts = [...text.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(PARTS);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  });
});
