import type { PdfDocument } from './pdfa/pdf-document.ts';
import { decodeText, type Dictionary, isArray, nameOf, type PdfValue, Reference } from './pdfa/pdf-syntax.ts';

function readScalar(value: PdfValue | undefined): string | number | null {
  return typeof value === 'number' ? value : (decodeText(value) ?? nameOf(value));
}

/**
 * Reads the only embedded file of a hybrid invoice by its name, and asserts that the catalog
 * associates the same file with the document.
 */
export function readHybridFile(document: PdfDocument): {
  readonly specification: Readonly<Record<string, unknown>>;
  readonly file: Readonly<Record<string, unknown>>;
  readonly content: Buffer;
} {
  const { root, dictionary } = document;
  const tree = dictionary(dictionary(root.get('Names'))?.get('EmbeddedFiles'))?.get('Names');
  const associated = root.get('AF');
  if (!isArray(tree) || tree.length !== 2 || !isArray(associated) || associated.length !== 1)
    throw new Error('There is not exactly one embedded file');
  const [reference, other] = [tree[1], associated[0]];
  if (!(reference instanceof Reference) || !(other instanceof Reference) || reference.id !== other.id)
    throw new Error('The associated file is another one');
  const specification = dictionary(reference)!;
  if (decodeText(tree[0]) !== decodeText(specification.get('F'))) throw new Error('The file has two names');
  const stream = dictionary(specification.get('EF'))!.get('F');
  const file = dictionary(stream)!;
  const parameters: Dictionary = dictionary(file.get('Params'))!;
  return {
    specification: Object.fromEntries([...specification].map(([key, value]) => [key, readScalar(value)])),
    file: {
      Subtype: nameOf(file.get('Subtype')),
      ...Object.fromEntries([...parameters].map(([key, value]) => [key, readScalar(value)])),
    },
    content: document.decode(stream),
  };
}
