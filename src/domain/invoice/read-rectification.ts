import { RECTIFICATION_METHODS, type InvoiceType } from '../../contracts/codes.ts';
import { MAX_REFERENCED_INVOICES } from '../../contracts/limits.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceInput, InvoiceReference, RectificationInput } from '../../contracts/v2/invoice-input.ts';
import { RECTIFICATION } from '../../contracts/v2/nested-members.ts';
import { formatCents } from '../money/decimals.ts';
import { type Findings, MEMBER_NAMES, nameMember, type Report, type ReportOn } from '../reading/findings.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank, readCode, readMember } from '../reading/read-text.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { writeIdentity } from './invoice-identity.ts';
import { isCorrective, readRectifiedInvoiceId } from './invoice-type.ts';
import { readDate } from './read-dates.ts';
import { readInvoiceNumber } from './read-issuer-and-number.ts';
import { isNif, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import type { NamedInvoices, NamedOriginal, NumberedOriginal } from './originals.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

type Rectification = NonNullable<InvoiceDocument['rectification']>;

/** The invoices that an invoice rectifies or replaces, as far as the request states them. */
export type ReadRectification = NamedInvoices & {
  /**
   * null unless the invoice has the member `rectification`. The originals are not in `invoices`
   * yet.
   */
  readonly rectification: Rectification | null;
  readonly replaces: NonNullable<InvoiceDocument['replaces']> | null;
};

type Context = {
  readonly type: InvoiceType | null;
  readonly issuerNif: string | null;
  readonly issueDate: string | undefined;
  readonly inexactNumbers: InexactNumbers;
  readonly rules: RequestRules;
};

/**
 * Names `rectification` where a rectifying invoice lacks the original, unless the invoice can only
 * state it by `rectified_invoice_id`.
 */
function nameRectification(report: Report, { isFlat }: RequestRules): Report {
  return (member, code, ...rest) =>
    report(code === 'blank' && !isFlat ? 'rectification' : member, code, ...rest);
}

/**
 * Reads what an invoice rectifies (RD 1619/2012, art. 15) or replaces (art. 7.2). Does not check
 * whether a stored invoice exists.
 *
 * A rectifying invoice names the invoices, or states the period that a volume discount is for
 * (AEAT's FAQ 19).
 */
export function readRectification(
  input: InvoiceInput,
  context: Context,
  findings: Findings,
): ReadRectification {
  const { type } = context;
  const { rectification: given, replaces, period, coupon } = input;
  const { report } = findings;
  const hasList = (replaces ?? []).length > 0;
  if (!given && !hasList) {
    const id = readRectifiedInvoiceId(input, type, nameRectification(report, context.rules));
    const named = { field: 'rectified_invoice_id', label: MEMBER_NAMES.rectified_invoice_id, place: 0 };
    return {
      originals: id === null ? [] : [{ id, ...named }],
      numbered: [],
      rectification: null,
      replaces: null,
    };
  }
  if (type !== null && given && !isCorrective(type))
    report('rectification', 'must_be_blank', formatMessage('not_blank_with_type', { type }), 1115);
  if (type !== null && hasList && type !== 'F3')
    report('replaces', 'must_be_blank', formatMessage('replaces_not_with_type', { type }), 1116);
  if ((input.rectified_invoice_id ?? null) !== null) {
    const instead = given ? 'rectification' : 'replaces';
    report(
      'rectified_invoice_id',
      'not_allowed',
      formatMessage('reference_beside_other', { member: instead }),
    );
  }
  const list = given ? 'rectification.invoices' : 'replaces';
  const inputs = (given ? given.invoices : replaces) ?? [];
  const references = readReferences(inputs, list, context, findings);
  // A coupon lowers the price of invoices that other businesses issued to unknown persons.
  const needsInvoices = type === null || (isCorrective(type) && coupon !== true);
  if (given && inputs.length === 0 && needsInvoices)
    refuseNamingNone(
      { type, isSubstitution: given.method === 'substitution', hasPeriod: Boolean(period) },
      findings,
    );
  const originals = references.flatMap((each) => ('id' in each ? [each] : []));
  const numbered = references.flatMap((each) => ('id' in each ? [] : [each]));
  return {
    originals,
    numbered,
    rectification: given ? readMethod(given, { originals, numbered }, context, findings) : null,
    replaces: given ? null : numbered.map(({ identity }) => identity),
  };
}

/**
 * The types of a volume discount. R2 and R3 are about invoices that were not paid (LIVA art.
 * 80.Tres and Cuatro), so they name them.
 */
const DISCOUNT_TYPES: ReadonlySet<InvoiceType | null> = new Set(['R1', 'R4', 'R5']);

/**
 * Reports a rectification that names no invoice, which only a discount on the volume of a period
 * may do (RD 1619/2012, art. 15.3).
 */
function refuseNamingNone(
  {
    type,
    isSubstitution,
    hasPeriod,
  }: {
    readonly type: InvoiceType | null;
    readonly isSubstitution: boolean;
    readonly hasPeriod: boolean;
  },
  findings: Findings,
): void {
  const report = reportRectification(findings);
  if (!hasPeriod) {
    const says = formatMessage('blank_rectified_invoices');
    report('invoices', 'blank', says);
  } else if (isSubstitution) {
    const says = formatMessage('blank_substituted_invoices');
    report('invoices', 'blank', says);
  } else if (type !== null && !DISCOUNT_TYPES.has(type)) {
    const says = formatMessage('blank_invoices_with_type', { type });
    report('invoices', 'blank', says);
  }
}

/** The members that state ImporteRectificacion. */
const AMOUNTS = ['rectified_base', 'rectified_tax', 'rectified_surcharge'] as const;

function readMethod(
  input: RectificationInput,
  { originals, numbered }: NamedInvoices,
  { inexactNumbers }: Context,
  findings: Findings,
): Rectification | null {
  const report = reportRectification(findings);
  if (isBlank(input.method))
    report(
      'method',
      'blank',
      formatMessage('blank_role', { values: RECTIFICATION_METHODS.join(', ') }),
      1114,
    );
  const method = readCode(input.method, RECTIFICATION_METHODS, 'method', report, 1114);
  if (isBlank(input.reason)) report('reason', 'blank', formatMessage('blank_rectification_reason'));
  const reason = readMember(RECTIFICATION.members, input, 'reason', report);
  const readAmount = (member: (typeof AMOUNTS)[number]) => {
    const value = input[member];
    if (value === null || value === undefined) return null;
    if (method === 'differences')
      report(member, 'must_be_blank', formatMessage('not_blank_with_differences'), 1119);
    const isInexact = inexactNumbers?.has(`rectification.${member}`) ?? false;
    return readNumber(value, member, { decimals: 2, isInexact, report });
  };
  const [base = null, tax = null, surcharge = null] = AMOUNTS.map(readAmount);
  const isGiven = (member: (typeof AMOUNTS)[number]) => (input[member] ?? null) !== null;
  // The amounts of stored originals are known, and apply unless the request states others.
  const areKnown = originals.length > 0 && numbered.length === 0 && !AMOUNTS.some(isGiven);
  if (method === 'substitution' && !areKnown)
    for (const member of ['rectified_base', 'rectified_tax'] as const)
      if (!isGiven(member)) report(member, 'blank', formatMessage('blank_with_substitution'), 1118);
  if (!method || reason === null) return null;
  const isStated = method === 'substitution' && base !== null && tax !== null;
  return {
    method,
    reason,
    invoices: numbered.map(({ identity }) => identity),
    ...(isStated && {
      replaced: {
        base: formatCents(base),
        tax: formatCents(tax),
        ...(surcharge !== null && { surcharge: formatCents(surcharge) }),
      },
    }),
  };
}

function reportRectification(findings: Findings): ReportOn<keyof RectificationInput> {
  return findings.reportIn('rectification', MEMBER_NAMES.rectification);
}

type Reference = NamedOriginal | NumberedOriginal;

function readReferences(
  inputs: readonly InvoiceReference[],
  list: string,
  context: Context,
  findings: Findings,
): Reference[] {
  if (inputs.length > MAX_REFERENCED_INVOICES) {
    const says = formatMessage('many_named_invoices', { most: MAX_REFERENCED_INVOICES });
    if (list === 'replaces') findings.report('replaces', 'too_many', says);
    else reportRectification(findings)('invoices', 'too_many', says);
    return [];
  }
  const label = list === 'replaces' ? 'replaced_invoice' : 'rectified_invoice';
  const seen = new Set<string>();
  return inputs.flatMap((input, index): Reference[] => {
    const field = `${list}[${index}]`;
    const name = formatMessage(label, { number: index + 1 });
    const report = findings.reportIn<keyof InvoiceReference>(field, name);
    const reference = readReference(input, context, report);
    if (reference === null) return [];
    const [key, member] =
      typeof reference === 'number'
        ? ([String(reference), 'issued_invoice_id'] as const)
        : ([writeIdentity(reference), 'number_serie'] as const);
    if (seen.has(key)) report(member, 'duplicate', formatMessage('named_twice'));
    seen.add(key);
    const place = { field: `${field}.${member}`, label: nameMember(name, member), place: index };
    return [typeof reference === 'number' ? { ...place, id: reference } : { ...place, identity: reference }];
  });
}

type ReferenceReport = ReturnType<typeof Findings.prototype.reportIn<keyof InvoiceReference>>;

/**
 * Reads a reference: the id of an issued invoice, or the identity of an invoice.
 * @returns null if it is refused.
 */
function readReference(
  input: InvoiceReference,
  { issuerNif, issueDate }: Context,
  report: ReferenceReport,
): InvoiceIdentity | number | null {
  const id = input.issued_invoice_id ?? null;
  if (id !== null) {
    for (const member of ['issuer_nif', 'number_serie', 'issue_date'] as const)
      if (!isBlank(input[member])) report(member, 'not_allowed', formatMessage('not_beside_issued_invoice'));
    if (id < 1) report('issued_invoice_id', 'not_found', formatMessage('unknown'));
    return id;
  }
  const number = readInvoiceNumber(input.number_serie, report);
  if (isBlank(input.issue_date))
    report('issue_date', 'blank', formatMessage('blank_without_issued_invoice'), 1174);
  const date = readDate(input.issue_date, 'issue_date', report, 1145);
  if (date !== null && issueDate !== undefined && date > issueDate)
    report('issue_date', 'out_of_range', formatMessage('after_own_issue_date'));
  const nif = isBlank(input.issuer_nif) ? issuerNif : normaliseIdentifier(input.issuer_nif);
  if (nif !== null && !isNif(nif)) report('issuer_nif', 'invalid', formatMessage('not_valid'), 1123);
  return number === null || date === null || nif === null
    ? null
    : { issuerNif: nif, number, issueDate: date };
}
