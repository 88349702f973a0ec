import type { Engine } from '../../engine.ts';
import { readInvoice, writeBody } from '../batches/chunk.ts';

/** An invoice of a batch that failed, with all its messages in one text. */
export type Failed = {
  readonly index: number;
  readonly external_invoice_id: string | null;
  readonly message: string;
};

export type Explained = Failed & {
  readonly field: string | null;
  readonly code: string | null;
  readonly aeat_code: number | null;
};

/**
 * Explains failed invoices by field and code, if their texts are available. The batch contains only messages; a dry run of the same invoices returns
 * more.
 * @param texts the texts of the batch's invoices by position.
 */
export async function explainFailures(
  engine: Engine,
  failed: readonly Failed[],
  texts: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<Explained[]> {
  const asked = failed.flatMap((one) => {
    const text = texts[one.index];
    return text === undefined ? [] : [{ one, invoice: readInvoice(text) }];
  });
  const found = new Map<Failed, Explained[]>();
  if (asked.length > 0) {
    const body = writeBody({ label: null, invoices: asked.map(({ invoice }) => invoice) });
    const { findings } = await engine.validate(body, { signal });
    for (const { index, field, code, aeat_code, message } of findings) {
      const { one } = asked[index]!;
      found.set(one, [...(found.get(one) ?? []), { ...one, field, code, aeat_code, message }]);
    }
  }
  return failed.flatMap((one) => found.get(one) ?? [{ ...one, field: null, code: null, aeat_code: null }]);
}
