import {
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  ALL_TAX_TYPES,
  type ApiVersion,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
  TAX_TYPES,
  type TaxExemptionCode,
  type TaxOperationKey,
  type TaxRegime,
  type TaxType,
} from '../../contracts/codes.ts';
import type { LineInput } from '../../contracts/v2/invoice-input.ts';
import type { ReportOn } from '../reading/findings.ts';
import { isBlank, readCode } from '../reading/read-text.ts';
import { REGIME_RULES, type RegimeRule, type TaxWithRegimes } from './regime-rules.ts';

/** AEAT's classification of a line, except for its rate. Exactly one of `operationKey` and `exemptionCode` is set. */
export type Operation = {
  readonly taxType: TaxType;
  readonly regime: TaxRegime | null;
  readonly operationKey: TaxOperationKey | null;
  readonly exemptionCode: TaxExemptionCode | null;
};

/** The members that classify a line, or an allowance or a charge of an invoice. */
export type TaxMember = 'tax_type' | 'tax_regime' | 'tax_operation_key' | 'tax_exemption_code';
type TaxReport = ReportOn<TaxMember>;

// In version 1, IGIC and IPSI are registered with ClaveRegimen 01 (AEAT 1245, 2009). Other taxes have no ClaveRegimen (AEAT 1260).
const PSI: Operation = { taxType: 'psi', regime: '01', operationKey: 'S1', exemptionCode: null };
const IGIC: Operation = { taxType: 'igic', regime: '01', operationKey: 'S1', exemptionCode: null };
const OTHERS: Operation = { taxType: 'others', regime: null, operationKey: 'S1', exemptionCode: null };
/** The VAT of another member state is not subject to IVA under the place-of-supply rules, with the regime of the one-stop shop. */
const OSS: Operation = { taxType: 'oss', regime: '17', operationKey: 'N2', exemptionCode: null };
const WITHOUT_KEYS: Readonly<Record<ApiVersion, Partial<Record<TaxType, Operation>>>> = {
  1: { psi: PSI, igic: IGIC, others: OTHERS },
  2: { others: OTHERS, oss: OSS },
};

const KEY_MEMBERS = ['tax_regime', 'tax_operation_key', 'tax_exemption_code'] as const;

/** Applies the defaults and the rules for combinations of tax type, regime, operation key and exemption. @returns null if a rule is broken. */
export function classifyOperation(
  line: Pick<LineInput, TaxMember>,
  version: ApiVersion,
  report: TaxReport,
): Operation | null {
  const types = version === 1 ? TAX_TYPES : ALL_TAX_TYPES;
  const taxType = readCode<TaxType, TaxMember>(line.tax_type, types, 'tax_type', report, 1218);
  if (taxType === undefined) return null;
  const type = taxType ?? 'iva';
  const fixed = WITHOUT_KEYS[version][type];
  if (fixed === undefined) return classify(line, type as TaxWithRegimes, version, report);
  const given = KEY_MEMBERS.filter((member) => !isBlank(line[member]));
  const misplaced = given.filter(
    (member) => !(member === 'tax_regime' && type === 'oss' && line.tax_regime === '17'),
  );
  const instead = version === 1 ? 'iva' : 'iva, igic or psi';
  const says = `can only be given with tax type ${instead}: leave it out with tax type ${type}`;
  for (const member of misplaced) report(member, 'not_allowed', says);
  return misplaced.length === 0 ? fixed : null;
}

function classify(
  line: Pick<LineInput, TaxMember>,
  taxType: TaxWithRegimes,
  version: ApiVersion,
  report: TaxReport,
): Operation | null {
  const regime = readCode<TaxRegime, TaxMember>(
    line.tax_regime,
    REGIMES[version][taxType],
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
    version,
    report,
  );
}

/** Version 1 lists regime 06, and refuses it with a message of its own. */
const REGIMES: Readonly<Record<ApiVersion, Readonly<Record<TaxWithRegimes, readonly TaxRegime[]>>>> = {
  1: { iva: TAX_REGIMES, igic: [], psi: [] },
  2: { iva: listRegimes('iva'), igic: listRegimes('igic'), psi: listRegimes('psi') },
};

function listRegimes(taxType: TaxWithRegimes): readonly TaxRegime[] {
  return ALL_TAX_REGIMES.filter((regime) => REGIME_RULES[taxType][regime] !== undefined);
}

function combine(
  given: Operation & { readonly taxType: TaxWithRegimes; readonly regime: TaxRegime },
  version: ApiVersion,
  report: TaxReport,
): Operation | null {
  const { taxType, regime, operationKey, exemptionCode } = given;
  if (regime === '06' && version === 1) {
    report(
      'tax_regime',
      'not_supported',
      '06 is not supported: this API has no member for its base at cost, and no other regime replaces it',
    );
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
): [member: TaxMember, code: 'not_allowed' | 'blank', says: string, aeatCode?: number | undefined] | null {
  if (key !== null && regime !== '01')
    return [
      'tax_operation_key',
      'not_allowed',
      `can only be given with tax regime 01: ${insteadOfKey(regime, rule)}`,
    ];
  if (key !== null && exemption !== null) {
    const says =
      "can't be given together with a tax exemption code: leave it out where the line is exempt, or leave the tax exemption code out where it is not";
    return ['tax_operation_key', 'not_allowed', says];
  }
  if (exemption !== null && !rule.exemptions.has(exemption)) {
    const says = `${exemption} is not allowed with tax regime ${regime}: ${insteadOfExemption(exemption, regime, rule)}`;
    return ['tax_exemption_code', 'not_allowed', says, rule.aeatCode];
  }
  if (exemption === null && rule.key === null) {
    const hint =
      regime === '02'
        ? 'use E2 for an export, or tax regime 01'
        : 'give the code of the exemption, or use tax regime 01';
    const says = `can't be blank with tax regime ${regime}: ${hint} for a line that is not exempt`;
    return ['tax_exemption_code', 'blank', says, rule.aeatCode];
  }
  return null;
}

function insteadOfKey(regime: TaxRegime | null, { key }: RegimeRule): string {
  if (key === null) return `leave it out and give the tax exemption code that tax regime ${regime} needs`;
  return `leave it out, with tax regime ${regime} it is ${key}`;
}

/** Returns a correction for an exemption that its regime does not allow. Exports and assimilated operations need regime 02 (AEAT 1199), other exemptions regime 01. */
function insteadOfExemption(
  exemption: TaxExemptionCode,
  regime: TaxRegime | null,
  { exemptions, key }: RegimeRule,
): string {
  const instead = `use tax regime ${exemption === 'E2' || exemption === 'E3' ? '02' : '01'}`;
  return exemptions.size > 0
    ? instead
    : `${instead}, or leave it out, with tax regime ${regime} the line is ${key}`;
}
