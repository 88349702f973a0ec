import type { Supply } from '../../contracts/codes.ts';
import type { Taxed } from './treatment.ts';
import { treat } from './treatment.ts';

/** What is supplied, if it decides the block: stated, taken for granted, or to be asked. */
export type DecidedSupply =
  | { readonly kind: 'known'; readonly supply: Supply }
  /** An intra-Community supply (E5) is one of goods (LIVA, art. 25). */
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'unknown' };

const known = (supply: Supply): DecidedSupply => ({ kind: 'known', supply });

/**
 * Decides whether an operation for a counterparty abroad supplies goods or services. An
 * intra-Community supply is one of goods by law. Exports and customs operations (E2, E4) are mostly
 * goods, operations located elsewhere mostly services, and those of the one-stop shop mostly goods,
 * so that these need not state it. Of others nothing tells it.
 * @param stated what the request states; undefined if nothing.
 */
export function decideSupply(taxed: Taxed, stated: Supply | undefined): DecidedSupply {
  const { key, place } = treat(taxed);
  if (place === 'E5') return stated === 'services' ? { kind: 'contradiction' } : known('goods');
  if (stated !== undefined) return known(stated);
  if (place === 'E2' || place === 'E4') return known('goods');
  // The IGIC and the IPSI also tax goods, so that their place tells nothing.
  if (place === 'elsewhere' && (taxed.taxType === 'iva' || taxed.taxType === 'oss'))
    return known(key === '17' ? 'goods' : 'services');
  return { kind: 'unknown' };
}
