import {
  ALL_TAX_TYPES,
  type ApiVersion,
  DOCUMENT_TYPES,
  type DocumentType,
  RECIPIENT_DOCUMENT_TYPES,
  TAX_TYPES,
  type TaxType,
} from '../../contracts/codes.ts';

/**
 * What the invoices of a request can state, as far as the rules depend on it. The version of the
 * API that receives a request decides it; the rules depend on this object and not on the version.
 */
export type RequestRules = {
  /**
   * The number by which an accepted batch keeps its rules. They are applied again when it is
   * issued.
   */
  readonly version: ApiVersion;
  /**
   * Whether an invoice has one date, which is required. It is the issue date or, if the tax of
   * every line falls due later, the date of the operation. Otherwise both dates are members of
   * their own, and both have defaults.
   */
  readonly hasOneDate: boolean;
  /**
   * Whether an invoice has only members of its header and of its lines, so that it has no texts
   * elsewhere.
   */
  readonly isFlat: boolean;
  /**
   * Whether a line can state what it is taxed on where that is not its amount: a margin (regimes 03
   * and 05) or a base at cost (06).
   */
  readonly hasTaxBases: boolean;
  readonly taxTypes: readonly TaxType[];
  /**
   * The taxes of which a line can state the regime, the operation key and the exemption. The others
   * have fixed ones.
   */
  readonly taxesWithKeys: readonly TaxType[];
  /** The types of the document that identifies a recipient. */
  readonly documentTypes: readonly DocumentType[];
};

/** The rules of an invoice that can state everything. */
export const FULL_RULES: RequestRules = {
  version: 2,
  hasOneDate: false,
  isFlat: false,
  hasTaxBases: true,
  taxTypes: ALL_TAX_TYPES,
  taxesWithKeys: ['iva', 'igic', 'psi'],
  documentTypes: DOCUMENT_TYPES,
};

/** The rules of an invoice with one date and without objects other than its lines. */
export const FLAT_RULES: RequestRules = {
  version: 1,
  hasOneDate: true,
  isFlat: true,
  hasTaxBases: false,
  taxTypes: TAX_TYPES,
  taxesWithKeys: ['iva'],
  documentTypes: RECIPIENT_DOCUMENT_TYPES,
};

/** The rules of the requests of each version of the API. */
export const REQUEST_RULES: Readonly<Record<ApiVersion, RequestRules>> = { 1: FLAT_RULES, 2: FULL_RULES };

/**
 * Finds the rules by which a stored batch was accepted.
 * @throws Error if a newer release accepted it by rules that this release does not know.
 */
export function findRules(version: number): RequestRules {
  const rules: Readonly<Record<number, RequestRules>> = REQUEST_RULES;
  const found = rules[version];
  if (found === undefined) throw new Error(`this release does not know version ${version} of the API`);
  return found;
}
