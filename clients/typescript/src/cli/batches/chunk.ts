import { createHash } from 'node:crypto';
import { writeCanonical } from './canonical-json.ts';

/** The rows of an invoice in its file, from 1. */
export type RowRange = {
  /** The first row. */
  readonly row: number;
  /** The row of each line of the invoice. */
  readonly lineRows: readonly number[];
};

/** An invoice that was read from a file. */
export type InvoiceText = {
  /** The JSON text, which is sent unchanged: no number is parsed and formatted again. */
  readonly text: string;
  /** Null in a JSON file, in which an invoice has only an index. */
  readonly place: RowRange | null;
};

/** An invoice of a file, and its identification in the state file. */
export type FileInvoice = InvoiceText & {
  /** The position in the file, from 0. */
  readonly index: number;
  readonly fingerprint: string;
  readonly externalId: string | null;
};

/** Invoices that are submitted together. */
export type Chunk = {
  /** The idempotency key: the same invoices have the same key, from any file and machine. */
  readonly key: string;
  /** The `external_batch_id`; by default the key, by which the batch can always be found. */
  readonly label: string;
  readonly invoices: readonly FileInvoice[];
};

export type Limits = { readonly invoices: number; readonly bytes: number };

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Reads an invoice. @param text the text of a JSON object. */
export function readInvoice(text: string, place: RowRange | null = null, index = 0): FileInvoice {
  const value = JSON.parse(text) as { external_invoice_id?: unknown };
  const { external_invoice_id: id } = value;
  const fingerprint = sha256(writeCanonical(value)).toString('hex').slice(0, 24);
  return { text, place, index, fingerprint, externalId: typeof id === 'string' ? id : null };
}

/** Divides invoices in order into as few chunks as the limits allow, always at the same places. */
export function splitInvoices(invoices: readonly FileInvoice[], limits: Limits): FileInvoice[][] {
  const chunks: FileInvoice[][] = [];
  let bytes = Infinity;
  for (const invoice of invoices) {
    const more = Buffer.byteLength(invoice.text) + 1;
    const last = chunks.at(-1);
    if (last === undefined || last.length >= limits.invoices || bytes + more > limits.bytes) {
      chunks.push([invoice]);
      bytes = more;
    } else {
      last.push(invoice);
      bytes += more;
    }
  }
  return chunks;
}

/**
 * Gives each chunk its key, derived from its content and the number of equal chunks before it (the
 * engine refuses their duplicate numbers).
 * @param label the requested label, which is not part of the key: with another label the engine
 *   refuses the key instead of creating a second batch.
 */
export function nameChunks(
  chunks: readonly (readonly FileInvoice[])[],
  label: string | null,
  taken: ReadonlySet<string> = new Set(),
): Chunk[] {
  const keys = new Set(taken);
  return chunks.map((invoices) => {
    let place = 0;
    let key = deriveKey(invoices, place);
    for (; keys.has(key); key = deriveKey(invoices, place)) place += 1;
    keys.add(key);
    return { key, label: label ?? key, invoices };
  });
}

/** Derives a UUID (RFC 9562, version 8) from the hashed content. */
function deriveKey(invoices: readonly FileInvoice[], place: number): string {
  const bytes = sha256(`ibe 2\n${place}\n${invoices.map(({ fingerprint }) => fingerprint).join('\n')}`);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.subarray(0, 16).toString('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}

/** Builds the body of a request with the unchanged texts of the invoices. */
export function writeBody({
  label,
  invoices,
}: {
  label: string | null;
  invoices: readonly FileInvoice[];
}): string {
  const texts = invoices.map(({ text }) => text).join(',');
  return `{"invoice_batch":{"external_batch_id":${JSON.stringify(label)},"invoices":[${texts}]}}`;
}
