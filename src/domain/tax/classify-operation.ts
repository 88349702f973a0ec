import {
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
  TAX_TYPES,
  type TaxExemptionCode,
  type TaxOperationKey,
  type TaxRegime,
  type TaxType,
} from '../../contracts/codes.ts';
import type { InvoiceLineInput } from '../../contracts/invoice-input.ts';
import type { Report } from '../reading/findings.ts';
import { readCode } from '../reading/read-code.ts';
import { isBlank } from '../reading/read-text.ts';
import { REGIME_RULES } from './regime-rules.ts';

/** What a line is to AEAT, but for its rate. Exactly one of `operationKey` and `exemptionCode` is set. */
export type Operation = {
  readonly taxType: TaxType;
  readonly regime: TaxRegime | null;
  readonly operationKey: TaxOperationKey | null;
  readonly exemptionCode: TaxExemptionCode | null;
};

// IGIC and IPSI are registered with ClaveRegimen 01 (AEAT 1245, 2009), other taxes without one (AEAT 1260).
const PSI: Operation = { taxType: 'psi', regime: '01', operationKey: 'S1', exemptionCode: null };
const IGIC: Operation = { taxType: 'igic', regime: '01', operationKey: 'S1', exemptionCode: null };
const OTHERS: Operation = { taxType: 'others', regime: null, operationKey: 'S1', exemptionCode: null };
const WITHOUT_KEYS = { psi: PSI, igic: IGIC, others: OTHERS } as const;

/** Applies the defaults and the rules between tax type, regime, key and exemption. @returns null when one is broken. */
export function classifyOperation(line: InvoiceLineInput, report: Report): Operation | null {
  const taxType = readCode(line.tax_type, TAX_TYPES, 'tax type', report);
  if (taxType === undefined) return null;
  if (taxType === null || taxType === 'iva') return classifyVat(line, report);
  const misplaced = [
    isBlank(line.tax_regime) ? null : 'tax regime',
    isBlank(line.tax_operation_key) ? null : 'tax operation key',
    isBlank(line.tax_exemption_code) ? null : 'tax exemption code',
  ].filter((name) => name !== null);
  for (const name of misplaced) report(`${name} can only be given with tax type iva`);
  return misplaced.length === 0 ? WITHOUT_KEYS[taxType] : null;
}

function classifyVat(line: InvoiceLineInput, report: Report): Operation | null {
  const regime = readCode(line.tax_regime, TAX_REGIMES, 'tax regime', report);
  const key = readCode(line.tax_operation_key, TAX_OPERATION_KEYS, 'tax operation key', report);
  const exemption = readCode(line.tax_exemption_code, TAX_EXEMPTION_CODES, 'tax exemption code', report);
  if (regime === undefined || key === undefined || exemption === undefined) return null;
  return combine(regime ?? '01', key, exemption, report);
}

function combine(
  regime: TaxRegime,
  key: TaxOperationKey | null,
  exemptionCode: TaxExemptionCode | null,
  report: Report,
): Operation | null {
  if (regime === '06') {
    report("tax regime 06 is not supported: its base at cost can't be told through this API");
    return null;
  }
  const rule = REGIME_RULES[regime];
  const problem = findProblem(regime, key, exemptionCode);
  if (problem !== null) {
    report(problem);
    return null;
  }
  const operationKey = exemptionCode === null ? (key ?? rule.key) : null;
  return { taxType: 'iva', regime, operationKey, exemptionCode };
}

function findProblem(
  regime: Exclude<TaxRegime, '06'>,
  key: TaxOperationKey | null,
  exemption: TaxExemptionCode | null,
): string | null {
  const rule = REGIME_RULES[regime];
  if (key !== null && regime !== '01') return 'tax operation key can only be given with tax regime 01';
  if (key !== null && exemption !== null)
    return "tax operation key can't be given together with a tax exemption code";
  if (exemption !== null && !rule.exemptions.has(exemption)) {
    return `tax exemption code ${exemption} is not allowed with tax regime ${regime}`;
  }
  if (exemption === null && rule.key === null)
    return `tax exemption code can't be blank with tax regime ${regime}`;
  return null;
}
