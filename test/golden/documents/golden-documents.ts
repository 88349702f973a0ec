import { readFileSync } from 'node:fs';
import type { InvoiceInput as InvoiceInputV1 } from '../../../src/contracts/invoice-input.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { FLAT_RULES, FULL_RULES } from '../../../src/domain/reading/request-rules.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** The input of version 1 of the API from which the first golden document was built. */
export const GOLDEN_INPUT = read('input.json') as InvoiceInputV1;

/**
 * One document per version that ever existed, as its release wrote it, with the input from which it
 * was built.
 */
export const GOLDEN_DOCUMENTS = [
  {
    version: 1,
    rules: FLAT_RULES,
    input: GOLDEN_INPUT as InvoiceInput,
    text: JSON.stringify(read('version-1.json')),
  },
  {
    version: 2,
    rules: FULL_RULES,
    input: read('input-2.json') as InvoiceInput,
    text: JSON.stringify(read('version-2.json')),
  },
  {
    version: 3,
    rules: FULL_RULES,
    input: read('input-3.json') as InvoiceInput,
    text: JSON.stringify(read('version-3.json')),
  },
  {
    version: 4,
    rules: FULL_RULES,
    input: read('input-4.json') as InvoiceInput,
    text: JSON.stringify(read('version-4.json')),
  },
  {
    version: 5,
    rules: FULL_RULES,
    input: read('input-5.json') as InvoiceInput,
    text: JSON.stringify(read('version-5.json')),
  },
] as const;
