import type { TaxExemptionCode, TaxOperationKey } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import type { Wording } from './languages/wording.ts';

/** The properties that determine how an operation is taxed, which lines and tax groups share. */
export type FiscalKey = Pick<TaxGroup, 'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate'>;

/** Returns the article of the LIVA for an exemption of IVA (AEAT list L10). E6 has none of its own. */
function findArticle(key: FiscalKey, code: TaxExemptionCode, { taxes }: Wording): string | null {
  return key.taxType === 'iva' && code !== 'E6' ? taxes.articles[code] : null;
}

type Namer = (key: FiscalKey, wording: Wording) => string;

function nameTax(key: FiscalKey, { taxes, notation }: Wording): string {
  if (isTaxedOnMargin(key)) return taxes.included;
  const name = taxes.names[key.taxType];
  return key.rate === null ? name : `${name} ${notation.formatRate(key.rate)}`;
}

const LINE_NAMERS: Readonly<Record<TaxOperationKey, Namer>> = {
  S1: nameTax,
  S2: (_, { taxes }) => taxes.reverseCharge,
  N1: (_, { taxes }) => taxes.notSubject,
  N2: (_, { taxes }) => taxes.notSubject,
};

const GROUP_NAMERS: Readonly<Record<TaxOperationKey, Namer>> = {
  S1: ({ taxType }, { taxes }) => taxes.names[taxType],
  S2: ({ taxType }, { taxes }) => taxes.reverseChargeOf(taxType),
  N1: ({ taxType }, { taxes }) => taxes.notSubjectTo(taxType),
  N2: ({ taxType }, { taxes }) => taxes.notSubjectByPlace(taxType),
};

/**
 * Returns a short label for the tax of a line: `IVA 21 %`, `IVA incluido`, `Exenta art. 20`, `Inversión del sujeto pasivo`, `No sujeta`.
 */
export function buildLineTaxLabel(key: FiscalKey, wording: Wording): string {
  if (key.exemptionCode !== null) return wording.taxes.exempt(findArticle(key, key.exemptionCode, wording));
  return LINE_NAMERS[key.operationKey ?? 'S1'](key, wording);
}

/** Returns the name of a row in the tax table, which has a separate column for the rate. */
export function buildTaxGroupLabel(key: FiscalKey, wording: Wording): string {
  if (key.exemptionCode !== null)
    return wording.taxes.exemptFrom(key.taxType, findArticle(key, key.exemptionCode, wording));
  return GROUP_NAMERS[key.operationKey ?? 'S1'](key, wording);
}

/** Returns the short name of a regime of IVA (AEAT list L8A), or null for the general regime and for taxes without regimes. */
export function buildRegimeLabel(key: FiscalKey, { taxes }: Wording): string | null {
  return key.taxType !== 'iva' || key.regime === null || key.regime === '01'
    ? null
    : taxes.regimes[key.regime];
}
