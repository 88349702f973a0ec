import type { ApiVersion, FindingCode, WarningCode } from '../../contracts/codes.ts';
import type { InvoiceInput, LineInput } from '../../contracts/v2/invoice-input.ts';

export type InvoiceMember = keyof InvoiceInput;
export type LineMember = keyof LineInput;

/** A finding or a warning about an invoice. */
export type Remark<Code extends string> = {
  /** Path of the member in the invoice: `lines[1].tax_rate`. */
  readonly field: string;
  readonly code: Code;
  /** AEAT's code for the error; null if the rule is not AEAT's. */
  readonly aeatCode: number | null;
  /** An English sentence that begins with the member's name. */
  readonly message: string;
  /** The rule of an electronic format, of a warning that the format cannot express the invoice. */
  readonly rule?: string;
};
/** An error in an invoice. The invoice fails. */
export type Finding = Remark<FindingCode>;
/** A point in a valid invoice that a tax adviser would question. */
export type Warning = Remark<WarningCode>;

/**
 * Reports a finding or warning about a member.
 * @param says the text that follows the member's name in the message.
 */
export type ReportOn<Member extends string, Code extends string = FindingCode> = (
  member: Member,
  code: Code,
  says: string,
  aeatCode?: number | null,
) => void;
export type Report = ReportOn<InvoiceMember>;
export type LineReport = ReportOn<LineMember>;

/** Names of the members of an invoice in messages. */
export const MEMBER_NAMES: Readonly<Record<InvoiceMember, string>> = {
  external_invoice_id: 'External invoice id',
  issuer_nif: 'Issuer NIF',
  number_serie: 'Invoice number',
  issuer_name: 'Issuer name',
  issuer_person_name: 'Issuer person name',
  invoice_type: 'Invoice type',
  operation_description: 'Operation description',
  issue_date: 'Issue date',
  operation_date: 'Operation date',
  due_date: 'Due date',
  rectified_invoice_id: 'Rectified invoice',
  rectification: 'Rectification',
  replaces: 'Replaces',
  has_unidentified_recipient: 'Has unidentified recipient',
  simplified_qualified: 'Simplified qualified',
  recipient_legal_name: 'Recipient legal name',
  recipient_document_type: 'Recipient document type',
  recipient_document_number: 'Recipient document number',
  recipient_billing_address: 'Recipient billing address',
  recipient_billing_postal_code: 'Recipient billing postal code',
  recipient_billing_city: 'Recipient billing city',
  recipients: 'Recipients',
  issued_by: 'Issued by',
  coupon: 'Coupon',
  currency: 'Currency',
  exchange_rate: 'Exchange rate',
  prices_include_tax: 'Prices include tax',
  total: 'Total',
  buyer_reference: 'Buyer reference',
  order_reference: 'Order reference',
  contract_reference: 'Contract reference',
  delivery_note_references: 'Delivery note references',
  project_reference: 'Project reference',
  accounting_reference: 'Accounting reference',
  delivery: 'Delivery',
  period: 'Period',
  payment: 'Payment',
  payee: 'Payee',
  prepaid_amount: 'Prepaid amount',
  allowances: 'Allowances',
  charges: 'Charges',
  metadata: 'Metadata',
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

/** Names of the members of a line in messages, after `Line 2: `. */
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
  tax_country: 'tax country',
  equivalence_surcharge_rate: 'equivalence surcharge rate',
  margin: 'margin',
  second_hand_kind: 'second-hand kind',
  cost_base: 'cost base',
  unit_code: 'unit code',
  item_code: 'item code',
  gtin: 'GTIN',
  buyer_item_code: 'buyer item code',
  period: 'period',
  order_line_reference: 'order line reference',
  allowances: 'allowances',
  charges: 'charges',
};

/**
 * Version 1 has one date, `operation_date`, which is the issue date. With tax regimes 14 and 15 on every line it is the date of the operation.
 * Findings about either date therefore name the same member of version 1.
 */
const FIELDS_OF_V1: Readonly<Partial<Record<InvoiceMember, InvoiceMember>>> = {
  issue_date: 'operation_date',
};
/** Names of members that differ in messages about invoices of version 1. */
export const NAMES_OF_V1: Readonly<Partial<Record<InvoiceMember, string>>> = {
  operation_date: 'Issue date (the operation date with tax regimes 14 and 15)',
};

/** An error in a member: the code, the text that follows the member's name, and AEAT's code. */
export type Problem = [code: FindingCode, says: string, aeatCode?: number];

/** Builds a finding or warning about a member of the invoice itself. @param says the text that follows the member's name in the message. */
export function buildFinding<Code extends string>(
  field: InvoiceMember,
  code: Code,
  says: string,
  aeatCode: number | null = null,
): Remark<Code> {
  return { field, code, aeatCode, message: `${MEMBER_NAMES[field]} ${says}` };
}

/** Maximum number of findings of one invoice. Without it, 1000 invalid lines would make an answer of megabytes. */
const MAX_FINDINGS = 100;

/** Collects the findings or warnings of an invoice in the order in which they are reported. Each message is listed once. */
export class Findings<Code extends string = FindingCode> {
  readonly #findings = new Map<string, Remark<Code>>();
  readonly #isV1: boolean;
  #overflow = false;

  /** @param version of the API, whose members the findings name. */
  constructor(version: ApiVersion) {
    this.#isV1 = version === 1;
  }

  readonly report: ReportOn<InvoiceMember, Code> = (member, code, says, aeatCode = null) =>
    this.#add({
      field: (this.#isV1 && FIELDS_OF_V1[member]) || member,
      code,
      aeatCode,
      message: `${(this.#isV1 && NAMES_OF_V1[member]) || MEMBER_NAMES[member]} ${says}`,
    });

  /** @param index of the line in the request, from 0. Messages count lines from 1 in the order of the request, independently of `position`. */
  reportOnLine(index: number): ReportOn<LineMember, Code> {
    return (member, code, says, aeatCode = null) =>
      this.#add({
        field: `lines[${index}].${member}`,
        code,
        aeatCode,
        message: `Line ${index + 1}: ${LINE_MEMBER_NAMES[member]} ${says}`,
      });
  }

  /**
   * Reports about the members of an object in the invoice, or of another object that is read.
   * @param place path of the object: `payment.due[1]`; empty for the object that is read.
   * @param label name of the object in messages: `Payment, due date 2`.
   */
  reportIn<Member extends string>(place: string, label: string): ReportOn<Member, Code> {
    return (member, code, says, aeatCode = null) =>
      this.#add({
        field: place === '' ? member : `${place}.${member}`,
        code,
        aeatCode,
        message: `${nameMember(label, member)} ${says}`,
      });
  }

  get size(): number {
    return this.#findings.size;
  }

  /** Whether the list is full. Further findings are not listed. */
  get isFull(): boolean {
    return this.#overflow;
  }

  list(): Remark<Code | 'more_left_out'>[] {
    const findings: Remark<Code | 'more_left_out'>[] = [...this.#findings.values()];
    if (this.#overflow)
      findings.push(buildFinding('lines', 'more_left_out', 'have more problems than this list shows'));
    return findings;
  }

  #add(finding: Remark<Code>): void {
    if (this.#findings.has(finding.message)) return;
    if (this.#findings.size < MAX_FINDINGS) this.#findings.set(finding.message, finding);
    else this.#overflow = true;
  }
}

/** Returns the name of a member of an object in messages. @param label name of the object: `Payment, due date 2`. */
export function nameMember(label: string, member: string): string {
  return `${label}: ${member.replaceAll('_', ' ')}`;
}

/** Joins the messages of findings into the text of `processing_error`. */
export function joinMessages(findings: readonly Finding[]): string {
  return findings.map(({ message }) => message).join('; ');
}
