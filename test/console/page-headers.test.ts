import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { removeForeignLinks } from '#src/console/page-headers.ts';

describe('removeForeignLinks', () => {
  it("removes Bull Board's web fonts from its page and keeps its own files", async () => {
    const folder = createRequire(import.meta.url).resolve('@bull-board/ui/package.json');
    const page = await readFile(new URL('dist/index.ejs', `file://${folder}`), 'utf8');
    expect(page).toMatch(/href="https:\/\//);
    const cleaned = removeForeignLinks(page);
    expect(cleaned).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(cleaned.match(/"static\//g)).toEqual(page.match(/"static\//g));
  });

  it.each(['https://x/y.css', 'http://x/y.css', '//x/y.css', 'HTTPS://x/y.css'])(
    'removes a link to %s',
    (href) => {
      expect(removeForeignLinks(`<a><link rel="stylesheet" href="${href}"><b>`)).toBe('<a><b>');
    },
  );

  it.each(['static/y.css', '/y.css'])('keeps a link to %s', (href) => {
    const page = `<link rel="stylesheet" href="${href}">`;
    expect(removeForeignLinks(page)).toBe(page);
  });
});
