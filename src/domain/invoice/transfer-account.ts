import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { findIbans } from './find-ibans.ts';

/** A bank account: its IBAN without blanks, and the BIC of its bank, or null. */
type Account = { readonly iban: string; readonly bic: string | null };

/**
 * The account that an invoice states itself, in its member `payment` or in the text about its
 * payment.
 */
type OwnAccount = Account & { readonly statedIn: 'payment' | 'text' };

/** The account to which a transfer is made, and where it is stated. */
export type TransferAccount = OwnAccount | (Account & { readonly statedIn: 'profile' });

/** What a profile says about the account of its issuer. */
export type ProfileAccount = Pick<IssuerDetails, 'iban' | 'bic'>;

/**
 * Returns the account that an invoice states: `payment.iban`, or the first valid IBAN in the text
 * about the payment, with `payment.bic`. It is that of the issuer for a transfer and that of the
 * debtor for a direct debit.
 */
export function findOwnAccount({ payment, paymentMethodInfo }: InvoiceDocument): OwnAccount | null {
  const bic = payment?.bic ?? null;
  if (payment?.iban) return { iban: payment.iban, bic, statedIn: 'payment' };
  const found = findIbans(paymentMethodInfo ?? '').find((piece) => 'iban' in piece);
  return found === undefined ? null : { iban: found.iban.replaceAll(/\s/gu, ''), bic, statedIn: 'text' };
}

/**
 * Returns whether an amount is still due to the issuer: the invoice is not paid, and its amount to
 * pay is positive.
 */
export function isAmountDue({
  paid,
  totals: { payable },
}: Pick<InvoiceDocument, 'paid' | 'totals'>): boolean {
  return paid !== true && !payable.startsWith('-') && /[1-9]/.test(payable);
}

/**
 * Returns the account to which the transfer of an invoice is made while an amount is due (EN 16931
 * BT-84 and BT-86): the invoice's own, or else that of its issuer's profile, unless somebody else
 * receives the payment. A BIC belongs to its account, so the BIC of the profile is used only with
 * the IBAN of the profile, and a BIC that an invoice states without an IBAN is not used with the
 * IBAN of the profile.
 * @returns null if there is none or nothing is due, and for every payment method but
 *   `bank_transfer`.
 */
export function findTransferAccount(
  document: InvoiceDocument,
  profile: ProfileAccount | null,
): TransferAccount | null {
  if (document.paymentMethod !== 'bank_transfer' || !isAmountDue(document)) return null;
  const own = findOwnAccount(document);
  const { iban = null, bic = null } = profile ?? {};
  if (own !== null) return own.iban === iban ? { ...own, bic: own.bic ?? bic } : own;
  return iban === null || document.payee !== undefined ? null : { iban, bic, statedIn: 'profile' };
}
