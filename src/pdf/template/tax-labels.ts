import type { TaxExemptionCode } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import { isTaxedOnMargin } from '../../domain/tax/margin-regimes.ts';
import type { Wording } from './languages/wording.ts';

/** What decides how an operation is taxed: the part that a line and a tax group share. */
export type FiscalKey = Pick<TaxGroup, 'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate'>;

/** The article of the LIVA behind an exemption of IVA (AEAT list L10); E6 has none of its own. */
function findArticle(key: FiscalKey, code: TaxExemptionCode, { taxes }: Wording): string | null {
  return key.taxType === 'iva' && code !== 'E6' ? taxes.articles[code] : null;
}

/** The tax of a line in a few words: `IVA 21 %`, `IVA incluido`, `Exenta art. 20`, `Inversión del sujeto pasivo`, `No sujeta`. */
export function buildLineTaxLabel(key: FiscalKey, wording: Wording): string {
  const { taxes, notation } = wording;
  if (key.exemptionCode !== null) return taxes.exempt(findArticle(key, key.exemptionCode, wording));
  if (key.operationKey === 'N1' || key.operationKey === 'N2') return taxes.notSubject;
  if (key.operationKey === 'S2') return taxes.reverseCharge;
  if (isTaxedOnMargin(key)) return taxes.included;
  const name = taxes.names[key.taxType];
  return key.rate === null ? name : `${name} ${notation.formatRate(key.rate)}`;
}

/** The name of a row in the table of bases and taxes, where the rate has a column of its own. */
export function buildTaxGroupLabel(key: FiscalKey, wording: Wording): string {
  const { taxes } = wording;
  if (key.exemptionCode !== null)
    return taxes.exemptFrom(key.taxType, findArticle(key, key.exemptionCode, wording));
  if (key.operationKey === 'N1') return taxes.notSubjectTo(key.taxType);
  if (key.operationKey === 'N2') return taxes.notSubjectByPlace(key.taxType);
  return key.operationKey === 'S2' ? taxes.reverseChargeOf(key.taxType) : taxes.names[key.taxType];
}

/** The short name of a regime of IVA (AEAT list L8A); null for the general regime and for taxes that have none. */
export function buildRegimeLabel(key: FiscalKey, { taxes }: Wording): string | null {
  return key.taxType !== 'iva' || key.regime === null || key.regime === '01'
    ? null
    : taxes.regimes[key.regime];
}
