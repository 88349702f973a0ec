import { isBlank } from '../reading/read-text.ts';
import type { RequestRules } from '../reading/request-rules.ts';

/**
 * Certified works for public bodies, whose tax falls due with their receipt (LIVA art. 75.Uno.2.º
 * bis).
 */
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
export function isDeferredLine(line: Classified, rules: RequestRules): boolean {
  return DEFERRED_REGIMES.has(line.tax_regime ?? '') && hasDeferredRegimes(line, rules);
}

/** Returns whether a line is about certified works for a public body (AEAT 1147). */
export function isWorksLine(line: Classified, rules: RequestRules): boolean {
  return line.tax_regime === WORKS_REGIME && hasDeferredRegimes(line, rules);
}

/** The IVA has these regimes, and the IGIC if its lines can state a regime. */
function hasDeferredRegimes({ tax_type: type }: Classified, { taxesWithKeys }: RequestRules): boolean {
  return isBlank(type) || type === 'iva' || (type === 'igic' && taxesWithKeys.includes(type));
}
