import {
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  type TaxExemptionCode,
  type TaxOperationKey,
  type TaxRegime,
  type TaxType,
} from '../../contracts/codes.ts';
import type { LineInput } from '../../contracts/v2/invoice-input.ts';
import type { ReportOn } from '../reading/findings.ts';
import { isBlank, readCode } from '../reading/read-text.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { REGIME_RULES, type RegimeRule, type TaxWithRegimes } from './regime-rules.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/**
 * AEAT's classification of a line, except for its rate. Exactly one of `operationKey` and
 * `exemptionCode` is set.
 */
export type Operation = {
  readonly taxType: TaxType;
  readonly regime: TaxRegime | null;
  readonly operationKey: TaxOperationKey | null;
  readonly exemptionCode: TaxExemptionCode | null;
};

/** The members that classify a line, or an allowance or a charge of an invoice. */
export type TaxMember = 'tax_type' | 'tax_regime' | 'tax_operation_key' | 'tax_exemption_code';
type TaxReport = ReportOn<TaxMember>;

/**
 * Where keys cannot be stated, IGIC and IPSI are registered with ClaveRegimen 01 (AEAT 1245, 2009).
 * Other taxes have no ClaveRegimen (AEAT 1260).
 */
const FIXED: Readonly<Record<Exclude<TaxType, 'iva'>, Operation>> = {
  psi: { taxType: 'psi', regime: '01', operationKey: 'S1', exemptionCode: null },
  igic: { taxType: 'igic', regime: '01', operationKey: 'S1', exemptionCode: null },
  others: { taxType: 'others', regime: null, operationKey: 'S1', exemptionCode: null },
  // The VAT of another member state is not subject to IVA under the place-of-supply rules, with the
  // regime of the one-stop shop.
  oss: { taxType: 'oss', regime: '17', operationKey: 'N2', exemptionCode: null },
};

const KEY_MEMBERS = ['tax_regime', 'tax_operation_key', 'tax_exemption_code'] as const;

/**
 * Applies the defaults and the rules for combinations of tax type, regime, operation key and
 * exemption.
 * @returns null if a rule is broken.
 */
export function classifyOperation(
  line: Pick<LineInput, TaxMember>,
  rules: RequestRules,
  report: TaxReport,
): Operation | null {
  const { taxTypes, taxesWithKeys } = rules;
  const taxType = readCode<TaxType, TaxMember>(line.tax_type, taxTypes, 'tax_type', report, 1218);
  if (taxType === undefined) return null;
  const type = taxType ?? 'iva';
  if (type === 'iva' || taxesWithKeys.includes(type))
    return classify(line, type as TaxWithRegimes, rules, report);
  const given = KEY_MEMBERS.filter((member) => !isBlank(line[member]));
  const misplaced = given.filter(
    (member) => !(member === 'tax_regime' && type === 'oss' && line.tax_regime === '17'),
  );
  const instead = taxesWithKeys.length === 1 ? 'iva' : formatMessage('iva_igic_or_psi');
  const says = formatMessage('only_with_tax_type', { types: instead, type });
  for (const member of misplaced) report(member, 'not_allowed', says);
  return misplaced.length === 0 ? FIXED[type] : null;
}

function classify(
  line: Pick<LineInput, TaxMember>,
  taxType: TaxWithRegimes,
  rules: RequestRules,
  report: TaxReport,
): Operation | null {
  const regime = readCode<TaxRegime, TaxMember>(
    line.tax_regime,
    REGIMES[taxType],
    'tax_regime',
    report,
    1246,
  );
  const key = readCode(line.tax_operation_key, TAX_OPERATION_KEYS, 'tax_operation_key', report, 1181);
  const codes = taxType === 'igic' ? ALL_EXEMPTION_CODES : TAX_EXEMPTION_CODES;
  const exemption = readCode<TaxExemptionCode, TaxMember>(
    line.tax_exemption_code,
    codes,
    'tax_exemption_code',
    report,
    1182,
  );
  if (regime === undefined || key === undefined || exemption === undefined) return null;
  return combine(
    { taxType, regime: regime ?? '01', operationKey: key, exemptionCode: exemption },
    rules,
    report,
  );
}

const REGIMES: Readonly<Record<TaxWithRegimes, readonly TaxRegime[]>> = {
  iva: listRegimes('iva'),
  igic: listRegimes('igic'),
  psi: listRegimes('psi'),
};

function listRegimes(taxType: TaxWithRegimes): readonly TaxRegime[] {
  return ALL_TAX_REGIMES.filter((regime) => REGIME_RULES[taxType][regime] !== undefined);
}

function combine(
  given: Operation & { readonly taxType: TaxWithRegimes; readonly regime: TaxRegime },
  { hasTaxBases }: RequestRules,
  report: TaxReport,
): Operation | null {
  const { taxType, regime, operationKey, exemptionCode } = given;
  if (regime === '06' && !hasTaxBases) {
    report('tax_regime', 'not_supported', formatMessage('regime_06_not_supported'));
    return null;
  }
  const rule = REGIME_RULES[taxType][regime]!;
  const problem = findProblem(given, rule);
  if (problem !== null) {
    const [member, code, says, aeatCode] = problem;
    report(member, code, says, aeatCode);
    return null;
  }
  return { ...given, operationKey: exemptionCode === null ? (operationKey ?? rule.key) : null };
}

function findProblem(
  { regime, operationKey: key, exemptionCode: exemption }: Operation,
  rule: RegimeRule,
): [member: TaxMember, code: 'not_allowed' | 'blank', says: Text, aeatCode?: number | undefined] | null {
  if (key !== null && regime !== '01')
    return [
      'tax_operation_key',
      'not_allowed',
      formatMessage('only_with_regime_01', { hint: insteadOfKey(regime, rule) }),
    ];
  if (key !== null && exemption !== null) {
    const says = formatMessage('key_beside_exemption');
    return ['tax_operation_key', 'not_allowed', says];
  }
  if (exemption !== null && !rule.exemptions.has(exemption)) {
    const says = formatMessage('exemption_not_with_regime', {
      exemption,
      regime,
      hint: insteadOfExemption(exemption, regime, rule),
    });
    return ['tax_exemption_code', 'not_allowed', says, rule.aeatCode];
  }
  if (exemption === null && rule.key === null) {
    const hint =
      regime === '02' ? formatMessage('use_e2_or_regime_01') : formatMessage('give_exemption_or_regime_01');
    const says = formatMessage('exemption_blank_with_regime', { regime, hint });
    return ['tax_exemption_code', 'blank', says, rule.aeatCode];
  }
  return null;
}

function insteadOfKey(regime: TaxRegime | null, { key }: RegimeRule): Text {
  if (key === null) return formatMessage('omit_and_give_exemption', { regime });
  return formatMessage('omit_key_of_regime', { regime, key });
}

/**
 * Returns a correction for an exemption that its regime does not allow. Exports and assimilated
 * operations need regime 02 (AEAT 1199), other exemptions regime 01.
 */
function insteadOfExemption(
  exemption: TaxExemptionCode,
  regime: TaxRegime | null,
  { exemptions, key }: RegimeRule,
): Text {
  const other = exemption === 'E2' || exemption === 'E3' ? '02' : '01';
  return exemptions.size > 0
    ? formatMessage('use_regime', { regime: other })
    : formatMessage('use_regime_or_omit', { regime: other, own: regime, key });
}
