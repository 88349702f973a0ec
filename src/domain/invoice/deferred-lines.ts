import type { ApiVersion } from '../../contracts/codes.ts';
import { isBlank } from '../reading/read-text.ts';

/** Regimes whose tax falls due with an operation after the invoice: works for public bodies (14) and continuous supplies (15). */
export const WORKS_REGIME = '14';
const DEFERRED_REGIMES: ReadonlySet<string> = new Set([WORKS_REGIME, '15']);

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
