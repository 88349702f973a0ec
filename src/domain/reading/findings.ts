import type { FindingCode, WarningCode } from '../../contracts/codes.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../contracts/invoice-input.ts';

export type InvoiceMember = keyof InvoiceInput;
export type LineMember = keyof InvoiceLineInput;

/** Something that is told of an invoice. */
export type Remark<Code extends string> = {
  /** Path of the member in the invoice: `lines[1].tax_rate`. */
  readonly field: string;
  readonly code: Code;
  /** AEAT's code for what it would refuse; null where the rule is not AEAT's. */
  readonly aeatCode: number | null;
  /** An English sentence that begins with the member's name. */
  readonly message: string;
};
/** Something that is wrong with an invoice: the invoice fails. */
export type Finding = Remark<FindingCode>;
/** Something that an adviser would question in an invoice that is accepted. */
export type Warning = Remark<WarningCode>;

/**
 * Takes what is to be told of a member.
 * @param says what is to be read after the member's name.
 */
export type ReportOn<Member extends string, Code extends string = FindingCode> = (
  member: Member,
  code: Code,
  says: string,
  aeatCode?: number | null,
) => void;
export type Report = ReportOn<InvoiceMember>;
export type LineReport = ReportOn<LineMember>;

/** How messages name each member of an invoice. */
export const MEMBER_NAMES: Readonly<Record<InvoiceMember, string>> = {
  external_invoice_id: 'External invoice id',
  issuer_nif: 'Issuer NIF',
  number_serie: 'Invoice number',
  issuer_name: 'Issuer name',
  invoice_type: 'Invoice type',
  operation_description: 'Operation description',
  operation_date: 'Issue date',
  due_date: 'Due date',
  rectified_invoice_id: 'Rectified invoice',
  has_unidentified_recipient: 'Has unidentified recipient',
  recipient_legal_name: 'Recipient legal name',
  recipient_document_type: 'Recipient document type',
  recipient_document_number: 'Recipient document number',
  recipient_billing_address: 'Recipient billing address',
  recipient_billing_postal_code: 'Recipient billing postal code',
  recipient_billing_city: 'Recipient billing city',
  contact_id: 'Contact',
  invoiceable_serie_id: 'Invoiceable serie',
  payment_method: 'Payment method',
  payment_method_info: 'Payment method info',
  operation_type: 'Operation type',
  recipient_country_code: 'Recipient country code',
  footer_note: 'Footer note',
  total_reimbursable_expenses_amount: 'Total reimbursable expenses amount',
  paid: 'Paid',
  lines: 'Lines',
};

/** How messages name each member of a line, after `Line 2: `. */
export const LINE_MEMBER_NAMES: Readonly<Record<LineMember, string>> = {
  position: 'position',
  concept: 'concept',
  units: 'units',
  unit_price: 'unit price',
  discount_percent: 'discount percent',
  notes: 'notes',
  tax_type: 'tax type',
  tax_regime: 'tax regime',
  tax_operation_key: 'tax operation key',
  tax_exemption_code: 'tax exemption code',
  tax_rate: 'tax rate',
  income_tax_withholding_rate: 'income tax withholding rate',
};

/** What is wrong with a member, by what is to be read after its name. */
export type Problem = [code: FindingCode, says: string, aeatCode?: number];

/** Builds what is told of a member of the invoice itself. @param says what is to be read after the member's name. */
export function buildFinding<Code extends string>(
  field: InvoiceMember,
  code: Code,
  says: string,
  aeatCode: number | null = null,
): Remark<Code> {
  return { field, code, aeatCode, message: `${MEMBER_NAMES[field]} ${says}` };
}

/** More would help nobody, and 1000 broken lines would make an answer of megabytes. */
const MAX_FINDINGS = 100;

/** What is told of an invoice, in the order in which it was found, each message once. */
export class Findings<Code extends string = FindingCode> {
  readonly #findings = new Map<string, Remark<Code>>();
  #overflow = false;

  readonly report: ReportOn<InvoiceMember, Code> = (member, code, says, aeatCode) =>
    this.#add(buildFinding(member, code, says, aeatCode));

  /** @param index the line's place in the request, from 0; messages count from 1: what its sender sees, whatever `position` says. */
  reportOnLine(index: number): ReportOn<LineMember, Code> {
    return (member, code, says, aeatCode = null) =>
      this.#add({
        field: `lines[${index}].${member}`,
        code,
        aeatCode,
        message: `Line ${index + 1}: ${LINE_MEMBER_NAMES[member]} ${says}`,
      });
  }

  get size(): number {
    return this.#findings.size;
  }

  /** True when further findings would not be listed. */
  get isFull(): boolean {
    return this.#overflow;
  }

  list(): Remark<Code | 'more_left_out'>[] {
    const findings: Remark<Code | 'more_left_out'>[] = [...this.#findings.values()];
    if (this.#overflow)
      findings.push(buildFinding('lines', 'more_left_out', 'have more problems than are listed here'));
    return findings;
  }

  #add(finding: Remark<Code>): void {
    if (this.#findings.has(finding.message)) return;
    if (this.#findings.size < MAX_FINDINGS) this.#findings.set(finding.message, finding);
    else this.#overflow = true;
  }
}

/** What is wrong in one text, as `processing_error` has it. */
export function joinMessages(findings: readonly Finding[]): string {
  return findings.map(({ message }) => message).join('; ');
}
