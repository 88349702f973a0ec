import { globSync, readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** A fenced code block of a document. */
export type Block = {
  readonly document: string;
  readonly language: string;
  /** The line of its fence, from 1. */
  readonly line: number;
  readonly text: string;
};

/**
 * The documents whose blocks are run or checked in sequence, in the order in which a reader meets
 * them; the others follow by name.
 */
const FIRST_READ = [
  'README.md',
  'docs/api.md',
  'docs/api-v2.md',
  'docs/clients.md',
  'docs/operating.md',
  'docs/verifactu.md',
  'docs/backup.md',
];
/**
 * This document contains the same blocks as the guide, which are run there; `guide.test.ts`
 * compares them.
 */
const TRANSLATION = 'docs/guia.md';
const OTHERS = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .filter((name) => !FIRST_READ.includes(name) && name !== TRANSLATION);

export const DOCUMENTS: readonly string[] = [...FIRST_READ, ...OTHERS.toSorted(), 'CONTRIBUTING.md'];
/** All other documents, whose links and commands must also exist. */
export const ALL_DOCUMENTS: readonly string[] = [
  ...DOCUMENTS,
  TRANSLATION,
  'SECURITY.md',
  'CHANGELOG.md',
  'packages/aeat-sandbox/README.md',
  'packages/verifactu/README.md',
  'labs/model/README.md',
  ...globSync('clients/*/README.md', { cwd: ROOT }),
  ...readdirSync(new URL('ops/adr/', ROOT)).map((name) => `ops/adr/${name}`),
];

/** Returns the text of a document. */
function readDocument(document: string): string {
  return readFileSync(new URL(document, ROOT), 'utf8');
}

/** Returns a document without its code blocks, which contain neither links nor headings. */
export function readProse(document: string): string {
  return readDocument(document).replaceAll(/^( *)```[^]*?^\1```$/gm, '');
}

/** Returns the fenced code blocks of a document in order; indentation in lists is removed. */
export function listBlocks(document: string): Block[] {
  const text = readDocument(document);
  return [...text.matchAll(/^( *)```(.*)\n([^]*?)^\1```$/gm)].map((found) => {
    const [, indentation = '', language = '', content = ''] = found;
    const line = text.slice(0, found.index).split('\n').length;
    return { document, language, line, text: content.replaceAll(new RegExp(`^${indentation}`, 'gm'), '') };
  });
}
