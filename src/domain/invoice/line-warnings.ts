import type { InvoiceType, WarningCode } from '../../contracts/codes.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { LineMember } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { questionRate } from '../tax/tax-rates.ts';
import { statedRate } from './read-charges.ts';
import { hasMembersIncome, isPersonNif } from 'verifactu-protocol/records/nif';
import type { ReadLine } from './read-line.ts';
import { isEuropeanVatNumber, isVatNumber } from './vat-number.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/** A warning about a line: the member, the code, and the text that follows the member's name. */
type LineWarning = { readonly member: LineMember; readonly code: WarningCode; readonly says: Text };

/** Régimen especial de la agricultura, ganadería y pesca (LIVA arts. 124 to 134 bis). */
const FARMING_REGIME = '19';
/** The one-stop shop (LIVA arts. 163 unvicies to 163 quinvicies). */
const ONE_STOP_SHOP_REGIME = '17';
/** Travel agencies (LIVA arts. 141 to 147). */
const TRAVEL_REGIME = '05';
/**
 * The general rate of IVA (LIVA art. 90.Uno), in hundredths of a per cent. AEAT accepts no general
 * rate of earlier years.
 */
const GENERAL_RATE = 2100n;
/**
 * Lowest withholding rate on income of economic activities, 1 per cent (RD 439/2007 art. 95.4 and
 * 95.6), in hundredths of a per cent.
 */
const LOWEST_WITHHOLDING = 100n;
const SIMPLIFIED: ReadonlySet<InvoiceType> = new Set(['F2', 'R5']);
/**
 * The days on which basic food was taxed at 0 per cent (RD-ley 20/2022, art. 72, and its extensions
 * until RD-ley 4/2024).
 */
const ZERO_RATE_OF_FOOD = { from: '2023-01-01', to: '2024-09-30' };
/** Types that keep the rates of the invoice they rectify or replace, which may be of those days. */
const OF_EARLIER_RATES: ReadonlySet<InvoiceType> = new Set(['F3', 'R1', 'R2', 'R3', 'R4', 'R5']);

/** What the warnings about lines depend on besides the lines. */
type Circumstances = {
  readonly type: InvoiceType;
  readonly rules: RequestRules;
  /** Day of the operation, `YYYY-MM-DD`: the issue date if the invoice states no other. */
  readonly operationDay: string;
  readonly recipients: readonly Recipient[];
  /**
   * Day on which the rates must exist; null if it depends on the invoices that this one rectifies
   * or replaces.
   */
  readonly rateDay: string | null;
};

/**
 * Finds the points in the lines of an invoice that an adviser would question.
 * @returns each warning with the number of its line, from 1. A warning that applies to several
 *   lines is reported once, on the first.
 */
export function findLineWarnings(
  lines: readonly ReadLine[],
  circumstances: Circumstances,
): { readonly number: number; readonly warning: LineWarning }[] {
  const found = new Map<string, { readonly number: number; readonly warning: LineWarning; others: number }>();
  for (const line of lines)
    for (const warning of questionLine(line, circumstances)) {
      const { member, code, says } = warning;
      const key = `${member}\n${code}\n${says.en}`;
      const first = found.get(key);
      if (first === undefined) found.set(key, { number: line.number, warning, others: 0 });
      else first.others += 1;
    }
  return [...found.values()].map(({ number, warning, others }) => ({
    number,
    warning: { ...warning, says: addOthers(warning.says, others) },
  }));
}

function addOthers(statement: Text, count: number): Text {
  if (count === 0) return statement;
  return count === 1
    ? formatMessage('applies_to_one_more', { statement })
    : formatMessage('applies_to_more', { statement, lines: count });
}

function questionLine(line: ReadLine, circumstances: Circumstances): LineWarning[] {
  return [
    ...questionUnits(line),
    ...questionTax(line, circumstances),
    ...questionRecipients(line, circumstances),
    ...questionSurcharge(line, circumstances),
    ...questionWithholding(line, circumstances.type),
  ];
}

function* questionUnits({ units }: ReadLine): Generator<LineWarning> {
  if (/[1-9]/.test(String(units))) return;
  const says = formatMessage('zero_units');
  yield { member: 'units', code: 'units_zero', says };
}

/**
 * Questions operations that are not for a business of another member state, although the recipient
 * is one.
 */
function* questionRecipients(
  { taxType, regime, operationKey }: ReadLine,
  { recipients }: Circumstances,
): Generator<LineWarning> {
  const isReversed = taxType === 'iva' && regime === '01' && operationKey === 'S2';
  const isOneStop = regime === ONE_STOP_SHOP_REGIME && (taxType === 'iva' || taxType === 'oss');
  if (!isReversed && !isOneStop) return;
  const business = recipients.find((each) => isVatNumber(each) && isEuropeanVatNumber(each.documentNumber));
  if (business === undefined) return;
  const { documentNumber } = business;
  const instead = formatMessage('exempt_or_not_subject_abroad');
  if (isReversed) {
    const says = formatMessage('reverse_charge_abroad', { number: documentNumber, instead });
    yield { member: 'tax_operation_key', code: 'reverse_charge_abroad', says };
  } else {
    const says = formatMessage('one_stop_shop_to_business', {
      code: taxType === 'oss' ? 'oss' : regime,
      number: documentNumber,
      instead,
    });
    yield { member: taxType === 'oss' ? 'tax_type' : 'tax_regime', code: 'one_stop_shop_to_business', says };
  }
}

/**
 * Questions the recargo de equivalencia that is charged to others than the retailers under that
 * regime (LIVA art. 154.Uno).
 */
function* questionSurcharge(
  { surchargeRate }: ReadLine,
  { type, recipients }: Circumstances,
): Generator<LineWarning> {
  if (surchargeRate === null) return;
  const shown = formatDecimal(surchargeRate, RATE_DECIMALS, 0);
  if (SIMPLIFIED.has(type)) {
    const says = formatMessage('surcharge_in_simplified', {
      rate: shown,
      type,
      other: type === 'F2' ? 'F1' : formatMessage('r1_to_r4'),
    });
    yield { member: 'equivalence_surcharge_rate', code: 'surcharge_not_due', says };
  }
  const other = recipients.find((each) => !mayOweSurcharge(each));
  if (other === undefined) return;
  const says = formatMessage('surcharge_of_legal_person', { rate: shown, number: other.documentNumber });
  yield { member: 'equivalence_surcharge_rate', code: 'surcharge_not_due', says };
}

/**
 * Returns whether a recipient can be a retailer under the recargo de equivalencia. Only the
 * documents of a business tell that it cannot.
 */
function mayOweSurcharge(recipient: Recipient): boolean {
  const { documentType, documentNumber } = recipient;
  if (documentType === 'nif') return isPersonNif(documentNumber) || hasMembersIncome(documentNumber);
  return !isVatNumber(recipient);
}

function* questionTax(
  line: ReadLine,
  { type, rules, operationDay, rateDay }: Circumstances,
): Generator<LineWarning> {
  // Without a charge there is no rate to question. The VAT of another member state is charged
  // although the operation is not subject to Spanish VAT.
  const isCharged = line.taxType === 'oss' || line.operationKey === 'S1';
  const unusual = isCharged ? questionRate(statedRate(line), rateDay) : null;
  if (unusual !== null) yield { member: 'tax_rate', code: 'unusual_rate', says: unusual };
  if (line.taxType !== 'iva') return;
  const { regime, rate, registeredRate, operationKey } = line;
  if (isTaxedOnMargin(line) && rate > 0n && line.margin === null) {
    const says = formatMessage('margin_not_stated', { regime });
    yield { member: 'tax_regime', code: 'margin_not_stated', says };
  }
  if (regime === FARMING_REGIME && rate > 0n) {
    const says = formatMessage('farming_rate', { rate: registeredRate, regime: FARMING_REGIME });
    yield { member: 'tax_rate', code: 'rate_not_charged', says };
  }
  if (regime === ONE_STOP_SHOP_REGIME) {
    const instead = formatMessage(rules.taxTypes.includes('oss') ? 'use_tax_type_oss' : 'not_in_total_of_v1');
    const says = formatMessage('foreign_vat_not_stated', { regime, instead });
    yield { member: 'tax_regime', code: 'foreign_vat_not_stated', says };
  }
  if (regime === TRAVEL_REGIME && operationKey === 'S1' && rate > 0n && rate !== GENERAL_RATE) {
    const says = formatMessage('travel_agency_rate', { rate: registeredRate, regime: TRAVEL_REGIME });
    yield { member: 'tax_rate', code: 'travel_agency_rate', says };
  }
  const hadZeroRate = operationDay >= ZERO_RATE_OF_FOOD.from && operationDay <= ZERO_RATE_OF_FOOD.to;
  if (operationKey === 'S1' && rate === 0n && !hadZeroRate && !OF_EARLIER_RATES.has(type)) {
    const says = formatMessage(regime === '01' ? 'zero_rate_of_general_regime' : 'zero_rate');
    yield { member: 'tax_rate', code: 'zero_rate_charged', says };
  }
}

function* questionWithholding({ withholdingRate }: ReadLine, type: InvoiceType): Generator<LineWarning> {
  if (withholdingRate === 0n) return;
  if (withholdingRate < LOWEST_WITHHOLDING) {
    const says = formatMessage('withholding_below_one_percent', {
      rate: withholdingRate,
      same: withholdingRate,
    });
    yield { member: 'income_tax_withholding_rate', code: 'withholding_below_one_percent', says };
  }
  if (SIMPLIFIED.has(type)) {
    const says = formatMessage('withholding_on_simplified', {
      type,
      other: type === 'F2' ? 'F1' : formatMessage('r1_to_r4'),
    });
    yield { member: 'income_tax_withholding_rate', code: 'withholding_on_simplified', says };
  }
}
