import { SUPPLIES, type Supply, type WarningCode } from '../../contracts/codes.ts';
import type { SettlementPeriod } from '../../contracts/registers.ts';
import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { groupKeyOf } from '../invoice/credit/tax-members.ts';
import { isCorrective } from '../invoice/invoice-type.ts';
import { formatCents, readCents } from '../money/decimals.ts';
import { type Finding, Findings, type Warning } from '../reading/findings.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { registeredAmounts } from '../registration/registered-amounts.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { checkBeforeInclusion, KEY_BEFORE_INCLUSION } from './before-inclusion.ts';
import { buildBlock, MOST_RATES, type Portion } from './breakdown.ts';
import {
  checkNorthernIreland,
  checkParties,
  describeCounterparty,
  isDividedBySupply,
} from './counterparty.ts';
import type { Block, Breakdown, IssuedInvoice, SiiEntry, SiiKey } from './entry.ts';
import { chooseKeys, MOST_KEYS } from './keys.ts';
import { keyOfLeases, listProperties } from './leases.ts';
import { listParts, type Part } from './parts.ts';
import { findAccrualDate, periodOf } from './period.ts';
import { type Amounts, registeredOf, shareGroup, type Weights } from './share-group.ts';
import { decideSupply } from './supply.ts';
import { objectTo, objectToRecargo, RULE_OF_KEYS, treat } from './treatment.ts';

/** What an entry depends on besides the issued document. */
export type EntryContext = {
  /** The period in which the issuer settles on the day of `findAccrualDate`. */
  readonly settlementPeriod: SettlementPeriod;
  /** The rules of the request: its members, and whether it can state what is supplied. */
  readonly rules: RequestRules;
  /**
   * Of a rectifying invoice with exactly one original that is stored: the day of the original's
   * operation, or its issue date, `YYYY-MM-DD`.
   */
  readonly rectifiedOperationDate?: string | null;
  /** Whether a person decided that the recipient is not in AEAT's census; see `describeCounterparty`. */
  readonly isRecipientOutsideCensus?: boolean;
  /**
   * The first issue date in SII of an issuer that entered after the invoice was issued, `YYYY-MM-DD`:
   * the record then has key 16 and the content of books outside of SII (see `before-inclusion.ts`).
   */
  readonly enteredOn?: string | null;
};

export type DraftedEntry =
  | { readonly kind: 'drafted'; readonly entry: SiiEntry; readonly warnings: readonly Warning[] }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/**
 * Describes an issued invoice as an entry in the book that SII keeps. It uses the stored amounts
 * only; those of a tax group are divided where the book divides goods and services.
 * @param document with `rectified` or `rectification` set if it corrects or replaces an invoice.
 * @returns the findings if the book cannot state the invoice, which must then not be issued.
 */
export function draftEntry(document: InvoiceDocument, context: EntryContext): DraftedEntry {
  const { rules, enteredOn = null } = context;
  const isBeforeInclusion = enteredOn !== null;
  const findings = new Findings(rules);
  const warnings = new Findings<WarningCode>(rules);
  checkParties(document, rules, findings);
  const parts = listParts(document);
  const groups = new Map(document.groups.map((group) => [groupKeyOf(group), group]));
  for (const { taxed, group, reportIn } of parts) {
    const objection =
      objectTo(taxed, groups.get(group)?.price !== undefined, rules) ??
      (isCorrective(document.type)
        ? null
        : objectToRecargo(taxed, document.operationDate ?? document.issueDate));
    if (objection === null) continue;
    const { member, code, says, rule } = objection;
    reportIn(findings)(member, code, says, null, rule);
  }
  if (findings.size > 0) return { kind: 'refused', findings: findings.list() };
  const leases = parts.filter(({ taxed }) => treat(taxed).key === 'lease');
  const ofLeases = leases.length === 0 ? null : keyOfLeases(leases);
  const keys = isBeforeInclusion ? [KEY_BEFORE_INCLUSION] : findKeys(parts, ofLeases, findings);
  const properties =
    ofLeases === null || isBeforeInclusion ? [] : listProperties(leases, ofLeases, rules, findings);
  const { recipient, otherRecipients = [] } = document;
  const counterparty = describeCounterparty(recipient, context.isRecipientOutsideCensus === true);
  const portions = isDividedBySupply(counterparty)
    ? divideBySupply(parts, groups, { rules, findings, warnings })
    : { invoice: [...groups.values()].map((group) => toPortion(group, registeredOf(group))) };
  if ('services' in portions)
    checkNorthernIreland(counterparty, portions.services.length > 0, rules, findings);
  const breakdown = buildBreakdown(portions, findings);
  const all = 'services' in portions ? [...portions.services, ...portions.goods] : portions.invoice;
  if (enteredOn === null) checkCostBase(all, findings);
  else
    checkBeforeInclusion(
      document,
      all.map(({ treatment }) => treatment),
      { enteredOn, settlementPeriod: context.settlementPeriod },
      findings,
    );
  if (findings.size > 0) return { kind: 'refused', findings: findings.list() };
  const total = all.reduce((sum, portion) => sum + totalOf(portion), 0n);
  if (!isBeforeInclusion) warnOfTotal(total, document, rules, warnings);
  // The rows add up to the margins, with which AEAT compares the price under key 16 (2025). A record
  // whose margin is 0 must state it (1190).
  const onMargin = all.filter(({ isOnMargin }) => isOnMargin);
  const isTotalOpen =
    isBeforeInclusion && onMargin.length > 0 && onMargin.every(({ amounts }) => amounts.base !== 0n);
  const costBase = all.reduce((sum, { amounts }) => sum + amounts.costBase, 0n);
  const { issuer, issueDate, type, description } = document;
  const invoice: IssuedInvoice = {
    type,
    ...describeReferences(document),
    operationDate: findOperationDate(document, context),
    keys,
    total: isTotalOpen ? null : formatCents(total),
    costBase: keys.includes('06') ? formatCents(costBase) : null,
    description,
    isQualifiedSimplified: document.simplifiedQualified === true,
    isBeforeInclusion,
    isMacrodato: !isTotalOpen && (total >= MACRODATO || total <= -MACRODATO),
    properties,
    isIssuedByOther: document.issuedBy !== undefined,
    hasSeveralRecipients: otherRecipients.length > 0,
    hasCoupon: document.coupon === true,
    hasUnidentifiedRecipient: document.unidentifiedRecipient,
    counterparty,
    breakdown,
  };
  const entry = {
    issuer: { nif: issuer.nif, name: issuer.name },
    issueDate,
    ...periodOf(findAccrualDate(document), context.settlementPeriod),
    invoice,
  };
  return { kind: 'drafted', entry, warnings: warnings.list() };
}

/** From this total on an invoice is a macrodato (AEAT 1204, 1208), in cents. */
const MACRODATO = 100_000_000_00n;

/** @returns none if the keys cannot be stated together, which is reported. */
function findKeys(parts: readonly Part[], ofLeases: SiiKey | null, findings: Findings): readonly SiiKey[] {
  const found = new Set<SiiKey>();
  for (const { taxed } of parts) {
    const { key } = treat(taxed);
    found.add(key === 'lease' ? ofLeases! : key);
  }
  const keys = chooseKeys(found);
  if (keys !== null) return keys;
  const says = formatMessage('sii_keys_not_together', {
    keys: [...found].toSorted().join(', '),
    most: MOST_KEYS,
  });
  findings.report('lines', 'not_allowed', says, null, RULE_OF_KEYS);
  return [];
}

type Portions =
  | { readonly invoice: readonly Portion[] }
  | { readonly services: readonly Portion[]; readonly goods: readonly Portion[] };

function toPortion(group: TaxGroup, amounts: Amounts): Portion {
  return {
    treatment: treat(group),
    rate: group.rate,
    surchargeRate: group.surchargeRate ?? null,
    isOnMargin: isTaxedOnMargin(group),
    amounts,
  };
}

type Reporting = {
  readonly rules: RequestRules;
  readonly findings: Findings;
  readonly warnings: Findings<WarningCode>;
};

/** Divides the tax groups between goods and services, by what their lines supply. */
function divideBySupply(
  parts: readonly Part[],
  groups: ReadonlyMap<string, TaxGroup>,
  reporting: Reporting,
): { readonly services: readonly Portion[]; readonly goods: readonly Portion[] } {
  const divided: Record<Supply, Portion[]> = { goods: [], services: [] };
  const byGroup = Map.groupBy(parts, ({ group }) => group);
  for (const [key, group] of groups) {
    const own = byGroup.get(key) ?? [];
    const supplies = own.map((part) => findSupply(part, own, reporting));
    const found = SUPPLIES.filter((supply) => supplies.includes(supply));
    const [only, ...others] = found;
    if (only === undefined) continue;
    if (others.length === 0) {
      divided[only].push(toPortion(group, registeredOf(group)));
      continue;
    }
    const shares = shareGroup(group, weigh(own, supplies));
    for (const supply of found) divided[supply].push(toPortion(group, shares[supply]));
  }
  return divided;
}

function weigh(parts: readonly Part[], supplies: readonly (Supply | null)[]): Weights {
  const weights = {
    goods: { net: 0n, margin: 0n, costBase: 0n },
    services: { net: 0n, margin: 0n, costBase: 0n },
  };
  for (const [place, { net, line }] of parts.entries()) {
    const supply = supplies[place];
    if (supply === null || supply === undefined) continue;
    weights[supply].net += net;
    weights[supply].margin += readCents(line?.margin ?? '0.00');
    weights[supply].costBase += readCents(line?.costBase ?? '0.00');
  }
  return weights;
}

/**
 * Returns what a part supplies. An allowance or a charge that does not state it follows the lines of
 * its tax group. What nothing tells is refused, or taken for services and warned of where a request
 * cannot state it.
 * @returns null if it follows the others, or was refused.
 */
function findSupply(
  part: Part,
  own: readonly Part[],
  { rules, findings, warnings }: Reporting,
): Supply | null {
  const { taxed, line, supply, reportIn } = part;
  if (line === null && supply === undefined && own.some((other) => other.line !== null)) return null;
  if (taxed.surchargeRate !== undefined && supply === 'services') {
    const says = formatMessage('sii_surcharge_on_service');
    reportIn(findings)(
      'equivalence_surcharge_rate',
      'not_allowed',
      says,
      null,
      'SII, TipoRecargoEquivalencia',
    );
    return null;
  }
  const decided = decideSupply(taxed, supply);
  if (decided.kind === 'known') return decided.supply;
  if (decided.kind === 'contradiction') {
    reportIn(findings)('supply', 'not_allowed', formatMessage('sii_e5_is_goods'), null, 'LIVA, art. 25');
    return null;
  }
  if (rules.isFlat) {
    reportIn(warnings)('concept', 'supply_assumed', formatMessage('sii_supply_assumed'));
    return 'services';
  }
  reportIn(findings)('supply', 'blank', formatMessage('sii_supply_blank'), null, 'SII, TipoDesglose');
  return null;
}

function buildBreakdown(portions: Portions, findings: Findings): Breakdown {
  const all = 'services' in portions ? [...portions.services, ...portions.goods] : portions.invoice;
  const isOnMargin = all.some((portion) => portion.isOnMargin);
  const build = (some: readonly Portion[]): Block | null => {
    const block = buildBlock(some, isOnMargin);
    if (block?.taxed) checkRows(block.taxed, findings);
    return block;
  };
  return 'services' in portions
    ? { kind: 'operation', services: build(portions.services), goods: build(portions.goods) }
    : { kind: 'invoice', block: build(portions.invoice)! };
}

/** Refuses what one NoExenta of a record cannot state: more than six rows, or a recargo with S2. */
function checkRows({ kind, rows }: NonNullable<Block['taxed']>, findings: Findings): void {
  if (rows.length > MOST_RATES) {
    const says = formatMessage('sii_many_rates', { rates: rows.length, most: MOST_RATES });
    findings.report('lines', 'too_many', says, null, 'SII, DetalleIVA');
  }
  if (kind === 'S2' && rows.some(({ surcharge }) => surcharge !== undefined)) {
    const says = formatMessage('sii_surcharge_beside_reverse_charge');
    findings.report('lines', 'not_allowed', says, null, 'SII, TipoNoExenta');
  }
}

const isOfGroup = ({ treatment }: Portion) => treatment.key === '06';

/**
 * Refuses other taxed operations beside regime 06, and such of the opposite sign: a record has one
 * BaseImponibleACoste, by which AEAT judges the taxes of all rows.
 */
function checkCostBase(portions: readonly Portion[], findings: Findings): void {
  const taxed = portions.filter(({ treatment: { place } }) => place === 'S1' || place === 'S2');
  const whole = taxed.reduce((sum, { amounts }) => sum + amounts.costBase, 0n);
  const fits = (portion: Portion) => isOfGroup(portion) && portion.amounts.tax * whole >= 0n;
  if (!taxed.some(isOfGroup) || taxed.every(fits)) return;
  findings.report('lines', 'not_allowed', formatMessage('sii_cost_base'), null, 'SII, BaseImponibleACoste');
}

/** What a portion adds to ImporteTotal: a tax that is not the IVA is not part of it. */
function totalOf({ treatment, amounts }: Portion): bigint {
  const { base, tax, surcharge, price } = amounts;
  if (treatment.place !== 'S1') return base;
  return price ?? base + tax + surcharge;
}

/** The members of the book that concern other invoices. */
function describeReferences(document: InvoiceDocument): Pick<IssuedInvoice, 'rectification' | 'groups'> {
  const { type, rectified, rectification, replaces } = document;
  const named = rectified === null ? [] : [rectified];
  if (type === 'F3') return { rectification: null, groups: (replaces ?? named).map(toReference) };
  if (!isCorrective(type)) return { rectification: null, groups: [] };
  const { method = 'differences', invoices = named, replaced } = rectification ?? {};
  const isSubstitution = method === 'substitution';
  return {
    rectification: {
      method: isSubstitution ? 'S' : 'I',
      invoices: invoices.map(toReference),
      replaced: isSubstitution && replaced !== undefined ? describeReplaced(replaced) : null,
    },
    groups: [],
  };
}

const toReference = ({ number, issueDate }: { readonly number: string; readonly issueDate: string }) => ({
  number,
  issueDate,
});

type Replaced = NonNullable<NonNullable<InvoiceDocument['rectification']>['replaced']>;

/** With the signs of the originals. A recargo of 0 is not stated. */
function describeReplaced({ base, tax, surcharge }: Replaced): Replaced {
  return { base, tax, ...(surcharge !== undefined && readCents(surcharge) !== 0n && { surcharge }) };
}

/** FechaOperacion; of a rectifying invoice, the day of the operation of its only original. */
function findOperationDate(
  { type, issueDate, operationDate }: InvoiceDocument,
  { rectifiedOperationDate = null }: EntryContext,
): string | null {
  const date = operationDate ?? (isCorrective(type) ? rectifiedOperationDate : null);
  return date === issueDate ? null : date;
}

function warnOfTotal(
  total: bigint,
  document: InvoiceDocument,
  rules: RequestRules,
  warnings: Findings<WarningCode>,
): void {
  const { total: printed } = registeredAmounts(document);
  if (rules.isFlat || readCents(printed) === total) return;
  const says = formatMessage('sii_total_differs', { total: formatCents(total), printed });
  warnings.report('total', 'register_total_differs', says);
}
