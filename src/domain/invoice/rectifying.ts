import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';

/**
 * A rate of IVA and its equivalence surcharge, as written in a tax group; null if the group has no
 * surcharge.
 */
export type ChargedRate = { readonly rate: string; readonly surcharge: string | null };

/** The data of a correcting or replacing invoice that the rules on its originals need. */
export type Rectifying = Pick<InvoiceIdentity, 'issuerNif' | 'issueDate'> & {
  readonly type: InvoiceType;
  /** FechaOperacion, `YYYY-MM-DD`; null if the invoice has none. */
  readonly operationDate: string | null;
  /** Rates of IVA that it charges. */
  readonly rates: readonly ChargedRate[];
  /** Whether its amounts replace those of the originals (TipoRectificativa S). */
  readonly isSubstitution: boolean;
  /**
   * Whether ImporteRectificacion is to be computed from the originals, because the request does not
   * state it.
   */
  readonly needsReplaced: boolean;
  /** Whether it also names invoices that are not stored here. */
  readonly hasOtherOriginals: boolean;
};

/**
 * Lists the rates of IVA that an invoice charges, which AEAT checks for the day of the operation
 * (AEAT 1124, 1167, 1194, 1235, 1236).
 */
function listRates(groups: readonly TaxGroup[]): ChargedRate[] {
  return groups.flatMap(({ taxType, operationKey, rate, surchargeRate }) =>
    taxType === 'iva' && operationKey === 'S1' && rate !== null
      ? [{ rate, surcharge: surchargeRate ?? null }]
      : [],
  );
}

/**
 * Describes an invoice whose originals are not resolved yet as one that corrects or replaces
 * others.
 */
export function rectifyingOf({
  type,
  issueDate,
  operationDate,
  issuer,
  groups,
  rectification,
  replaces,
}: Pick<
  InvoiceDocument,
  'type' | 'issueDate' | 'operationDate' | 'issuer' | 'groups' | 'rectification' | 'replaces'
>): Rectifying {
  const isSubstitution = rectification?.method === 'substitution';
  return {
    type,
    issueDate,
    operationDate,
    issuerNif: issuer.nif,
    rates: listRates(groups),
    isSubstitution,
    needsReplaced: isSubstitution && rectification?.replaced === undefined,
    hasOtherOriginals: (rectification?.invoices ?? replaces ?? []).length > 0,
  };
}
