import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
const pictures = [...readme.matchAll(/!\[([^\]]*)\]\((docs\/pictures\/[^)]+)\)/g)].map(
  ([, alternative = '', file = '']) => ({ file, alternative }),
);

describe('the pictures in the README', () => {
  it('are two pages of the sample', () => {
    expect(pictures.map(({ file }) => file)).toEqual([
      'docs/pictures/invoice.png',
      'docs/pictures/long-invoice.png',
    ]);
  });

  it.each(pictures)('say in words what they show, and are small: $file', ({ file, alternative }) => {
    const bytes = readFileSync(new URL(file, ROOT));
    expect(alternative.length).toBeGreaterThan(40);
    expect(bytes.length).toBeLessThan(200_000);
    // A page of A4, 1000 px high, with a palette (PNG, 11.2.1).
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25]]).toEqual([707, 1000, 3]);
  });
});
