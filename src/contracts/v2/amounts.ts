import { type Static, Type } from 'typebox';
import { nullable, wordOf } from '../answers.ts';
import { ALL_EXEMPTION_CODES, ALL_TAX_REGIMES, ALL_TAX_TYPES, TAX_OPERATION_KEYS } from '../codes.ts';
import type { InvoiceDocument, TaxGroup } from '../invoice-document.ts';

/*
 * The computed amounts of an invoice in answers of version 2: the tax groups and the totals of its
 * document, in the names of the API.
 */

const closed = { additionalProperties: false };
const AMOUNT = { pattern: '^-?[0-9]+\\.[0-9]{2}$' };
const amount = (description: string) => Type.String({ ...AMOUNT, description, examples: ['121.00'] });
export const amountIf = (description: string) => nullable(Type.String({ ...AMOUNT, description }));
const rateIf = (description: string) =>
  nullable(Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$', description, examples: ['21'] }));

/** The members that classify an operation for a tax, except its rates. */
export const operationMembers = {
  tax_type: wordOf(ALL_TAX_TYPES, { description: 'The tax.' }),
  tax_regime: Type.Union([wordOf(ALL_TAX_REGIMES), Type.Null()], { description: "AEAT's ClaveRegimen." }),
  tax_operation_key: Type.Union([wordOf(TAX_OPERATION_KEYS), Type.Null()], {
    description: "AEAT's CalificacionOperacion; null if the operation is exempt.",
  }),
  tax_exemption_code: Type.Union([wordOf(ALL_EXEMPTION_CODES), Type.Null()], {
    description: "AEAT's OperacionExenta; null if the operation is not exempt.",
  }),
};

const groupAmounts = {
  base: amount('Tax base. With a margin it is the margin without its tax.'),
  tax: amount('Tax; `0.00` if none is charged.'),
  surcharge: amountIf('Recargo de equivalencia; null if none is charged.'),
  cost_base: amountIf('With regime `06`, the base at cost; otherwise null.'),
  price: amountIf('With a margin, the full price with tax; otherwise null.'),
  foreign_tax: amountIf('With `oss`, the VAT of the other member state; otherwise null.'),
};

export const TaxGroupView = Type.Object(
  {
    ...operationMembers,
    tax_rate: rateIf('Registered rate in per cent; null if no rate is registered.'),
    equivalence_surcharge_rate: rateIf(
      'Rate of the recargo de equivalencia in per cent; null if none is charged.',
    ),
    tax_country: nullable(
      Type.String({ description: 'With `oss`, the member state whose VAT is charged; otherwise null.' }),
    ),
    foreign_tax_rate: rateIf('With `oss`, the rate of that VAT in per cent; otherwise null.'),
    ...groupAmounts,
    euro: Type.Union([Type.Object(groupAmounts, { ...closed, title: 'TaxGroupInEuros' }), Type.Null()], {
      description: 'The same amounts in euros, as they are registered; null if the invoice is in euros.',
    }),
  },
  { ...closed, title: 'TaxGroup' },
);
export type TaxGroupView = Static<typeof TaxGroupView>;

export const TotalsView = Type.Object(
  {
    currency: Type.String({ description: 'Currency of the amounts: ISO 4217.', examples: ['EUR'] }),
    base: amount('Sum of the tax bases.'),
    tax: amount('Sum of the taxes.'),
    surcharge: amountIf('Sum of the recargos de equivalencia; null if none is charged.'),
    foreign_tax: amountIf('Sum of the VAT of other member states; null if none is charged.'),
    total: amount(
      "AEAT's ImporteTotal: bases, taxes and surcharges. It is the `total_after_taxes` of version 1.",
    ),
    withholdings: Type.Array(
      Type.Object(
        {
          rate: Type.String({ description: 'Rate in per cent.', examples: ['15'] }),
          base: amount('Amount from which it is withheld.'),
          amount: amount('Amount that is withheld.'),
        },
        { ...closed, title: 'Withholding' },
      ),
      { description: 'Retenciones of IRPF, one per rate.' },
    ),
    reimbursable_expenses: amountIf('Suplidos; null if there are none.'),
    prepaid: amountIf('Amounts that were invoiced or paid before; null if there are none.'),
    payable: amount(
      'Amount to pay: the total and the VAT of other member states, less withholdings and prepaid amounts, plus reimbursable expenses.',
    ),
    euro: Type.Union(
      [
        Type.Object(
          {
            base: amount('Sum of the tax bases.'),
            tax: amount('Sum of the taxes.'),
            surcharge: amountIf('Sum of the recargos de equivalencia; null if none is charged.'),
            total: amount('The total that the record and the QR code contain.'),
          },
          { ...closed, title: 'TotalsInEuros' },
        ),
        Type.Null(),
      ],
      { description: 'The registered amounts in euros; null if the invoice is in euros.' },
    ),
  },
  { ...closed, title: 'InvoiceTotals' },
);
export type TotalsView = Static<typeof TotalsView>;

/** Describes the tax groups of a document in the names of the API. */
export function viewTaxGroups({ groups }: Pick<InvoiceDocument, 'groups'>): TaxGroupView[] {
  return groups.map((group) => ({
    tax_type: group.taxType,
    tax_regime: group.regime,
    tax_operation_key: group.operationKey,
    tax_exemption_code: group.exemptionCode,
    tax_rate: group.rate,
    equivalence_surcharge_rate: group.surchargeRate ?? null,
    tax_country: group.taxCountry ?? null,
    foreign_tax_rate: group.foreignRate ?? null,
    ...viewGroupAmounts(group),
    euro: group.euro === undefined ? null : viewGroupAmounts(group.euro),
  }));
}

function viewGroupAmounts(amounts: NonNullable<TaxGroup['euro']>) {
  return {
    base: amounts.base,
    tax: amounts.tax,
    surcharge: amounts.surcharge ?? null,
    cost_base: amounts.costBase ?? null,
    price: amounts.price ?? null,
    foreign_tax: amounts.foreignTax ?? null,
  };
}

/** Describes the totals of a document in the names of the API. */
export function viewTotals({ currency, totals }: Pick<InvoiceDocument, 'currency' | 'totals'>): TotalsView {
  const { base, tax, total, payable, euro } = totals;
  return {
    currency: currency ?? 'EUR',
    base,
    tax,
    surcharge: totals.surcharge ?? null,
    foreign_tax: totals.foreignTax ?? null,
    total,
    withholdings: totals.withholdings.map((each) => ({
      rate: each.rate,
      base: each.base,
      amount: each.amount,
    })),
    reimbursable_expenses: totals.reimbursableExpenses,
    prepaid: totals.prepaid ?? null,
    payable,
    euro: euro === undefined ? null : { ...euro, surcharge: euro.surcharge ?? null },
  };
}
