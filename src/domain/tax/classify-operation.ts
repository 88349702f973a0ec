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
import type { LineMember, LineReport } from '../reading/findings.ts';
import { isBlank, readCode } from '../reading/read-text.ts';
import { REGIME_RULES } from './regime-rules.ts';

/** AEAT's classification of a line, except for its rate. Exactly one of `operationKey` and `exemptionCode` is set. */
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

const ONLY_WITH_VAT = ['tax_regime', 'tax_operation_key', 'tax_exemption_code'] as const;

/** Applies the defaults and the rules for combinations of tax type, regime, operation key and exemption. @returns null if a rule is broken. */
export function classifyOperation(line: InvoiceLineInput, report: LineReport): Operation | null {
  const taxType = readCode(line.tax_type, TAX_TYPES, 'tax_type', report, 1218);
  if (taxType === undefined) return null;
  if (taxType === null || taxType === 'iva') return classifyVat(line, report);
  const misplaced = ONLY_WITH_VAT.filter((member) => !isBlank(line[member]));
  const says = `can only be given with tax type iva: leave it out with tax type ${taxType}`;
  for (const member of misplaced) report(member, 'not_allowed', says);
  return misplaced.length === 0 ? WITHOUT_KEYS[taxType] : null;
}

function classifyVat(line: InvoiceLineInput, report: LineReport): Operation | null {
  const regime = readCode(line.tax_regime, TAX_REGIMES, 'tax_regime', report, 1246);
  const key = readCode(line.tax_operation_key, TAX_OPERATION_KEYS, 'tax_operation_key', report, 1181);
  const exemption = readCode(
    line.tax_exemption_code,
    TAX_EXEMPTION_CODES,
    'tax_exemption_code',
    report,
    1182,
  );
  if (regime === undefined || key === undefined || exemption === undefined) return null;
  return combine(regime ?? '01', key, exemption, report);
}

function combine(
  regime: TaxRegime,
  key: TaxOperationKey | null,
  exemptionCode: TaxExemptionCode | null,
  report: LineReport,
): Operation | null {
  if (regime === '06') {
    report(
      'tax_regime',
      'not_supported',
      '06 is not supported: this API has no member for its base at cost, and no other regime replaces it',
    );
    return null;
  }
  const rule = REGIME_RULES[regime];
  const problem = findProblem(regime, key, exemptionCode);
  if (problem !== null) {
    const [member, code, says, aeatCode] = problem;
    report(member, code, says, aeatCode);
    return null;
  }
  const operationKey = exemptionCode === null ? (key ?? rule.key) : null;
  return { taxType: 'iva', regime, operationKey, exemptionCode };
}

function findProblem(
  regime: Exclude<TaxRegime, '06'>,
  key: TaxOperationKey | null,
  exemption: TaxExemptionCode | null,
): [member: LineMember, code: 'not_allowed' | 'blank', says: string, aeatCode?: number | undefined] | null {
  const rule = REGIME_RULES[regime];
  if (key !== null && regime !== '01')
    return [
      'tax_operation_key',
      'not_allowed',
      `can only be given with tax regime 01: ${insteadOfKey(regime)}`,
    ];
  if (key !== null && exemption !== null) {
    const says =
      "can't be given together with a tax exemption code: leave it out where the line is exempt, or leave the tax exemption code out where it is not";
    return ['tax_operation_key', 'not_allowed', says];
  }
  if (exemption !== null && !rule.exemptions.has(exemption)) {
    const says = `${exemption} is not allowed with tax regime ${regime}: ${insteadOfExemption(exemption, regime)}`;
    return ['tax_exemption_code', 'not_allowed', says, rule.aeatCode];
  }
  if (exemption === null && rule.key === null) {
    const says = `can't be blank with tax regime ${regime}: use E2 for an export, or tax regime 01 for a line that is not exempt`;
    return ['tax_exemption_code', 'blank', says, rule.aeatCode];
  }
  return null;
}

function insteadOfKey(regime: Exclude<TaxRegime, '06'>): string {
  const { key } = REGIME_RULES[regime];
  if (key === null) return `leave it out and give the tax exemption code that tax regime ${regime} needs`;
  return `leave it out, with tax regime ${regime} it is ${key}`;
}

/** Returns a correction for an exemption that its regime does not allow. Exports and assimilated operations need regime 02 (AEAT 1199), other exemptions regime 01. */
function insteadOfExemption(exemption: TaxExemptionCode, regime: Exclude<TaxRegime, '06'>): string {
  const { exemptions, key } = REGIME_RULES[regime];
  const instead = `use tax regime ${exemption === 'E2' || exemption === 'E3' ? '02' : '01'}`;
  return exemptions.size > 0
    ? instead
    : `${instead}, or leave it out, with tax regime ${regime} the line is ${key}`;
}
