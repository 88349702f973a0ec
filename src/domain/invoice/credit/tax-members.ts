import type { DocumentLine, TaxGroup } from '../../../contracts/invoice-document.ts';
import type { AllowanceInput } from '../../../contracts/v2/invoice-input.ts';
import { scaleDecimal } from '../../money/decimals.ts';
import { RATE_DECIMALS } from '../../reading/read-number.ts';
import { FULL_RULES } from '../../reading/request-rules.ts';
import type { Operation } from '../../tax/classify-operation.ts';
import { type Charges, taxGroupOf } from '../read-charges.ts';

/** How a line, an allowance, a charge or a tax group of a document is taxed. */
export type StoredTax = Pick<
  DocumentLine,
  | 'taxType'
  | 'regime'
  | 'operationKey'
  | 'exemptionCode'
  | 'rate'
  | 'surchargeRate'
  | 'taxCountry'
  | 'foreignRate'
>;

const scale = (text: string) => scaleDecimal(text, RATE_DECIMALS);

/** Returns a stored tax as the rules read it from a request. */
export function readTax(stored: StoredTax): Operation & Charges {
  const { taxType, regime, operationKey, exemptionCode, rate, surchargeRate, taxCountry, foreignRate } =
    stored;
  return {
    taxType,
    regime,
    operationKey,
    exemptionCode,
    rate: rate === null ? 0n : scale(rate),
    registeredRate: rate,
    surchargeRate: surchargeRate === undefined ? null : scale(surchargeRate),
    foreign:
      taxCountry === undefined || foreignRate === undefined
        ? null
        : { country: taxCountry, rate: scale(foreignRate) },
  };
}

/** Returns the key of the tax group to which a part of a document belongs. */
export function groupKeyOf(stored: StoredTax | TaxGroup): string {
  return taxGroupOf(readTax(stored));
}

/**
 * Writes a stored tax, and what is supplied of a line, an allowance or a charge, as the members of a
 * request that lead to it.
 */
export function writeTax(
  stored: StoredTax & Pick<DocumentLine, 'supply'>,
): Pick<
  AllowanceInput,
  | 'tax_type'
  | 'tax_regime'
  | 'tax_operation_key'
  | 'tax_exemption_code'
  | 'tax_rate'
  | 'tax_country'
  | 'equivalence_surcharge_rate'
  | 'supply'
> {
  const { taxType, regime, operationKey, exemptionCode, rate, surchargeRate, taxCountry, foreignRate } =
    stored;
  const hasKeys = taxType === 'iva' || FULL_RULES.taxesWithKeys.includes(taxType);
  return {
    tax_type: taxType,
    ...(hasKeys && regime !== null && { tax_regime: regime }),
    // Elsewhere the key follows from the regime.
    ...(hasKeys && regime === '01' && operationKey !== null && { tax_operation_key: operationKey }),
    ...(hasKeys && exemptionCode !== null && { tax_exemption_code: exemptionCode }),
    ...(rate !== null && { tax_rate: rate }),
    ...(taxCountry !== undefined && { tax_country: taxCountry, tax_rate: foreignRate! }),
    ...(surchargeRate !== undefined && { equivalence_surcharge_rate: surchargeRate }),
    ...(stored.supply !== undefined && { supply: stored.supply }),
  };
}
