import type { InvoiceType } from '../../../contracts/codes.ts';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { CREDIT_TYPES, type CreditInput } from '../../../contracts/v2/credit-members.ts';
import type { InvoiceInput, LineInput } from '../../../contracts/v2/invoice-input.ts';
import { findCurrency } from '../../money/currencies.ts';
import { formatCents, readCents } from '../../money/decimals.ts';
import { type Finding, Findings } from '../../reading/findings.ts';
import { isCalendarDate } from '../../reading/calendar-date.ts';
import { isBlank, readCode } from '../../reading/read-text.ts';
import { isWithoutRecipient } from '../invoice-type.ts';
import { type PrepareContext, prepareInvoice } from '../prepare-invoice.ts';
import { copyHeader } from './copy-header.ts';
import { creditAllowances } from './credit-allowances.ts';
import {
  addGroups,
  type Excess,
  findExcess,
  findTrim,
  type GroupTotals,
  readGroups,
  type TrimmedSum,
} from './credit-groups.ts';
import { type CreditedLine, ROUNDING, writeLine } from './credit-lines.ts';
import { creditAll, type CreditStep, readSteps } from './read-steps.ts';
import { sizeOf } from './share.ts';
import { groupKeyOf, writeTax } from './tax-members.ts';

/** What was credited of an invoice before. */
export type EarlierCredits = {
  /** By the place of the line in the document; lines without credits are left out. */
  readonly lines: ReadonlyMap<number, CreditedLine>;
  /** What all rectifications change of each tax group, also those that were not made as credits. */
  readonly groups: GroupTotals;
};

export type CreditPreparation =
  | {
      readonly kind: 'credit';
      /** The rectification, to be accepted like any other invoice. */
      readonly input: InvoiceInput;
      readonly steps: readonly CreditStep[];
      /** What it charges in each tax group. */
      readonly groups: GroupTotals;
    }
  | Refused;
type Refused = { readonly kind: 'refused'; readonly findings: readonly Finding[] };

const NOTHING: CreditedLine = { units: 0n, amount: 0n };

/**
 * Builds the rectification by differences that credits an issued invoice, or lines of it. It has the
 * parties, the prices, the taxes and the day of the operation of the invoice. Crediting all gives
 * exactly the negative of its tax groups and totals. Parts never add up to more than the invoice,
 * line by line and in each tax group: a part whose rounded tax would do so is lowered by cents.
 * @param original as it was issued, under the id `originalId`.
 */
export function creditInvoice(
  original: InvoiceDocument,
  originalId: number,
  request: CreditInput,
  earlier: EarlierCredits,
  context: PrepareContext,
): CreditPreparation {
  const findings = new Findings();
  const { inexactNumbers, ...preparing } = context;
  const unit = findCurrency(original.currency ?? 'EUR')?.decimals === 0 ? 100n : 1n;
  const type = readType(original.type, request, findings);
  const { issue_date: issueDate } = request;
  if (!isBlank(issueDate) && isCalendarDate(issueDate) && issueDate < original.issueDate)
    findings.report(
      'issue_date',
      'out_of_range',
      formatMessage('before_credited', { date: original.issueDate }),
    );
  const before = original.lines.map((_line, place) => earlier.lines.get(place) ?? NOTHING);
  const isAll = (request.lines ?? null) === null;
  if (isAll && earlier.lines.size > 0) findings.report('lines', 'blank', formatMessage('credited_in_part'));
  const steps = isAll
    ? creditAll(original)
    : readSteps(original, request.lines!, { earlier: before, unit, inexactNumbers }, findings);
  if (findings.size > 0 || type === null) return { kind: 'refused', findings: findings.list() };
  const later = [...before];
  for (const { place, units, amount } of steps) {
    const known = before[place]!;
    later[place] = { units: known.units + units, amount: known.amount + amount };
  }
  const added = creditAllowances(original, { earlier: before, later, isAll }, unit);
  const keys = steps.map(({ place }) => groupKeyOf(original.lines[place]!));
  const draft: Draft = {
    keys,
    input: {
      ...(!isBlank(request.external_invoice_id) && { external_invoice_id: request.external_invoice_id }),
      ...copyHeader(original),
      ...((request.number_serie ?? null) !== null && { number_serie: request.number_serie }),
      ...((request.series ?? null) !== null && { series: request.series }),
      invoice_type: type,
      ...(!isBlank(request.issue_date) && { issue_date: request.issue_date }),
      rectification: {
        method: 'differences',
        reason: request.reason ?? null,
        invoices: [{ issued_invoice_id: originalId }],
      },
      ...(added.allowances.length > 0 && { allowances: added.allowances }),
      ...(added.charges.length > 0 && { charges: added.charges }),
      lines: [
        ...steps.map((step) => writeLine(original.lines[step.place]!, before[step.place]!, step, unit)),
        ...added.lines,
      ],
      ...(request.metadata && { metadata: request.metadata }),
    },
  };
  const left = addGroups(readGroups(original.groups), earlier.groups);
  const prepared = prepareWithin(draft, left, { original, unit, context: preparing });
  return 'input' in prepared ? { kind: 'credit', ...prepared, steps } : prepared;
}

/** Simplified invoices and their rectifications have R5, all others do not (RD 1619/2012, art. 15). */
function readType(of: InvoiceType, request: CreditInput, findings: Findings): InvoiceType | null {
  const own = isWithoutRecipient(of) ? 'R5' : 'R1';
  const given = readCode(request.invoice_type, CREDIT_TYPES, 'invoice_type', findings.report, 1106);
  if (given === undefined) return null;
  if (given === null || (given === 'R5') === (own === 'R5')) return given ?? own;
  const says = formatMessage(own === 'R5' ? 'credit_needs_r5' : 'credit_not_r5', { type: of });
  findings.report('invoice_type', 'not_allowed', says);
  return null;
}

type Draft = {
  readonly input: InvoiceInput;
  /** The keys of the tax groups of the first lines, which are those of the original. */
  readonly keys: readonly string[];
};

/** Prepares a credit, and lowers it where only its rounding goes beyond what is left. */
function prepareWithin(
  draft: Draft,
  left: GroupTotals,
  { original, unit, context }: { original: InvoiceDocument; unit: bigint; context: PrepareContext },
): { readonly input: InvoiceInput; readonly groups: GroupTotals } | Refused {
  const first = prepareInvoice(draft.input, context);
  if (first.kind === 'refused') return { kind: 'refused', findings: first.findings.map(renameField) };
  const { document } = first.invoice;
  const totals = readGroups(document.groups);
  let { input } = draft;
  const { exchangeRate, pricesIncludeTax = false } = original;
  for (const group of document.groups) {
    const key = groupKeyOf(group);
    const rest = left.get(key) ?? {};
    const excess = findExcess(rest, totals.get(key)!);
    if (excess === null) continue;
    const trim = excess.isRounding
      ? findTrim(group, rest, { pricesIncludeTax, unit, ...(exchangeRate !== undefined && { exchangeRate }) })
      : null;
    if (trim === null) return { kind: 'refused', findings: [refuseExcess(excess)] };
    input = lower({ ...draft, input }, trim, { key, tax: writeTax(group) });
  }
  if (input === draft.input) return { input, groups: totals };
  const second = prepareInvoice(input, context);
  if (second.kind === 'refused') return { kind: 'refused', findings: second.findings.map(renameField) };
  const groups = readGroups(second.invoice.document.groups);
  for (const [key, amounts] of groups) {
    const excess = findExcess(left.get(key) ?? {}, amounts);
    if (excess !== null) return { kind: 'refused', findings: [refuseExcess(excess)] };
  }
  return { input, groups };
}

/** Lowers a tax group of a credit: by a charge or an allowance, or by the margin or base of a line. */
function lower(
  { input, keys }: Draft,
  { of, change }: { readonly of: TrimmedSum; readonly change: bigint },
  { key, tax }: { readonly key: string; readonly tax: ReturnType<typeof writeTax> },
): InvoiceInput {
  if (of === 'amount') {
    const list = change > 0n ? 'charges' : 'allowances';
    const amount = formatCents(sizeOf(change));
    return { ...input, [list]: [...(input[list] ?? []), { reason: ROUNDING, amount, ...tax }] };
  }
  const member = of === 'margin' ? 'margin' : 'cost_base';
  const lines: LineInput[] = [...input.lines!];
  const sizeAt = (place: number) => sizeOf(readCents(String(lines[place]![member])));
  const [place] = [...keys.keys()]
    .filter((each) => keys[each] === key)
    .toSorted((one, other) => Number(sizeAt(other) - sizeAt(one)));
  const line = lines[place!]!;
  lines[place!] = { ...line, [member]: formatCents(readCents(String(line[member])) + change) };
  return { ...input, lines };
}

function refuseExcess({ name, left, credited }: Excess): Finding {
  const says = formatMessage(
    name.startsWith('euro.') ? 'credit_beyond_left_in_euros' : 'credit_beyond_left',
    {
      credited: formatCents(credited),
      left: formatCents(left),
    },
  );
  return {
    field: 'lines',
    code: 'out_of_range',
    aeatCode: null,
    message: { en: `Lines ${says.en}`, es: `Líneas: ${says.es}` },
  };
}

/** Names the member of the request of which a finding about the rectification is. */
function renameField(finding: Finding): Finding {
  const { field } = finding;
  if (field === 'rectification.reason') return { ...finding, field: 'reason' };
  // The lines of the rectification are not those of the request.
  return /^(?:lines|allowances|charges)\b/.test(field) ? { ...finding, field: 'lines' } : finding;
}
