import type { ApiVersion } from '../../contracts/codes.ts';
import { isBlank } from '../reading/read-text.ts';

/** Certified works for public bodies, whose tax falls due with their receipt (LIVA art. 75.Uno.2.º bis). */
export const WORKS_REGIME = '14';
/** Continuous supplies, whose tax falls due when payment can be required (LIVA art. 75.Uno.7.º). */
export const CONTINUOUS_REGIME = '15';
/** Regimes whose tax falls due after the invoice. */
export const DEFERRED_REGIMES: ReadonlySet<string | null> = new Set([WORKS_REGIME, CONTINUOUS_REGIME]);

/** The members of a line, an allowance or a charge that its date rules depend on. */
export type Classified = {
  readonly tax_type?: string | null | undefined;
  readonly tax_regime?: string | null | undefined;
};

/** Returns whether the tax of a line falls due after the invoice (AEAT 1146, 1173). */
export function isDeferredLine(line: Classified, version: ApiVersion): boolean {
  return DEFERRED_REGIMES.has(line.tax_regime ?? '') && hasDeferredRegimes(line, version);
}

/** Returns whether a line is about certified works for a public body (AEAT 1147). */
export function isWorksLine(line: Classified, version: ApiVersion): boolean {
  return line.tax_regime === WORKS_REGIME && hasDeferredRegimes(line, version);
}

/** The IVA and the IGIC have these regimes. Version 1 has no regimes of the IGIC. */
function hasDeferredRegimes({ tax_type: type }: Classified, version: ApiVersion): boolean {
  return isBlank(type) || type === 'iva' || (type === 'igic' && version === 2);
}
