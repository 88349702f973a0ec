import { describeInvoice } from './describe-lines.ts';
import { type InvoiceType } from '../../contracts/codes.ts';
import { SPFE_CHANNELS } from '../../contracts/spfe.ts';
import type { Register } from '../../contracts/registers.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { type Finding, Findings, type Warning, MEMBER_NAMES } from '../reading/findings.ts';
import { readCode, readMember } from '../reading/read-text.ts';
import { FULL_RULES, type RequestRules } from '../reading/request-rules.ts';
import type { InexactNumbers } from '../reading/read-number.ts';
import { findWarnings } from './find-warnings.ts';
import { checkOperationConditions, checkMarks, checkSimplifiedLimit } from './check-conditions.ts';
import { checkStatedAmounts } from './check-stated-amounts.ts';
import {
  buildTotals,
  chargedTotal,
  computeTotals,
  registeredCharge,
  registeredTotal,
} from './compute-totals.ts';
import { readInvoiceType } from './invoice-type.ts';
import { buildAllowance, readAllowances } from './read-allowances.ts';
import { readAuthorisations } from './read-authorisations.ts';
import { type ForeignCurrency, readCurrency } from './read-currency.ts';
import { checkDelivery, readDelivery, readPayee } from './read-delivery.ts';
import { readDates } from './read-dates.ts';
import { readIssuedBy } from './read-issued-by.ts';
import { readInvoiceNumber, readIssuer, type IssuingOrganization } from './read-issuer-and-number.ts';
import { buildLine } from './read-line.ts';
import { readLines } from './read-lines.ts';
import { readPayment } from './read-payment.ts';
import { readPeriod } from './read-period.ts';
import { readRectification } from './read-rectification.ts';
import { readAmount, readReimbursable } from './read-reimbursable.ts';
import { checkConcepts } from './read-withholding-concept.ts';
import { checkMetadata, readReferences } from './read-references.ts';
import { chooseRateRules, isByDifferences } from './rate-rules.ts';
import { formatCents } from '../money/decimals.ts';
import { matchIssued, type NamedInvoices } from './originals.ts';
import { type Rectifying, rectifyingOf } from './rectifying.ts';
import { namesRecipient, readRecipients } from './read-recipient.ts';
import { rulesOfRegister, tellFindings } from './rules-of-register.ts';
import { findVersion } from './stored-document.ts';
import { findNamedSeries, readNumbering } from '../series/choose-series.ts';
import type { ChosenSeries, StoredSeries } from '../series/series-rules.ts';
import { checkWholeAmounts, smallestUnit } from './whole-amounts.ts';

export type PrepareContext = IssuingOrganization & {
  /** Absent if the invoice can state everything. */
  readonly rules?: RequestRules;
  /** The register that takes the invoice, by its issuer and issue date; VeriFactu if it is absent. */
  readonly register?: Register;
  /**
   * Whether the organization brings invoices of its former system, so that issue dates may be older
   * than 30 days.
   */
  readonly isMigrating?: boolean;
  /** Day on which the invoice was accepted, `YYYY-MM-DD`; absent while it is being accepted. */
  readonly acceptedOn?: string;
  /** `YYYY-MM-DD` in Europe/Madrid. */
  readonly today: string;
  /**
   * Places, such as `lines[0].units`, whose JSON literal has more significant digits than a double
   * can hold.
   */
  readonly inexactNumbers?: ReadonlySet<string>;
  /** The series of the organization; absent if it has none. */
  readonly series?: readonly StoredSeries[];
};
/** An invoice with the invoices that it corrects or replaces. */
export type PreparedInvoice = NamedInvoices & {
  /**
   * Its lists contain the invoices of `numbered`, and those of `originals` after
   * `resolveRectified`.
   */
  readonly document: InvoiceDocument;
  /** The series that gives its number when it is issued; null if it states its number. */
  readonly series: ChosenSeries | null;
};
type Refusal = { readonly kind: 'refused'; readonly findings: readonly Finding[] };
export type Preparation = { readonly kind: 'prepared'; readonly invoice: PreparedInvoice } | Refusal;
/**
 * An invoice that broke no rule. `build` writes the whole document, which takes as long as the
 * rules. `findWarnings` finds the warnings, which only a dry run reports.
 */
export type CheckedInvoice = InvoiceIdentity &
  NamedInvoices & {
    readonly kind: 'prepared';
    /** As in `PreparedInvoice`. `number` is then a placeholder. */
    readonly series: ChosenSeries | null;
    readonly issuerName: string;
    readonly type: InvoiceType;
    /** FechaOperacion, `YYYY-MM-DD`; null if it is the issue date. */
    readonly operationDate: string | null;
    /** ImporteTotal in euros, a decimal string with two decimals. */
    readonly total: string;
    /** Computes the totals and tax groups as they will be printed. */
    readonly buildTotals: () => Pick<InvoiceDocument, 'groups' | 'totals'>;
    readonly build: () => PreparedInvoice;
    /** Describes the invoice as one that corrects or replaces another. */
    readonly describeRectifying: () => Rectifying;
    readonly findWarnings: () => readonly Warning[];
  };

/**
 * Applies every rule that needs no stored data, and the defaults.
 * @param input an invoice whose JSON types were checked; null and absent are equivalent.
 * @returns the invoice as it would be issued today, or all findings, those of the header first.
 */
export function prepareInvoice(input: InvoiceInput, context: PrepareContext): Preparation {
  const checked = checkInvoice(input, context);
  return checked.kind === 'prepared' ? { kind: 'prepared', invoice: checked.build() } : checked;
}

/**
 * Treats the invoices that an invoice names by number as named by their ids, if they are issued
 * here.
 * @param ids as in `matchIssued`.
 */
export function matchPrepared(prepared: PreparedInvoice, ids: ReadonlyMap<string, number>): PreparedInvoice {
  const { document } = prepared;
  const named = matchIssued(prepared, document.issuer.nif, ids);
  const invoices = named.numbered.map(({ identity }) => identity);
  const { rectification, replaces } = document;
  return {
    ...prepared,
    ...named,
    document: {
      ...document,
      ...(rectification && { rectification: { ...rectification, invoices } }),
      ...(replaces && { replaces: invoices }),
    },
  };
}

/** Applies the same rules as `prepareInvoice` without writing the document. */
export function checkInvoice(input: InvoiceInput, context: PrepareContext): CheckedInvoice | Refusal {
  const { rules = FULL_RULES, today, inexactNumbers, series: allSeries = [], register } = context;
  const { mostGroups } = rulesOfRegister(register);
  const findings = new Findings(rules);
  const { report } = findings;
  readMember(INVOICE_MEMBERS, input, 'external_invoice_id', report);
  const dates = readDates(input, { ...context, rules }, report);
  const issueDate = dates?.issueDate;
  const operationDay = dates && (dates.operationDate ?? dates.issueDate);
  const named = findNamedSeries(input, allSeries, report);
  const stated = named === null ? readInvoiceNumber(input.number_serie, report) : null;
  const issuer = readIssuer(input, context, findings);
  const type = readInvoiceType(input, namesRecipient(input), report);
  const { number, series } = readNumbering(
    { stated, named, all: allSeries },
    { issuerNif: issuer.nif, issueDate, type },
    report,
  );
  const givenDescription = readMember(INVOICE_MEMBERS, input, 'operation_description', report);
  const referring = readRectification(
    input,
    { type, issuerNif: issuer.nif, issueDate, inexactNumbers, rules },
    findings,
  );
  const { recipient, otherRecipients, addressee, isUnidentified } = readRecipients(
    input,
    type,
    { rules, operationDay },
    findings,
  );
  const recipients = recipient === null ? [] : [recipient, ...otherRecipients];
  const payment = readPayment(input, { issueDate, operationDay, inexactNumbers }, findings);
  const { expenses, total: reimbursable } = readReimbursable(input, inexactNumbers, findings);
  const added = readAddedMembers(
    input,
    { type, issuerNif: issuer.nif, operationDay, inexactNumbers },
    findings,
  );
  const headerFindings = findings.size;
  const { derivedDate, ...rated } = chooseRateRules({ ...context, rules }, dates, referring, input);
  const lineContext = { rules, ...rated, isDifference: isByDifferences(type, referring), inexactNumbers };
  const lines = readLines(input, lineContext, findings);
  const allowances = readAllowances(input, lines, { ...lineContext, findings, type, recipients });
  // Totals are meaningless unless all lines are valid.
  const areLinesRight = findings.size === headerFindings;
  if (type !== null)
    for (const line of lines)
      checkOperationConditions(line, type, recipients, findings.reportOnLine(line.number - 1));
  if (type !== null) checkMarks(input, type, lines, report);
  checkConcepts(lines, issuer.nif, findings);
  if (added.document.delivery) checkDelivery(added.document.delivery, lines, findings);
  const pricesIncludeTax = input.prices_include_tax === true;
  const { currency, prepaid } = added;
  const unit = smallestUnit(currency);
  const charged = {
    lines,
    allowances,
    pricesIncludeTax,
    reimbursable,
    expenses,
    prepaid,
    payment: payment.payment,
  };
  if (areLinesRight) checkWholeAmounts(currency, charged, findings);
  const exchangeRate = currency?.scaledRate ?? null;
  const amounts = areLinesRight
    ? computeTotals({ ...charged, reimbursable: reimbursable ?? 0n, exchangeRate, unit, mostGroups }, report)
    : null;
  if (type !== null && amounts !== null) {
    const sums = { total: registeredTotal(amounts), charged: registeredCharge(amounts) };
    checkSimplifiedLimit(type, isUnidentified, sums, report);
    checkStatedAmounts(input, amounts, { dueSum: payment.dueSum, unit, inexactNumbers }, findings);
  }
  const { nif, name, personName } = issuer;
  const isComplete = dates && number !== null && nif !== null && name !== null && type !== null && amounts;
  if (findings.size > 0 || !isComplete)
    return { kind: 'refused', findings: tellFindings(findings.list(), register) };
  const { originals, numbered, rectification, replaces } = referring;
  const build = (): PreparedInvoice => {
    const document: InvoiceDocument = {
      version: 1,
      number,
      type,
      ...dates,
      operationDate: dates.operationDate ?? derivedDate,
      description: givenDescription ?? describeInvoice(lines),
      issuer: { nif, name, ...(personName !== null && { personName }) },
      recipient,
      ...(otherRecipients.length > 0 && { otherRecipients: [...otherRecipients] }),
      addressee,
      unidentifiedRecipient: isUnidentified,
      rectified: null,
      ...(rectification !== null && { rectification }),
      ...(replaces !== null && { replaces }),
      ...added.document,
      ...(pricesIncludeTax && { pricesIncludeTax }),
      ...(allowances.length > 0 && {
        allowances: allowances.map((each, place) =>
          buildAllowance(each, amounts.allowanceNets[place]!, pricesIncludeTax),
        ),
      }),
      ...(payment.payment !== null && { payment: payment.payment }),
      ...(expenses.length > 0 && { reimbursableExpenses: [...expenses] }),
      lines: lines.map((line, place) => buildLine(line, amounts.lineNets[place]!, pricesIncludeTax)),
      ...buildTotals(amounts),
      paymentMethod: payment.paymentMethod,
      paymentMethodInfo: payment.paymentMethodInfo,
      footerNote: payment.footerNote,
      paid: payment.paid,
    };
    document.version = findVersion(document);
    return { originals, numbered, document, series };
  };
  const identity = { issuerNif: nif, number, issueDate: dates.issueDate };
  return {
    kind: 'prepared',
    ...identity,
    series,
    issuerName: name,
    type,
    operationDate: dates.operationDate,
    originals,
    numbered,
    total: formatCents(registeredTotal(amounts)),
    build,
    buildTotals: () => buildTotals(amounts),
    describeRectifying: () =>
      rectifyingOf({
        ...dates,
        type,
        issuer: { nif, name },
        groups: buildTotals(amounts).groups,
        ...(rectification !== null && { rectification }),
        ...(replaces !== null && { replaces }),
      }),
    findWarnings: () =>
      findWarnings(
        {
          ...dates,
          rules,
          ...(register !== undefined && { register }),
          type,
          recipients,
          isUnidentified,
          paymentMethod: payment.paymentMethod,
          givenDescription: givenDescription ?? rectification?.reason ?? null,
          lines,
          allowances,
          rateDay: rated.operationDay,
          currency,
          total: chargedTotal(amounts),
          reimbursable: reimbursable ?? 0n,
          sent: input,
        },
        today,
      ),
  };
}

/**
 * The objects of an invoice apart from recipients, rectifications and lines, and the members that
 * concern the whole invoice.
 */
type AddedMembers = {
  readonly document: Partial<InvoiceDocument>;
  readonly currency: ForeignCurrency | null;
  /** In cents. */
  readonly prepaid: bigint;
};

function readAddedMembers(
  input: InvoiceInput,
  context: {
    readonly type: InvoiceType | null;
    readonly issuerNif: string | null;
    readonly operationDay: string | null;
    readonly inexactNumbers: InexactNumbers;
  },
  findings: Findings,
): AddedMembers {
  const issuedBy = readIssuedBy(input.issued_by, context, findings);
  const currency = readCurrency(input, context.inexactNumbers, findings.report);
  const references = readReferences(input, findings);
  const period = readPeriod(input.period, 'period', MEMBER_NAMES.period, findings);
  const delivery = readDelivery(input.delivery, findings);
  const authorisations = readAuthorisations(input, findings);
  const channel = readCode(input.spfe_channel, SPFE_CHANNELS, 'spfe_channel', findings.report);
  const payee = readPayee(input.payee, context.issuerNif, findings);
  checkMetadata(input, findings);
  return {
    document: {
      ...(input.simplified_qualified === true && { simplifiedQualified: true }),
      ...(input.coupon === true && { coupon: true }),
      ...(issuedBy !== null && { issuedBy }),
      ...(currency !== null && { currency: currency.currency, exchangeRate: currency.exchangeRate }),
      ...(references !== null && { references }),
      ...(period !== null && { period }),
      ...(delivery !== null && { delivery }),
      ...(payee !== null && { payee }),
      ...(authorisations !== null && { billingAuthorisations: authorisations }),
      ...(channel && { spfeChannel: channel }),
    },
    currency,
    prepaid: readAmount(input, 'prepaid_amount', context.inexactNumbers, findings) ?? 0n,
  };
}
