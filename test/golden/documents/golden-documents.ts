import { readFileSync } from 'node:fs';
import { DOCUMENT_VERSION } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The input from which all golden documents were built. */
export const GOLDEN_INPUT = JSON.parse(read('input.json')) as InvoiceInput;

/** One document per version that ever existed, as its release wrote it. */
export const GOLDEN_DOCUMENTS = Array.from({ length: DOCUMENT_VERSION }, (_none, index) => ({
  version: index + 1,
  text: JSON.stringify(JSON.parse(read(`version-${index + 1}.json`))),
}));
