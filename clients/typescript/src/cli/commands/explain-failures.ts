import type { Engine } from '../../engine.ts';
import { type FileInvoice, writeBody } from '../batches/chunk.ts';
import { findRow } from '../remarks.ts';

/** An invoice of a batch that failed, with all its messages in one text. */
export type Failed = {
  readonly index: number;
  readonly external_invoice_id: string | null;
  readonly message: string;
};

export type Explained = Failed & {
  /** The row of the file; null if it is not known. */
  readonly row: number | null;
  /** A JSON pointer (RFC 6901) to the member; null if it is not known. */
  readonly path: string | null;
  readonly code: string | null;
  readonly aeat_code: number | null;
};

/**
 * Explains failed invoices by member and code, if they are available. The batch contains only
 * messages; a dry run of the same invoices returns more.
 * @param invoices the batch's invoices by position, as they are in the file.
 */
export async function explainFailures(
  engine: Engine,
  failed: readonly Failed[],
  invoices: readonly (FileInvoice | undefined)[],
  signal: AbortSignal,
): Promise<Explained[]> {
  const asked = failed.flatMap((one) => {
    const invoice = invoices[one.index];
    return invoice === undefined ? [] : [{ one, invoice }];
  });
  const found = new Map<Failed, Explained[]>();
  if (asked.length > 0) {
    const body = writeBody({ label: null, invoices: asked.map(({ invoice }) => invoice) });
    const { errors } = await engine.validate(body, { signal });
    for (const { index, details } of errors) {
      const { one, invoice } = asked[index]!;
      const told = details.map(({ path, code, aeat_code, message }) => ({
        ...one,
        row: findRow(invoice.place, path),
        path,
        code,
        aeat_code,
        message,
      }));
      found.set(one, told);
    }
  }
  return failed.flatMap(
    (one) =>
      found.get(one) ?? [
        {
          ...one,
          row: findRow(invoices[one.index]?.place ?? null, ''),
          path: null,
          code: null,
          aeat_code: null,
        },
      ],
  );
}
