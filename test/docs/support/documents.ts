import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** A fenced block of a document. */
export type Block = {
  readonly document: string;
  readonly language: string;
  /** Of its fence, from 1. */
  readonly line: number;
  readonly text: string;
};

/** Those whose blocks are run or checked, one after the other, as a reader comes upon them; others follow by name. */
const FIRST_READ = [
  'README.md',
  'docs/api.md',
  'docs/clients.md',
  'docs/operating.md',
  'docs/verifactu.md',
  'docs/backup.md',
];
/** Has the blocks of the guide, which are run there: `guide.test.ts` compares them. */
const TRANSLATION = 'docs/guia.md';
const OTHERS = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .filter((name) => !FIRST_READ.includes(name) && name !== TRANSLATION);

export const DOCUMENTS: readonly string[] = [...FIRST_READ, ...OTHERS.toSorted(), 'CONTRIBUTING.md'];
/** Everything else that people read, whose links and commands must exist too. */
export const ALL_DOCUMENTS: readonly string[] = [
  ...DOCUMENTS,
  TRANSLATION,
  'SECURITY.md',
  'CHANGELOG.md',
  'ops/aeat-sandbox/README.md',
  'ops/lab/model/README.md',
  'clients/typescript/README.md',
  ...readdirSync(new URL('ops/adr/', ROOT)).map((name) => `ops/adr/${name}`),
];

/** The text of a document. */
function readDocument(document: string): string {
  return readFileSync(new URL(document, ROOT), 'utf8');
}

/** A document without its blocks, which hold no links and no headings. */
export function readProse(document: string): string {
  return readDocument(document).replaceAll(/^( *)```[^]*?^\1```$/gm, '');
}

/** The fenced blocks of a document in their order, those in lists without their indentation. */
export function listBlocks(document: string): Block[] {
  const text = readDocument(document);
  return [...text.matchAll(/^( *)```(.*)\n([^]*?)^\1```$/gm)].map((found) => {
    const [, indentation = '', language = '', content = ''] = found;
    const line = text.slice(0, found.index).split('\n').length;
    return { document, language, line, text: content.replaceAll(new RegExp(`^${indentation}`, 'gm'), '') };
  });
}
