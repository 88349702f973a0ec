import { MAX_REFERENCED_INVOICES, RECTIFICATION_METHODS, type InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { MAX_LENGTHS } from '../../contracts/text-lengths.ts';
import type { InvoiceInput, InvoiceReference, RectificationInput } from '../../contracts/v2/invoice-input.ts';
import { formatCents } from '../money/decimals.ts';
import { type Findings, MEMBER_NAMES, nameMember, type ReportOn } from '../reading/findings.ts';
import { type InexactNumbers, readNumber } from '../reading/read-number.ts';
import { isBlank, readCode, readText } from '../reading/read-text.ts';
import { type InvoiceIdentity, writeIdentity } from './invoice-identity.ts';
import { isCorrective, readRectifiedInvoiceId } from './invoice-type.ts';
import { readDate } from './read-dates.ts';
import { readInvoiceNumber } from './read-issuer-and-number.ts';
import { isNif, normaliseIdentifier } from './nif.ts';
import type { NamedInvoices, NamedOriginal, NumberedOriginal } from './originals.ts';

type Rectification = NonNullable<InvoiceDocument['rectification']>;

/** The invoices that an invoice rectifies or replaces, as far as the request states them. */
export type ReadRectification = NamedInvoices & {
  /** null unless the invoice has the member `rectification`. The originals are not in `invoices` yet. */
  readonly rectification: Rectification | null;
  readonly replaces: NonNullable<InvoiceDocument['replaces']> | null;
};

type Context = {
  readonly type: InvoiceType | null;
  readonly issuerNif: string | null;
  readonly issueDate: string | undefined;
  readonly inexactNumbers: InexactNumbers;
};

/**
 * Reads what an invoice rectifies (RD 1619/2012, art. 15) or replaces (art. 7.2). Does not check whether a stored invoice exists.
 *
 * A rectifying invoice names the invoices, or states the period that a volume discount is for (AEAT's FAQ 19).
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
    const id = readRectifiedInvoiceId(input, type, report);
    const named = { field: 'rectified_invoice_id', label: MEMBER_NAMES.rectified_invoice_id, place: 0 };
    return {
      originals: id === null ? [] : [{ id, ...named }],
      numbered: [],
      rectification: null,
      replaces: null,
    };
  }
  if (type !== null && given && !isCorrective(type))
    report('rectification', 'must_be_blank', `must be blank with invoice type ${type}`, 1115);
  if (type !== null && hasList && type !== 'F3')
    report('replaces', 'must_be_blank', `must be blank with invoice type ${type}: it is for F3`, 1116);
  if ((input.rectified_invoice_id ?? null) !== null) {
    const instead = given ? 'rectification' : 'replaces';
    report(
      'rectified_invoice_id',
      'not_allowed',
      `can't be given together with ${instead}: name the invoice there`,
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

/** The types of a volume discount. R2 and R3 are about invoices that were not paid (LIVA art. 80.Tres and Cuatro), so they name them. */
const DISCOUNT_TYPES: ReadonlySet<InvoiceType | null> = new Set(['R1', 'R4', 'R5']);

/** Reports a rectification that names no invoice, which only a discount on the volume of a period may do (RD 1619/2012, art. 15.3). */
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
    const says =
      "can't be blank without a period: name the rectified invoices or, for a discount on the volume of a period, state that period (RD 1619/2012 art. 15)";
    report('invoices', 'blank', says);
  } else if (isSubstitution) {
    const says =
      "can't be blank with the method substitution: it names the invoices that this one replaces; a discount on the volume of a period has the method differences (RD 1619/2012 art. 15.3)";
    report('invoices', 'blank', says);
  } else if (type !== null && !DISCOUNT_TYPES.has(type)) {
    const says = `can't be blank with invoice type ${type}: only a discount on the volume of a period, which is R1, R4 or R5, may name a period instead of invoices (RD 1619/2012 art. 15.3)`;
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
    report('method', 'blank', `can't be blank: it is one of ${RECTIFICATION_METHODS.join(', ')}`, 1114);
  const method = readCode(input.method, RECTIFICATION_METHODS, 'method', report, 1114);
  if (isBlank(input.reason))
    report(
      'reason',
      'blank',
      "can't be blank: a rectifying invoice states the reason of the rectification (RD 1619/2012 art. 15.4)",
    );
  const reason = readText(input.reason, 'reason', MAX_LENGTHS.rectification_reason, report);
  const readAmount = (member: (typeof AMOUNTS)[number]) => {
    const value = input[member];
    if (value === null || value === undefined) return null;
    if (method === 'differences')
      report(member, 'must_be_blank', 'must be blank with the method differences', 1119);
    const isInexact = inexactNumbers?.has(`rectification.${member}`) ?? false;
    return readNumber(value, member, { decimals: 2, isInexact, report });
  };
  const [base = null, tax = null, surcharge = null] = AMOUNTS.map(readAmount);
  const isGiven = (member: (typeof AMOUNTS)[number]) => (input[member] ?? null) !== null;
  // The amounts of stored originals are known, and apply unless the request states others.
  const areKnown = originals.length > 0 && numbered.length === 0 && !AMOUNTS.some(isGiven);
  if (method === 'substitution' && !areKnown)
    for (const member of ['rectified_base', 'rectified_tax'] as const)
      if (!isGiven(member))
        report(
          member,
          'blank',
          "can't be blank with the method substitution: it is the amount that this invoice replaces",
          1118,
        );
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
  return findings.reportIn('rectification', 'Rectification');
}

type Reference = NamedOriginal | NumberedOriginal;

function readReferences(
  inputs: readonly InvoiceReference[],
  list: string,
  context: Context,
  findings: Findings,
): Reference[] {
  if (inputs.length > MAX_REFERENCED_INVOICES) {
    const says = `cannot name more than ${MAX_REFERENCED_INVOICES} invoices`;
    if (list === 'replaces') findings.report('replaces', 'too_many', says);
    else reportRectification(findings)('invoices', 'too_many', says);
    return [];
  }
  const label = list === 'replaces' ? 'Replaced invoice' : 'Rectified invoice';
  const seen = new Set<string>();
  return inputs.flatMap((input, index): Reference[] => {
    const [field, name] = [`${list}[${index}]`, `${label} ${index + 1}`];
    const report = findings.reportIn<keyof InvoiceReference>(field, name);
    const reference = readReference(input, context, report);
    if (reference === null) return [];
    const [key, member] =
      typeof reference === 'number'
        ? ([String(reference), 'issued_invoice_id'] as const)
        : ([writeIdentity(reference), 'number_serie'] as const);
    if (seen.has(key)) report(member, 'duplicate', 'names the same invoice as an earlier item of the list');
    seen.add(key);
    const place = { field: `${field}.${member}`, label: nameMember(name, member), place: index };
    return [typeof reference === 'number' ? { ...place, id: reference } : { ...place, identity: reference }];
  });
}

type ReferenceReport = ReturnType<typeof Findings.prototype.reportIn<keyof InvoiceReference>>;

/** Reads a reference: the id of an issued invoice, or the identity of an invoice. @returns null if it is refused. */
function readReference(
  input: InvoiceReference,
  { issuerNif, issueDate }: Context,
  report: ReferenceReport,
): InvoiceIdentity | number | null {
  const id = input.issued_invoice_id ?? null;
  if (id !== null) {
    for (const member of ['issuer_nif', 'number_serie', 'issue_date'] as const)
      if (!isBlank(input[member]))
        report(member, 'not_allowed', "can't be given together with issued_invoice_id");
    if (id < 1) report('issued_invoice_id', 'not_found', 'does not exist');
    return id;
  }
  const number = readInvoiceNumber(input.number_serie, report);
  if (isBlank(input.issue_date))
    report('issue_date', 'blank', "can't be blank without issued_invoice_id", 1174);
  const date = readDate(input.issue_date, 'issue_date', report, 1145);
  if (date !== null && issueDate !== undefined && date > issueDate)
    report('issue_date', 'out_of_range', "can't be after the issue date of this invoice");
  const nif = isBlank(input.issuer_nif) ? issuerNif : normaliseIdentifier(input.issuer_nif);
  if (nif !== null && !isNif(nif)) report('issuer_nif', 'invalid', 'is not valid', 1123);
  return number === null || date === null || nif === null
    ? null
    : { issuerNif: nif, number, issueDate: date };
}
