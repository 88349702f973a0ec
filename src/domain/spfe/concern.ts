import { isPersonNif } from 'verifactu-protocol/records/nif';
import type { DocumentType } from '../../contracts/codes.ts';
import type { SpfeMissingFact, SpfeReason } from '../../contracts/spfe.ts';
import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';

/*
 * Whether the duty of electronic invoices concerns an invoice, so that it goes to AEAT's public
 * solution (SPFE): RD 238/2026, arts. 3 and 4, and RD 1619/2012, art. 8 bis.
 */

/** What is known of an issuer's duty. */
export type SpfeDuty = {
  /** The first issue date to which the duty applies, `YYYY-MM-DD`; null if nobody decided it. */
  readonly from: string | null;
  /**
   * Whether recipients who are natural persons, and of whom no invoice says it, act as businesses
   * or professionals; null if nobody decided it.
   */
  readonly arePersonsBusinesses: boolean | null;
};

/**
 * Whether an invoice goes to the SPFE: it does, it does not for a reason, or facts are missing. A
 * missing fact is never taken for a "no".
 */
export type Concern =
  | { readonly kind: 'concerned' }
  | { readonly kind: 'not_concerned'; readonly reason: SpfeReason }
  | { readonly kind: 'unknown'; readonly missing: readonly SpfeMissingFact[] };

const CONCERNED: Concern = { kind: 'concerned' };
const exclude = (reason: SpfeReason): Concern => ({ kind: 'not_concerned', reason });
const lack = (missing: readonly SpfeMissingFact[]): Concern => ({ kind: 'unknown', missing });

/** The documents of recipients without a Spanish number. */
const FOREIGN_DOCUMENTS: ReadonlySet<DocumentType> = new Set([
  'passport',
  'eu_vat',
  'official_id',
  'residence_certificate',
  'other_document',
  'international_vat_number',
]);
/** Local bodies, public bodies and the State (Orden EHA/451/2008), whose channel is FACe. */
const PUBLIC_BODY = /^[PQS]/;
/** A foreign entity, which may have an establishment in Spain. */
const FOREIGN_ENTITY = /^N/;
/**
 * Communities, associations, owners, religious and other bodies, of which many are no businesses for
 * the VAT.
 */
const SELDOM_BUSINESS = /^[EGHRV]/;

/**
 * Decides whether an invoice goes to the SPFE. If it has several recipients, one who is concerned
 * suffices.
 * @param duty that of the issuer on whom the duty is, also if somebody else issues the invoice.
 */
export function concernOf(
  document: Pick<InvoiceDocument, 'type' | 'recipient' | 'otherRecipients' | 'issueDate'>,
  { from, arePersonsBusinesses }: SpfeDuty,
): Concern {
  const { type, recipient, otherRecipients = [], issueDate } = document;
  // A qualified simplified invoice is an F1 with a mark, and is concerned (RD 1619/2012, art. 7.2).
  if (type === 'F2' || type === 'R5') return exclude('simplified');
  if (recipient === null) return exclude('no_recipient');
  const found = combine(
    [recipient, ...otherRecipients].map((each) => concernOfRecipient(each, arePersonsBusinesses)),
  );
  if (found.kind === 'not_concerned') return found;
  if (from === null) return lack(['issuer_setting', ...(found.kind === 'unknown' ? found.missing : [])]);
  return issueDate < from ? exclude('before_duty') : found;
}

/** One recipient who is concerned suffices, and one of whom a fact is missing leaves it open. */
function combine(concerns: readonly Concern[]): Concern {
  return (
    concerns.find(({ kind }) => kind === 'concerned') ??
    concerns.find(({ kind }) => kind === 'unknown') ??
    concerns[0]!
  );
}

/** Decides whether an invoice to a recipient is concerned (mapping of the conditions of art. 3). */
function concernOfRecipient(
  { documentType, documentNumber, countryCode, dir3, isBusiness }: Recipient,
  arePersonsBusinesses: boolean | null,
): Concern {
  if (countryCode !== null && countryCode !== 'ES') return exclude('foreign_recipient');
  if (FOREIGN_DOCUMENTS.has(documentType)) return exclude('foreign_recipient');
  if (dir3 !== undefined || PUBLIC_BODY.test(documentNumber)) return exclude('public_body');
  if (isBusiness === false) return exclude('consumer');
  if (FOREIGN_ENTITY.test(documentNumber)) return lack(['establishment_in_spain']);
  if (isBusiness === true) return CONCERNED;
  if (SELDOM_BUSINESS.test(documentNumber)) return lack(['is_business']);
  if (!isPersonNif(documentNumber)) return CONCERNED;
  if (arePersonsBusinesses === null) return lack(['is_business']);
  return arePersonsBusinesses ? CONCERNED : exclude('consumer');
}
