import type {
  DocumentAllowance,
  DocumentLine,
  InvoiceDocument,
  PersonName,
  Recipient,
} from '../../contracts/invoice-document.ts';
import type { PassThrough } from '../../contracts/members.ts';
import { sortMembers } from '../../contracts/pass-through.ts';
import { REFERENCE_MEMBERS, REFERENCES } from '../../contracts/v2/reference-members.ts';
import { LINE_MEMBERS, LINE_TEXTS } from '../../contracts/v2/line-members.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { viewTotals } from '../../contracts/v2/amounts.ts';
import type { DocumentSummary } from '../../contracts/v2/invoice-answers.ts';
import type { DocumentView, LineView, RecipientView } from '../../contracts/v2/document-view.ts';
import { secondHandKindOf } from '../../domain/mentions/fiscal-key.ts';

/**
 * Describes an issued document in the names of the request of version 2. Members that do not apply
 * are null, false or empty.
 */
export function viewDocument(document: InvoiceDocument): DocumentView {
  const { issuer, references = {} } = document;
  return {
    issuer_nif: issuer.nif,
    issuer_name: issuer.name,
    issuer_person_name: viewPersonName(issuer.personName),
    number_serie: document.number,
    invoice_type: document.type,
    issue_date: document.issueDate,
    operation_date: document.operationDate,
    due_date: document.dueDate,
    operation_description: document.description,
    recipients: viewRecipients(document),
    has_unidentified_recipient: document.unidentifiedRecipient,
    simplified_qualified: document.simplifiedQualified ?? false,
    coupon: document.coupon ?? false,
    issued_by: viewIssuedBy(document),
    rectification: viewRectification(document),
    replaces: listReplaced(document),
    currency: document.currency ?? 'EUR',
    exchange_rate: document.exchangeRate ?? null,
    prices_include_tax: document.pricesIncludeTax ?? false,
    ...sortMembers(REFERENCE_MEMBERS, {
      ...viewTexts(REFERENCES, references),
      delivery_note_references: references.deliveryNotes ?? [],
    }),
    delivery: viewDelivery(document),
    period: document.period ?? null,
    payment: viewPayment(document),
    billing_authorisations: document.billingAuthorisations ?? [],
    spfe_channel: document.spfeChannel ?? null,
    reimbursable_expenses: document.reimbursableExpenses ?? [],
    payee: document.payee
      ? { name: document.payee.name, document_number: document.payee.documentNumber }
      : null,
    footer_note: document.footerNote,
    lines: document.lines.map(viewLine),
    allowances: (document.allowances ?? []).filter(({ isCharge }) => !isCharge).map(viewAllowance),
    charges: (document.allowances ?? []).filter(({ isCharge }) => isCharge).map(viewAllowance),
  };
}

/** Returns what a list shows of a document: its first recipient, their number, and the totals. */
export function summarizeDocument(document: InvoiceDocument): DocumentSummary {
  const recipients = viewRecipients(document);
  const [first] = recipients;
  const recipient = first && {
    name: first.name,
    document_type: first.document_type,
    document_number: first.document_number,
    country_code: first.country_code,
  };
  return { recipient: recipient ?? null, recipients_count: recipients.length, totals: viewTotals(document) };
}

/** Views the texts that are only passed on. @param holder of them in the document. */
function viewTexts<T extends PassThrough & { readonly member: string }>(
  texts: readonly T[],
  holder: Partial<Record<T['stored'], string>>,
): Record<T['member'], string | null> {
  const views = texts.map(({ member, stored }) => [member, holder[stored as T['stored']] ?? null]);
  return Object.fromEntries(views) as Record<T['member'], string | null>;
}

type RoutingView = Pick<
  RecipientView,
  'electronic_address' | 'dir3' | 'contact' | 'person_name' | 'is_business'
>;

function viewPersonName(person: PersonName | undefined): RecipientView['person_name'] {
  if (person === undefined) return null;
  const { givenName, firstSurname, secondSurname } = person;
  return { given_name: givenName, first_surname: firstSurname, second_surname: secondSurname };
}

/**
 * Returns the electronic address, the DIR3 codes, the contact, the parts of the name and the
 * capacity of a recipient as an answer contains them.
 */
export function viewRouting({
  electronicAddress,
  dir3,
  contact,
  personName,
  isBusiness,
}: Pick<Recipient, 'electronicAddress' | 'dir3' | 'contact' | 'personName' | 'isBusiness'>): RoutingView {
  return {
    person_name: viewPersonName(personName),
    is_business: isBusiness ?? null,
    contact: contact ?? null,
    electronic_address: electronicAddress ?? null,
    dir3:
      dir3 === undefined
        ? null
        : {
            accounting_office: dir3.accountingOffice,
            managing_body: dir3.managingBody,
            processing_unit: dir3.processingUnit,
            proposing_body: dir3.proposingBody,
          },
  };
}

function viewRecipients({ recipient, otherRecipients = [], addressee }: InvoiceDocument): RecipientView[] {
  const identified = [...(recipient === null ? [] : [recipient]), ...otherRecipients].map(
    (given): RecipientView => ({
      name: given.name,
      not_identified: false,
      document_type: given.documentType,
      document_number: given.documentNumber,
      country_code: given.countryCode,
      address: given.address,
      postal_code: given.postalCode,
      city: given.city,
      ...viewRouting(given),
    }),
  );
  if (addressee === null) return identified;
  const printed: RecipientView = {
    name: addressee.name,
    not_identified: true,
    document_type: null,
    document_number: null,
    country_code: addressee.countryCode,
    address: addressee.address,
    postal_code: addressee.postalCode,
    city: addressee.city,
    electronic_address: null,
    dir3: null,
    contact: null,
    person_name: null,
    is_business: null,
  };
  return [...identified, printed];
}

function viewDelivery({ delivery }: InvoiceDocument): DocumentView['delivery'] {
  if (delivery === undefined) return null;
  const { name, address, postalCode, city, countryCode } = delivery;
  return { name, address, postal_code: postalCode, city, country_code: countryCode };
}

function viewIssuedBy({ issuedBy }: InvoiceDocument): DocumentView['issued_by'] {
  if (issuedBy === undefined) return null;
  const { role, name, documentType, documentNumber, countryCode } = issuedBy;
  const document =
    documentType === null || documentNumber === null
      ? null
      : { type: documentType, number: documentNumber, country_code: countryCode };
  return { role, name, document };
}

const viewIdentification = ({ issuerNif, number, issueDate }: InvoiceIdentity) => ({
  issuer_nif: issuerNif,
  number_serie: number,
  issue_date: issueDate,
});

/** An F3 replaces the invoice in `rectified`; any other type rectifies it. */
function viewRectification({
  rectification,
  rectified,
  type,
  issuer,
}: InvoiceDocument): DocumentView['rectification'] {
  if (rectification !== undefined) {
    const { method, reason, invoices, replaced } = rectification;
    return {
      method,
      reason,
      invoices: invoices.map(viewIdentification),
      rectified_base: replaced?.base ?? null,
      rectified_tax: replaced?.tax ?? null,
      rectified_surcharge: replaced?.surcharge ?? null,
    };
  }
  if (rectified === null || type === 'F3') return null;
  return {
    method: 'differences',
    reason: null,
    invoices: [viewIdentification({ issuerNif: issuer.nif, ...rectified })],
    rectified_base: null,
    rectified_tax: null,
    rectified_surcharge: null,
  };
}

function listReplaced({ replaces, rectified, type, issuer }: InvoiceDocument): DocumentView['replaces'] {
  if (replaces !== undefined) return replaces.map(viewIdentification);
  return rectified !== null && type === 'F3'
    ? [viewIdentification({ issuerNif: issuer.nif, ...rectified })]
    : [];
}

function viewPayment({
  payment,
  paymentMethod,
  paymentMethodInfo,
  paid,
}: InvoiceDocument): DocumentView['payment'] {
  return {
    means: paymentMethod,
    info: paymentMethodInfo,
    iban: payment?.iban ?? null,
    bic: payment?.bic ?? null,
    mandate_reference: payment?.mandateReference ?? null,
    creditor_id: payment?.creditorId ?? null,
    terms: payment?.terms ?? null,
    reference: payment?.reference ?? null,
    paid_on: payment?.paidOn ?? null,
    due: payment?.due ?? [],
    paid,
  };
}

/**
 * With `oss` no rate is registered, and the rate of the other member state is the rate of the line.
 */
const viewFiscalKey = (keyed: DocumentLine | DocumentAllowance) => ({
  tax_type: keyed.taxType,
  tax_regime: keyed.regime,
  tax_operation_key: keyed.operationKey,
  tax_exemption_code: keyed.exemptionCode,
  tax_rate: keyed.foreignRate ?? keyed.rate,
  equivalence_surcharge_rate: keyed.surchargeRate ?? null,
  tax_country: keyed.taxCountry ?? null,
});

function viewProperty({ property }: DocumentLine): LineView['property'] {
  if (property === undefined) return null;
  return { situation: property.situation, cadastral_reference: property.cadastralReference };
}

function viewLine(line: DocumentLine): LineView {
  return {
    concept: line.concept,
    units: line.units,
    unit_code: line.unitCode ?? null,
    unit_price: line.unitPrice,
    discount_percent: line.discountPercent,
    net_amount: line.netAmount,
    gross_amount: line.grossAmount ?? null,
    ...viewFiscalKey(line),
    supply: line.supply ?? null,
    income_tax_withholding_rate: line.withholdingRate,
    withholding_concept: line.withholdingConcept ?? null,
    margin: line.margin ?? null,
    second_hand_kind: secondHandKindOf(line),
    cost_base: line.costBase ?? null,
    property: viewProperty(line),
    allowances: line.allowances ?? [],
    charges: line.charges ?? [],
    notes: line.notes,
    ...sortMembers(LINE_MEMBERS, { ...viewTexts(LINE_TEXTS, line), period: line.period ?? null }),
  };
}

function viewAllowance(allowance: DocumentAllowance): DocumentView['allowances'][number] {
  return {
    reason: allowance.reason,
    percent: allowance.percent,
    amount: allowance.amount,
    gross_amount: allowance.grossAmount ?? null,
    ...viewFiscalKey(allowance),
    supply: allowance.supply ?? null,
    tax_code: allowance.taxCode ?? null,
  };
}
