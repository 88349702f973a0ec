import type { PrintableInvoice } from '../../contracts/printable-invoice.ts';
import { findTransferAccount } from '../../domain/invoice/transfer-account.ts';

/** The account that a page shows above the text about the payment. */
export type ShownAccount = { readonly iban: string | null; readonly bic: string | null };

/** Bank, country and place of a BIC. A branch may follow them. */
const BIC_OF_BANK = 8;

/**
 * Finds the account that a page shows above the text about the payment: that of the invoice's
 * member `payment`, or that of the issuer's profile. An IBAN in the text is shown there, so only
 * its BIC is above it, unless the text has it too.
 */
export function findShownAccount({
  document,
  issuerProfile,
}: Pick<PrintableInvoice, 'document' | 'issuerProfile'>): ShownAccount {
  const { payment, paymentMethodInfo } = document;
  const own = { iban: payment?.iban ?? null, bic: payment?.bic ?? null };
  const account = findTransferAccount(document, issuerProfile);
  if (account === null) return own;
  const { iban, bic, statedIn } = account;
  if (statedIn !== 'text') return { iban, bic };
  const isInText =
    bic !== null && paymentMethodInfo?.toUpperCase().includes(bic.slice(0, BIC_OF_BANK)) === true;
  return { iban: null, bic: own.bic ?? (isInText ? null : bic) };
}
