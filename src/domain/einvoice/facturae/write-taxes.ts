import { leaf, of, parent, type Part } from '../../xml/parts.ts';
import type { Amount } from './amounts.ts';
import type { Tax } from './taxes.ts';

/** AmountType. */
export function amount(name: string): Part<Amount> {
  return parent<Amount>(
    name,
    leaf('TotalAmount', ({ total }) => total),
    leaf('EquivalentInEuros', ({ euros }) => euros),
  );
}

/** TaxOutputType, and TaxType for withholdings, which have only the first four elements. */
export function tax(name: string): Part<Tax> {
  return parent<Tax>(
    name,
    leaf('TaxTypeCode', ({ code }) => code),
    leaf('TaxRate', ({ rate }) => rate),
    of(({ base }) => base, amount('TaxableBase')),
    of((each) => each.amount, amount('TaxAmount')),
    of(({ costBase }) => costBase, amount('SpecialTaxableBase')),
    of((each) => (each.costBase === undefined ? undefined : each.amount), amount('SpecialTaxAmount')),
    leaf('EquivalenceSurcharge', ({ surchargeRate }) => surchargeRate),
    of(({ surcharge }) => surcharge, amount('EquivalenceSurchargeAmount')),
  );
}
