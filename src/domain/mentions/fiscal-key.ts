import type { TaxExemptionCode, TaxRegime } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';
import { EXEMPTING_PROVISIONS, type Provision } from './exempting-provisions.ts';
import type { RegimeTexts } from './mentions.ts';

/** The properties that determine how an operation is taxed, which lines, tax groups and allowances share. */
export type FiscalKey = Pick<
  TaxGroup,
  'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate' | 'taxCountry' | 'foreignRate'
>;

/** Returns whether the VAT of another member state is charged. For the IVA, the operation is not subject (N2). */
export function isForeignVat({ taxType, foreignRate }: FiscalKey): boolean {
  return taxType === 'oss' && foreignRate !== undefined;
}

/** Returns the provision of an exemption of the IGIC or the IPSI. Returns null for other taxes, and when the exemption has none of its own. */
export function findProvision({ taxType }: FiscalKey, code: TaxExemptionCode): Provision | null {
  return taxType === 'igic' || taxType === 'psi' ? EXEMPTING_PROVISIONS[taxType][code] : null;
}

/** Returns the text of a regime, or null when the tax has no such regime or the table does not name it. */
export function findRegimeText<General extends TaxRegime>(
  { taxType, regime }: FiscalKey,
  { iva, igic, psi }: RegimeTexts<General>,
): string | null {
  if (regime === null || taxType === 'others') return null;
  const texts: Partial<Record<TaxRegime, string>> =
    taxType === 'psi' ? psi : taxType === 'igic' ? { ...iva, ...igic } : iva;
  return texts[regime] ?? null;
}
