import { expect, it } from 'vitest';
import { MAX_FOUND } from '../../../src/api/reads/invoices/batch-invoices.ts';
import { searchBatchInvoices } from '../../../src/api/reads/invoices/invoices.sql.ts';

it('a search for invoices has the limit that the API documents', () => {
  const { text } = searchBatchInvoices(1, 'x', null, null, 1, 1);
  expect(text.match(/(?<=id desc limit )\d+/g)).toEqual([String(MAX_FOUND), String(MAX_FOUND)]);
});
