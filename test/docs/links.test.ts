import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_DOCUMENTS, readProse } from './support/documents.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the anchors that GitHub creates for headings. */
function listAnchors(document: string): string[] {
  return [...readProse(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function listLinks(document: string): string[] {
  return [...readProse(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
}

/** @returns the error of a link; null if its target exists. */
function findFault(document: string, link: string): string | null {
  if (/^https?:/.test(link)) return null;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : path.normalize(path.join(path.dirname(document), file));
  if (!existsSync(path.join(ROOT, target))) return `${document}: there is no ${target}`;
  if (anchor === undefined || listAnchors(target).includes(anchor)) return null;
  return `${document}: ${target} has no heading #${anchor}`;
}

describe('the links in the documents', () => {
  it.each(ALL_DOCUMENTS)('have existing targets: %s', (document) => {
    const faults = listLinks(document).map((link) => findFault(document, link));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it('in findings and messages name headings that exist', () => {
    const named = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(docs\/[\w/-]+\.md) \(([^)$]+)\)/g)].map(
        ([, document, heading]) => `${document} (${heading})`,
      ),
    );
    const headings = new Set(
      ALL_DOCUMENTS.flatMap((document) =>
        [...readProse(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => `${document} (${heading})`),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((each) => !headings.has(each))).toEqual([]);
  });

  it('reach every document in docs from the README', () => {
    const follow = (from: string) =>
      listLinks(from).map((link) => path.normalize(path.join(path.dirname(from), link.split('#')[0]!)));
    // The runbooks have an index page that links to each of them.
    const reached = new Set([...follow('README.md'), ...follow('docs/runbooks/README.md')]);
    const documents = ALL_DOCUMENTS.filter((name) => name.startsWith('docs/'));
    expect(documents.filter((name) => !reached.has(name))).toEqual([]);
  });
});
