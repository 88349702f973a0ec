import type { Corrective } from './corrective.ts';
import type { SplitNumber } from './invoice-number.ts';
import type { Line } from './lines.ts';
import type { Party } from './parties.ts';
import type { Installment } from './payment.ts';
import type { Period } from './periods.ts';
import type { Tax } from './taxes.ts';
import type { Totals } from './totals.ts';

/**
 * A Facturae document with one invoice, before it is written. Amounts have two decimals and a
 * point, dates are `YYYY-MM-DD`, and codes are those of the schema. What does not apply is absent,
 * never empty.
 */
export type Facturae = {
  /** InvoiceIssuerType: the issuer (EM), the recipient (RE) or a third party (TE). */
  readonly issuerType: 'EM' | 'RE' | 'TE';
  readonly thirdParty?: Party;
  readonly batchIdentifier: string;
  readonly seller: Party;
  readonly buyer: Party;
  readonly number: SplitNumber;
  /** InvoiceDocumentType: complete (FC) or issued by the recipient (AF). */
  readonly documentType: 'FC' | 'AF';
  /** InvoiceClass: original or rectification. */
  readonly invoiceClass: 'OO' | 'OR';
  readonly corrective?: Corrective;
  readonly issueDate: string;
  readonly operationDate?: string;
  readonly period?: Period;
  readonly currency: string;
  readonly exchange?: { readonly rate: string; readonly date: string };
  readonly description?: string;
  readonly orderReference?: string;
  readonly contractReference?: string;
  readonly outputs: readonly Tax[];
  readonly withheld: readonly Tax[];
  readonly totals: Totals;
  readonly lines: readonly Line[];
  readonly installments: readonly Installment[];
  /** LegalReference. */
  readonly legalReferences: readonly string[];
  readonly relatedInvoice?: string;
  /** InvoiceAdditionalInformation. */
  readonly information?: string;
};
