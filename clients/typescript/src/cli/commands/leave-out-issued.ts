import type { FileInvoice } from '../batches/chunk.ts';
import type { Run } from '../command.ts';
import type { RowFault } from '../input/row-faults.ts';
import { type Remark, remarksOf } from '../remarks.ts';
import type { Issued } from '../shops/shop-order.ts';
import { findIssued } from './read-input.ts';

/**
 * Returns the invoices of an export that the engine does not have yet. Exports overlap, and an
 * order must not be invoiced twice.
 * @returns `changed`: those whose total has changed since their invoice.
 */
export async function leaveOutIssued(
  run: Run,
  file: string,
  invoices: readonly FileInvoice[],
): Promise<{ readonly left: readonly FileInvoice[]; readonly changed: readonly Remark[] }> {
  const changed: RowFault[] = [];
  const ids = invoices.flatMap(({ externalId }) => externalId ?? []);
  const issued = await findIssued(run, [...new Set(ids)]);
  const isIssued = ({ externalId }: FileInvoice) => externalId !== null && issued.has(externalId);
  for (const invoice of invoices.filter(isIssued)) {
    const earlier = issued.get(invoice.externalId!)!;
    const row = invoice.place?.row ?? 0;
    const place = `${file}: row ${row}: ${invoice.externalId}`;
    const total = readTotal(invoice);
    if (total !== null && earlier.total !== null && Number(earlier.total) !== Number(total))
      changed.push({
        row,
        first: row,
        code: 'order_changed',
        place: null,
        externalId: invoice.externalId,
        message:
          `it is invoiced already as ${earlier.number} with a total of ${earlier.total}, and the export now states ${total}. ` +
          'Issue a rectifying invoice for the difference with a file of your own, and leave this row out',
      });
    else run.output.note(`${place} is left out, because it is invoiced already${nameInvoice(earlier)}`);
  }
  return { left: invoices.filter((invoice) => !isIssued(invoice)), changed: remarksOf(file, changed) };
}

const nameInvoice = ({ number }: Issued) => (number === null ? '' : ` as ${number}`);

/**
 * Returns the total that an invoice states, if the engine's list of invoices shows the same amount:
 * in euros, with all taxes.
 */
function readTotal({ text }: FileInvoice): string | null {
  const { total, currency, lines } = JSON.parse(text) as {
    total?: string;
    currency?: string;
    lines: { tax_type?: string }[];
  };
  const isOther = currency !== undefined || lines.some(({ tax_type: type }) => type === 'oss');
  return isOther ? null : (total ?? null);
}
