import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import type { InvoiceIdentity } from './invoice-identity.ts';

/** The data of a correcting or replacing invoice that the rules on its original need. */
export type Rectifying = Pick<InvoiceIdentity, 'issuerNif' | 'issueDate'> & {
  readonly type: InvoiceType;
  /** FechaOperacion, `YYYY-MM-DD`; null if the invoice has none. */
  readonly operationDate: string | null;
  /** Rates of IVA that it charges, as written in its tax groups. */
  readonly vatRates: readonly string[];
};

/** Lists the rates of IVA that an invoice charges, which AEAT checks for the day of the operation (AEAT 1124, 1235, 1236). */
export function usedVatRates(groups: readonly TaxGroup[]): string[] {
  return groups.flatMap(({ taxType, operationKey, rate }) =>
    taxType === 'iva' && operationKey === 'S1' && rate !== null ? [rate] : [],
  );
}

/** Describes an invoice as one that corrects or replaces another. */
export function rectifyingOf({
  type,
  issueDate,
  operationDate,
  issuer,
  groups,
}: Pick<InvoiceDocument, 'type' | 'issueDate' | 'operationDate' | 'issuer' | 'groups'>): Rectifying {
  return { type, issueDate, operationDate, issuerNif: issuer.nif, vatRates: usedVatRates(groups) };
}
