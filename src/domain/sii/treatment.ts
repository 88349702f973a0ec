import type { DocumentAllowance, DocumentLine, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import type { FindingCode, TaxRegime } from '../../contracts/codes.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import type { ExemptionCause, SiiKey } from './entry.ts';

/** A line, an allowance or a charge of an invoice, as far as its tax goes. */
export type Taxed = Pick<
  DocumentLine | DocumentAllowance | TaxGroup,
  'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate' | 'surchargeRate'
>;

/** Where the amounts of an operation go in its block. */
export type Place = 'S1' | 'S2' | ExemptionCause | 'otherwise' | 'elsewhere';

/**
 * How the book states an operation. `lease` stands for key 11, 12 or 13, which depends on the
 * withholding of all leases of the invoice.
 */
export type Treatment = { readonly key: SiiKey | 'lease'; readonly place: Place };

/** What is wrong with a member of a line: the member, the code, the text and the rule. */
export type Objection = {
  readonly member: 'tax_type' | 'tax_regime' | 'tax_exemption_code' | 'margin' | 'equivalence_surcharge_rate';
  readonly code: FindingCode;
  readonly says: Text;
  readonly rule: string;
};

/** The rule of what the keys of the book can and cannot state. */
export const RULE_OF_KEYS = 'SII, ClaveRegimenEspecialOTrascendencia';

/** The regimes that the book has under their own key. */
const SAME_KEY: Readonly<Partial<Record<TaxRegime, SiiKey | 'lease'>>> = {
  '01': '01',
  '02': '02',
  '03': '03',
  '04': '04',
  '05': '05',
  '06': '06',
  '07': '07',
  '08': '08',
  '10': '10',
  '11': 'lease',
  '14': '14',
  '15': '15',
  '17': '17',
};

const NOT_SUBJECT: Readonly<Record<'S1' | 'S2' | 'N1' | 'N2', Place>> = {
  S1: 'S1',
  S2: 'S2',
  N1: 'otherwise',
  N2: 'elsewhere',
};

/** The recargo of food at 0 and 2 %, whose last day AEAT knows (1198) and VeriFactu does not. */
const RECARGO_OF_FOOD = '0.26';
const LAST_DAY_OF_RECARGO = '2024-12-31';

/** Returns why the recargo of an operation on a day cannot be stated; null if it can. */
export function objectToRecargo({ surchargeRate }: Taxed, day: string): Objection | null {
  if (surchargeRate !== RECARGO_OF_FOOD || day <= LAST_DAY_OF_RECARGO) return null;
  return {
    member: 'equivalence_surcharge_rate',
    code: 'not_allowed',
    says: formatMessage('sii_recargo_ended', { rate: RECARGO_OF_FOOD, last: LAST_DAY_OF_RECARGO }),
    rule: 'SII, TipoRecargoEquivalencia',
  };
}

/** Returns how the book states an operation that `objectTo` accepts. */
export function treat({ taxType, regime, operationKey, exemptionCode }: Taxed): Treatment {
  // The IGIC and the IPSI are taxes of other territories: for the IVA, their operations are located
  // elsewhere. So are those of the one-stop shop.
  if (taxType === 'igic' || taxType === 'psi') return { key: '08', place: 'elsewhere' };
  if (taxType === 'oss') return { key: '17', place: 'elsewhere' };
  const key = SAME_KEY[regime ?? '01'];
  if (key === undefined || taxType === 'others')
    throw new Error(`The book has no key for tax type ${taxType} with regime ${regime}`);
  return { key, place: (exemptionCode as ExemptionCause | null) ?? NOT_SUBJECT[operationKey!] };
}

/**
 * Returns why the book cannot state an operation; null if it can.
 * @param hasMargin whether its tax group states the margin that it is taxed on.
 */
export function objectTo(taxed: Taxed, hasMargin: boolean, rules: RequestRules): Objection | null {
  const { taxType, regime, exemptionCode } = taxed;
  if (taxType === 'others') {
    const says = formatMessage('sii_no_other_tax');
    return { member: 'tax_type', code: 'not_supported', says, rule: 'RIVA, art. 63' };
  }
  if (taxType !== 'iva') return null;
  return (
    objectToRegime(regime, exemptionCode !== null) ??
    (isTaxedOnMargin(taxed) && exemptionCode === null && !hasMargin ? objectToMargin(regime, rules) : null)
  );
}

const refuseRegime = (says: Text, rule: string): Objection => ({
  member: 'tax_regime',
  code: 'not_supported',
  says,
  rule,
});

const excludeRegime = (regime: '19' | '20') =>
  refuseRegime(formatMessage('sii_regime_excluded', { regime }), 'RIVA, art. 30.3.d');

/** The regimes that the book of an issuer in SII does not have, or cannot state. */
const REFUSED_REGIMES: Readonly<Partial<Record<TaxRegime, Objection>>> = {
  '09': refuseRegime(formatMessage('sii_regime_09'), RULE_OF_KEYS),
  '18': refuseRegime(formatMessage('sii_regime_18'), RULE_OF_KEYS),
  '19': excludeRegime('19'),
  '20': excludeRegime('20'),
};

/** The regimes whose key allows no exemption in the book. */
const WITHOUT_EXEMPTIONS: ReadonlySet<TaxRegime> = new Set(['03', '17']);

function objectToRegime(regime: TaxRegime | null, isExempt: boolean): Objection | null {
  if (regime === null) return null;
  const refused = REFUSED_REGIMES[regime];
  if (refused !== undefined) return refused;
  if (!isExempt || !WITHOUT_EXEMPTIONS.has(regime)) return null;
  const says = formatMessage('sii_not_exempt_with_regime', { regime });
  return { member: 'tax_exemption_code', code: 'not_allowed', says, rule: RULE_OF_KEYS };
}

function objectToMargin(regime: TaxRegime | null, { hasTaxBases }: RequestRules): Objection {
  const rule = 'LIVA, arts. 137 and 145';
  return hasTaxBases
    ? { member: 'margin', code: 'blank', says: formatMessage('blank_margin', { regime }), rule }
    : {
        member: 'tax_regime',
        code: 'not_supported',
        says: formatMessage('sii_margin_of_v1', { regime }),
        rule,
      };
}
