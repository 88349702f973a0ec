import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
const pictures = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alternative = '', file = '']) => ({
  file,
  alternative,
}));

describe('the pictures in the README', () => {
  it('show two pages of the sample and the operations page', () => {
    expect(pictures.map(({ file }) => file)).toEqual([
      'docs/pictures/invoice.png',
      'docs/pictures/long-invoice.png',
      'docs/pictures/operations.png',
    ]);
  });

  it.each(pictures)('have an alternative text and are small: $file', ({ file, alternative }) => {
    expect(alternative.length).toBeGreaterThan(40);
    expect(readFileSync(new URL(file, ROOT)).length).toBeLessThan(200_000);
  });

  it.each(pictures.slice(0, 2))('are A4 pages 1000 px high with a palette: $file', ({ file }) => {
    const bytes = readFileSync(new URL(file, ROOT));
    // PNG, 11.2.1.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25]]).toEqual([707, 1000, 3]);
  });
});
