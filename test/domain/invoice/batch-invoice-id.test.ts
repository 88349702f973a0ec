import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildBatchInvoiceId,
  IDS_PER_BATCH,
  readBatchInvoiceId,
} from '#src/domain/invoice/batch-invoice-id.ts';
import { MAX_BATCH_INVOICES } from '#src/contracts/limits.ts';

describe('the id of a batch invoice', () => {
  it('encodes the batch and the position within it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 42 }),
        fc.integer({ min: 0, max: MAX_BATCH_INVOICES - 1 }),
        (batchId, position) => {
          expect(readBatchInvoiceId(buildBatchInvoiceId(batchId, position))).toEqual({ batchId, position });
        },
      ),
    );
  });

  it('is computed with the same factor in every SQL statement', () => {
    const folder = new URL('../../../src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.sql$|batch-invoice-row\.ts$/.test(file),
    );
    const factors = files.flatMap((file) => {
      // The ids of events are those of their invoices or payments, times 16, and the kind of the event.
      const text = readFileSync(new URL(file, folder), 'utf8').replaceAll(/id \* 16\b/g, '');
      return [...text.matchAll(/(?:batch_id|\bid|\$1::bigint) ?[*%/] ?(\d+)|(\d{3,}) = batch_id/g)].map(
        ([, one, other]) => ({ file, factor: Number(one ?? other) }),
      );
    });
    expect(factors.length).toBeGreaterThanOrEqual(30);
    expect(factors.filter(({ factor }) => factor !== IDS_PER_BATCH)).toEqual([]);
  });
});
