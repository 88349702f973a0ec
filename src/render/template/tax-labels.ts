import type { TaxExemptionCode, TaxOperationKey } from '../../contracts/codes.ts';
import {
  findProvision,
  findRegimeText,
  isForeignVat,
  type FiscalKey,
} from '../../domain/mentions/fiscal-key.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';
import type { Wording } from './languages/wording.ts';

/**
 * Returns the provision of an exemption as a table cites it: the article of the LIVA (AEAT list
 * L10), or that of the law of another tax.
 */
function citeExemption(key: FiscalKey, code: TaxExemptionCode, { taxes }: Wording): string | null {
  const provision = findProvision(key, code);
  if (provision !== null) return taxes.cite(provision);
  const articles: Partial<Record<TaxExemptionCode, string>> = taxes.articles;
  return key.taxType === 'iva' ? (articles[code] ?? null) : null;
}

type Namer = (key: FiscalKey, wording: Wording) => string;

/**
 * Returns the name of a tax. The VAT of another member state is followed by the code of its
 * country: `IVA (FR)`.
 */
function nameTax({ taxType, taxCountry }: FiscalKey, { taxes }: Wording): string {
  const name = taxes.names[taxType];
  return taxType === 'oss' && taxCountry !== undefined ? `${name} (${taxCountry})` : name;
}

function nameCharged(key: FiscalKey, wording: Wording): string {
  if (isTaxedOnMargin(key)) return wording.taxes.included(key.taxType);
  const rate = key.foreignRate ?? key.rate;
  const name = nameTax(key, wording);
  return rate === null ? name : `${name} ${wording.notation.formatRate(rate)}`;
}

const LINE_NAMERS: Readonly<Record<TaxOperationKey, Namer>> = {
  S1: nameCharged,
  S2: (_, { taxes }) => taxes.reverseCharge,
  N1: (_, { taxes }) => taxes.notSubject,
  N2: (_, { taxes }) => taxes.notSubject,
};

const GROUP_NAMERS: Readonly<Record<TaxOperationKey, Namer>> = {
  S1: nameTax,
  S2: ({ taxType }, { taxes }) => taxes.reverseChargeOf(taxType),
  N1: ({ taxType }, { taxes }) => taxes.notSubjectTo(taxType),
  N2: ({ taxType }, { taxes }) => taxes.notSubjectByPlace(taxType),
};

/**
 * Returns a short label for the tax of a line: `IVA 21 %`, `IVA (FR) 20 %`, `IVA incluido`,
 * `Exenta art. 20`, `Inversión del sujeto pasivo`, `No sujeta`.
 */
export function buildLineTaxLabel(key: FiscalKey, wording: Wording): string {
  if (isForeignVat(key)) return nameCharged(key, wording);
  if (key.exemptionCode !== null) return wording.taxes.exempt(citeExemption(key, key.exemptionCode, wording));
  return LINE_NAMERS[key.operationKey ?? 'S1'](key, wording);
}

/** Returns the name of a row in the tax table, which has a separate column for the rate. */
export function buildTaxGroupLabel(key: FiscalKey, wording: Wording): string {
  if (isForeignVat(key)) return nameTax(key, wording);
  if (key.exemptionCode === null) return GROUP_NAMERS[key.operationKey ?? 'S1'](key, wording);
  const { exemptFrom, exemptFromBy } = wording.taxes;
  const cited = citeExemption(key, key.exemptionCode, wording);
  return cited === null || key.taxType === 'iva'
    ? exemptFrom(key.taxType, cited)
    : exemptFromBy(key.taxType, cited);
}

/**
 * Returns the short name of a regime (AEAT lists L8A and L8B), or null for the general regime and
 * for taxes without regimes.
 */
export function buildRegimeLabel(key: FiscalKey, { taxes }: Wording): string | null {
  return findRegimeText(key, taxes.regimes);
}
