import type { FileInvoice } from '../batches/chunk.ts';
import type { Run } from '../command.ts';
import { InputFault } from '../faults.ts';
import type { Issued } from '../shops/shop-order.ts';
import { findIssued } from './read-input.ts';

/**
 * Returns the invoices of an export that the engine does not have yet. Exports overlap, and an order must not be invoiced twice.
 * @throws InputFault if the total of an order has changed since its invoice.
 */
export async function leaveOutIssued(
  run: Run,
  file: string,
  invoices: readonly FileInvoice[],
): Promise<readonly FileInvoice[]> {
  const ids = invoices.flatMap(({ externalId }) => externalId ?? []);
  const issued = await findIssued(run, [...new Set(ids)]);
  const isIssued = ({ externalId }: FileInvoice) => externalId !== null && issued.has(externalId);
  for (const invoice of invoices.filter(isIssued)) {
    const earlier = issued.get(invoice.externalId!)!;
    const place = `${file}: row ${invoice.place?.row}: ${invoice.externalId}`;
    const total = readTotal(invoice);
    if (total !== null && earlier.total !== null && Number(earlier.total) !== Number(total))
      throw new InputFault(
        `${place} is invoiced already as ${earlier.number} with a total of ${earlier.total}, and the export now states ${total}. ` +
          'Issue a rectifying invoice for the difference with a file of your own, and leave this row out',
      );
    run.output.note(`${place} is left out, because it is invoiced already${nameInvoice(earlier)}`);
  }
  return invoices.filter((invoice) => !isIssued(invoice));
}

const nameInvoice = ({ number }: Issued) => (number === null ? '' : ` as ${number}`);

/** Returns the total that an invoice states, if the engine's list of invoices shows the same amount: in euros, with all taxes. */
function readTotal({ text }: FileInvoice): string | null {
  const { total, currency, lines } = JSON.parse(text) as {
    total?: string;
    currency?: string;
    lines: { tax_type?: string }[];
  };
  const isOther = currency !== undefined || lines.some(({ tax_type: type }) => type === 'oss');
  return isOther ? null : (total ?? null);
}
