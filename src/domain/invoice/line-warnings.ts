import type { ApiVersion, InvoiceType, WarningCode } from '../../contracts/codes.ts';
import type { Recipient } from '../../contracts/invoice-document.ts';
import { formatDecimal } from '../money/decimals.ts';
import type { LineMember } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { questionRate } from '../tax/tax-rates.ts';
import { statedRate } from './read-charges.ts';
import { hasMembersIncome, isPersonNif } from './nif.ts';
import type { ReadLine } from './read-line.ts';
import { isEuropeanVatNumber, isVatNumber } from './vat-number.ts';

/** A warning about a line: the member, the code, and the text that follows the member's name. */
type LineWarning = readonly [member: LineMember, code: WarningCode, says: string];

/** Régimen especial de la agricultura, ganadería y pesca (LIVA arts. 124 to 134 bis). */
const FARMING_REGIME = '19';
/** The one-stop shop (LIVA arts. 163 unvicies to 163 quinvicies). */
const ONE_STOP_SHOP_REGIME = '17';
/** Travel agencies (LIVA arts. 141 to 147). */
const TRAVEL_REGIME = '05';
/** The general rate of IVA (LIVA art. 90.Uno), in hundredths of a per cent. AEAT accepts no general rate of earlier years. */
const GENERAL_RATE = 2100n;
/** Lowest withholding rate on income of economic activities, 1 per cent (RD 439/2007 art. 95.4 and 95.6), in hundredths of a per cent. */
const LOWEST_WITHHOLDING = 100n;
const SIMPLIFIED: ReadonlySet<InvoiceType> = new Set(['F2', 'R5']);
/** The days on which basic food was taxed at 0 per cent (RD-ley 20/2022, art. 72, and its extensions until RD-ley 4/2024). */
const ZERO_RATE_OF_FOOD = { from: '2023-01-01', to: '2024-09-30' };
/** Types that keep the rates of the invoice they rectify or replace, which may be of those days. */
const OF_EARLIER_RATES: ReadonlySet<InvoiceType> = new Set(['F3', 'R1', 'R2', 'R3', 'R4', 'R5']);

/** What the warnings about lines depend on besides the lines. */
type Circumstances = {
  readonly type: InvoiceType;
  readonly version: ApiVersion;
  /** Day of the operation, `YYYY-MM-DD`: the issue date if the invoice states no other. */
  readonly operationDay: string;
  readonly recipients: readonly Recipient[];
  /** Day on which the rates must exist; null if it depends on the invoices that this one rectifies or replaces. */
  readonly rateDay: string | null;
};

/**
 * Finds the points in the lines of an invoice that an adviser would question.
 * @returns each warning with the number of its line, from 1. A warning that applies to several lines is reported once, on the first.
 */
export function findLineWarnings(
  lines: readonly ReadLine[],
  circumstances: Circumstances,
): { readonly number: number; readonly warning: LineWarning }[] {
  const found = new Map<string, { readonly number: number; readonly warning: LineWarning; others: number }>();
  for (const line of lines)
    for (const warning of questionLine(line, circumstances)) {
      const key = warning.join('\n');
      const first = found.get(key);
      if (first === undefined) found.set(key, { number: line.number, warning, others: 0 });
      else first.others += 1;
    }
  return [...found.values()].map(({ number, warning: [member, code, says], others }) => ({
    number,
    warning: [member, code, says + describeOthers(others)],
  }));
}

function describeOthers(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '; the same applies to 1 more line' : `; the same applies to ${count} more lines`;
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
  const says =
    'are 0, so the line charges no goods and no service: state the quantity, or leave the line out (RD 1619/2012 art. 6.1.f)';
  yield ['units', 'units_zero', says];
}

/** Questions operations that are not for a business of another member state, although the recipient is one. */
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
  const instead =
    'goods that are sent to it are exempt (tax exemption code E5, LIVA art. 25), and services to it are not subject here (tax operation key N2, art. 69)';
  if (isReversed) {
    const says = `is S2, but the recipient ${documentNumber} has a VAT number of another member state, and S2 is the reverse charge of operations in Spain (LIVA art. 84.Uno.2.º): ${instead}`;
    yield ['tax_operation_key', 'reverse_charge_abroad', says];
  } else {
    const says = `is ${taxType === 'oss' ? 'oss' : regime}, but the recipient ${documentNumber} has a VAT number, and the one-stop shop is for sales to consumers (LIVA arts. 163 unvicies to 163 quinvicies): ${instead}`;
    yield [taxType === 'oss' ? 'tax_type' : 'tax_regime', 'one_stop_shop_to_business', says];
  }
}

/** Questions the recargo de equivalencia that is charged to others than the retailers under that regime (LIVA art. 154.Uno). */
function* questionSurcharge(
  { surchargeRate }: ReadLine,
  { type, recipients }: Circumstances,
): Generator<LineWarning> {
  if (surchargeRate === null) return;
  const shown = formatDecimal(surchargeRate, RATE_DECIMALS, 0);
  if (SIMPLIFIED.has(type)) {
    const says = `is ${shown} in an invoice of type ${type}: the recargo de equivalencia is charged to retailers who have shown that they are under that regime, so they are identified (LIVA arts. 154.Uno and 163), with invoice type ${type === 'F2' ? 'F1' : 'R1 to R4'}; leave it out for a consumer`;
    yield ['equivalence_surcharge_rate', 'surcharge_not_due', says];
  }
  const other = recipients.find((each) => !mayOweSurcharge(each));
  if (other === undefined) return;
  const says = `is ${shown}, but ${other.documentNumber} is no NIF of a natural person or of an entity whose income is that of its members: only such retailers are under the recargo de equivalencia (LIVA art. 154.Uno); leave it out`;
  yield ['equivalence_surcharge_rate', 'surcharge_not_due', says];
}

/** Returns whether a recipient can be a retailer under the recargo de equivalencia. Only the documents of a business tell that it cannot. */
function mayOweSurcharge(recipient: Recipient): boolean {
  const { documentType, documentNumber } = recipient;
  if (documentType === 'nif') return isPersonNif(documentNumber) || hasMembersIncome(documentNumber);
  return !isVatNumber(recipient);
}

function* questionTax(
  line: ReadLine,
  { type, version, operationDay, rateDay }: Circumstances,
): Generator<LineWarning> {
  // Without a charge there is no rate to question. The VAT of another member state is charged although the operation is not subject to Spanish VAT.
  const isCharged = line.taxType === 'oss' || line.operationKey === 'S1';
  const unusual = isCharged ? questionRate(statedRate(line), rateDay) : null;
  if (unusual !== null) yield ['tax_rate', 'unusual_rate', unusual];
  if (line.taxType !== 'iva') return;
  const { regime, rate, registeredRate, operationKey } = line;
  if (isTaxedOnMargin(line) && rate > 0n && line.margin === null) {
    const says = `${regime} taxes only the margin, for which version 1 of the API has no member: the record contains the whole price as the tax base, and several times the tax that is due`;
    yield ['tax_regime', 'margin_not_stated', says];
  }
  if (regime === FARMING_REGIME && rate > 0n) {
    const says = `is ${registeredRate} with tax regime ${FARMING_REGIME}: farmers under that regime charge no IVA, and a receipt of the buyer documents their compensation (LIVA arts. 129 and 134)`;
    yield ['tax_rate', 'rate_not_charged', says];
  }
  if (regime === ONE_STOP_SHOP_REGIME) {
    const instead =
      version === 1
        ? 'version 1 of the API has no member for the VAT of those states, so the total does not include it'
        : 'the line does not state the VAT of that state; use tax type oss';
    const says = `${regime} is the one-stop shop for sales to consumers in other member states: ${instead}`;
    yield ['tax_regime', 'foreign_vat_not_stated', says];
  }
  if (regime === TRAVEL_REGIME && operationKey === 'S1' && rate > 0n && rate !== GENERAL_RATE) {
    const says = `is ${registeredRate} with tax regime ${TRAVEL_REGIME}: a journey is a single service of the travel agency, which is taxed at the general rate, 21, whatever it consists of (LIVA arts. 90.Uno and 144)`;
    yield ['tax_rate', 'travel_agency_rate', says];
  }
  const hadZeroRate = operationDay >= ZERO_RATE_OF_FOOD.from && operationDay <= ZERO_RATE_OF_FOOD.to;
  if (operationKey === 'S1' && rate === 0n && !hadZeroRate && !OF_EARLIER_RATES.has(type)) {
    const says = `is 0 although the line is subject and not exempt: the rate 0 is only for donations (LIVA art. 91.Cuatro); set a tax exemption code if the line is exempt${regime === '01' ? ', or tax operation key N1 or N2 if it is not subject' : ''}`;
    yield ['tax_rate', 'zero_rate_charged', says];
  }
}

function* questionWithholding({ withholdingRate }: ReadLine, type: InvoiceType): Generator<LineWarning> {
  if (withholdingRate === 0n) return;
  if (withholdingRate < LOWEST_WITHHOLDING) {
    const says = `is less than 1 per cent, the lowest withholding of IRPF (RD 439/2007 art. 95): the rate is in per cent, so send ${withholdingRate} for ${withholdingRate} per cent`;
    yield ['income_tax_withholding_rate', 'withholding_below_one_percent', says];
  }
  if (SIMPLIFIED.has(type)) {
    const says = `is set in an invoice of type ${type}: only a business withholds IRPF, and it must be identified as the recipient, with invoice type ${type === 'F2' ? 'F1' : 'R1 to R4'} (RD 439/2007 art. 76)`;
    yield ['income_tax_withholding_rate', 'withholding_on_simplified', says];
  }
}
