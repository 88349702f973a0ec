import type { SecondHandKind, TaxExemptionCode, TaxRegime } from '../../contracts/codes.ts';
import type { DocumentLine, TaxGroup } from '../../contracts/invoice-document.ts';
import { EXEMPTING_PROVISIONS, type Provision } from './exempting-provisions.ts';
import type { RegimeTexts } from './mentions.ts';

/**
 * The properties that determine how an operation is taxed, which lines, tax groups and allowances
 * share.
 */
export type FiscalKey = Pick<
  TaxGroup,
  'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate' | 'taxCountry' | 'foreignRate'
> &
  Pick<DocumentLine, 'secondHandKind' | 'margin'>;

/**
 * Returns what is sold under regime 03. Used goods are the default of version 2, which states the
 * margin; null for another regime, and where version 1 could not state it.
 */
export function secondHandKindOf({
  regime,
  secondHandKind,
  margin,
}: Pick<FiscalKey, 'regime' | 'secondHandKind' | 'margin'>): SecondHandKind | null {
  if (regime !== '03') return null;
  return secondHandKind ?? (margin === undefined ? null : 'used_goods');
}

/**
 * Divides a tax group of regime 03 by what its lines sell, because the law has a mention for each
 * (RD 1619/2012, art. 6.1.ñ).
 */
export function divideByKind(group: TaxGroup, lines: readonly DocumentLine[]): (TaxGroup & FiscalKey)[] {
  if (group.regime !== '03') return [group];
  const own = lines.filter(
    ({ taxType, regime, operationKey, exemptionCode, rate }) =>
      taxType === group.taxType &&
      regime === group.regime &&
      operationKey === group.operationKey &&
      exemptionCode === group.exemptionCode &&
      rate === group.rate,
  );
  const kinds = new Set(own.map(secondHandKindOf));
  if (kinds.size === 0) return [group];
  return [...kinds].map((kind) => (kind === null ? group : { ...group, secondHandKind: kind }));
}

/**
 * Returns whether the VAT of another member state is charged. For the IVA, the operation is not
 * subject (N2).
 */
export function isForeignVat({ taxType, foreignRate }: FiscalKey): boolean {
  return taxType === 'oss' && foreignRate !== undefined;
}

/**
 * Returns the provision of an exemption of the IGIC or the IPSI. Returns null for other taxes, and
 * when the exemption has none of its own.
 */
export function findProvision({ taxType }: FiscalKey, code: TaxExemptionCode): Provision | null {
  return taxType === 'igic' || taxType === 'psi' ? EXEMPTING_PROVISIONS[taxType][code] : null;
}

/**
 * Returns the text of a regime, or null when the tax has no such regime or the table does not name
 * it.
 */
export function findRegimeText<General extends TaxRegime>(
  key: FiscalKey,
  { iva, igic, psi, secondHand }: RegimeTexts<General>,
): string | null {
  const { taxType, regime } = key;
  if (regime === null || taxType === 'others') return null;
  const kind = taxType === 'psi' ? null : secondHandKindOf(key);
  if (kind !== null) return secondHand[kind];
  const texts: Partial<Record<TaxRegime, string>> =
    taxType === 'psi' ? psi : taxType === 'igic' ? { ...iva, ...igic } : iva;
  return texts[regime] ?? null;
}
