import type { ApiVersion, InvoiceType, WarningCode } from '../../contracts/codes.ts';
import type { LineMember } from '../reading/findings.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import type { ReadLine } from './read-line.ts';

/** A warning about a line: the member, the code, and the text that follows the member's name. */
type LineWarning = readonly [member: LineMember, code: WarningCode, says: string];

/** Régimen especial de la agricultura, ganadería y pesca (LIVA arts. 124 to 134 bis). */
const FARMING_REGIME = '19';
/** The one-stop shop (LIVA arts. 163 unvicies to 163 quinvicies). */
const ONE_STOP_SHOP_REGIME = '17';
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
  return [...questionTax(line, circumstances), ...questionWithholding(line, circumstances.type)];
}

function* questionTax(
  line: ReadLine,
  { type, version, operationDay }: Circumstances,
): Generator<LineWarning> {
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
