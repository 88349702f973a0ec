import type { TaxExemptionCode, TaxRegime, TaxType } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import { isTaxedOnMargin } from '../../domain/tax/margin-regimes.ts';
import { formatRate } from './spanish-format.ts';

/** What decides how an operation is taxed: the part that a line and a tax group share. */
export type FiscalKey = Pick<TaxGroup, 'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate'>;

export const TAX_NAMES: Readonly<Record<TaxType, string>> = {
  iva: 'IVA',
  igic: 'IGIC',
  psi: 'IPSI',
  others: 'Otros impuestos',
};

/** Articles of the LIVA behind the exemption codes (AEAT list L10); E6 has none of its own. */
const EXEMPTION_ARTICLES: Readonly<Record<TaxExemptionCode, string | null>> = {
  E1: 'art. 20',
  E2: 'art. 21',
  E3: 'art. 22',
  E4: 'arts. 23 y 24',
  E5: 'art. 25',
  E6: null,
};

/** Short names of the regimes of IVA other than the general one (AEAT list L8A). */
const REGIME_NAMES: Readonly<Record<Exclude<TaxRegime, '01'>, string>> = {
  '02': 'Exportación',
  '03': 'Bienes usados, arte y antigüedades',
  '04': 'Oro de inversión',
  '05': 'Agencias de viajes',
  '06': 'Grupo de entidades',
  '07': 'Criterio de caja',
  '08': 'Sujeta a IPSI o IGIC',
  '09': 'Mediación de agencia de viajes',
  '10': 'Cobro por cuenta de terceros',
  '11': 'Arrendamiento de local de negocio',
  '14': 'Certificación de obra',
  '15': 'Tracto sucesivo',
  '17': 'Ventanilla única (OSS, IOSS)',
  '18': 'Recargo de equivalencia',
  '19': 'Agricultura, ganadería y pesca',
  '20': 'Régimen simplificado',
};

/** The tax of a line in a few words: `IVA 21 %`, `IVA incluido`, `Exenta art. 20`, `Inversión del sujeto pasivo`, `No sujeta`. */
export function buildLineTaxLabel(key: FiscalKey): string {
  if (key.exemptionCode !== null) {
    const article = key.taxType === 'iva' ? EXEMPTION_ARTICLES[key.exemptionCode] : null;
    return article === null ? 'Exenta' : `Exenta ${article}`;
  }
  if (key.operationKey === 'N1' || key.operationKey === 'N2') return 'No sujeta';
  if (key.operationKey === 'S2') return 'Inversión del sujeto pasivo';
  if (isTaxedOnMargin(key)) return 'IVA incluido';
  return key.rate === null ? TAX_NAMES[key.taxType] : `${TAX_NAMES[key.taxType]} ${formatRate(key.rate)}`;
}

/** The name of a row in the table of bases and taxes, where the rate has a column of its own. */
export function buildTaxGroupLabel(key: FiscalKey): string {
  const tax = TAX_NAMES[key.taxType];
  if (key.exemptionCode !== null) {
    const article = key.taxType === 'iva' ? EXEMPTION_ARTICLES[key.exemptionCode] : null;
    return article === null ? `${tax} exento` : `${tax} exento, ${article} LIVA`;
  }
  if (key.operationKey === 'N1') return `No sujeta a ${tax}`;
  if (key.operationKey === 'N2') return `No sujeta a ${tax} por localización`;
  return key.operationKey === 'S2' ? `${tax}, inversión del sujeto pasivo` : tax;
}

/** The short name of a regime of IVA; null for the general regime and for taxes that have none. */
export function buildRegimeLabel(key: FiscalKey): string | null {
  return key.taxType !== 'iva' || key.regime === null || key.regime === '01'
    ? null
    : REGIME_NAMES[key.regime];
}
