import {
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  ALL_TAX_TYPES,
  MAX_ALLOWANCES,
  SECOND_HAND_KINDS,
  TAX_OPERATION_KEYS,
} from '../codes.ts';
import { LINE_MEMBERS as LINE_MEMBERS_V1 } from '../invoice-members.ts';
import { MAX_LENGTHS } from '../text-lengths.ts';
import type { AllowanceInput, LineAllowanceInput, LineInput } from './invoice-input.ts';
import { CENTS, MAGNITUDE, NOT_NEGATIVE, PRINTED, type WordsOf } from './invoice-members.ts';

/* The meaning and the valid values of the members of a line, and of allowances and charges, in version 2. */

const PRICE_DECIMALS = 6;
const RATE_DECIMALS = 2;
const PER_CENT = { minimum: 0, maximum: 100, decimals: RATE_DECIMALS };

type TaxMembers = Pick<
  AllowanceInput,
  | 'tax_type'
  | 'tax_regime'
  | 'tax_operation_key'
  | 'tax_exemption_code'
  | 'tax_rate'
  | 'tax_country'
  | 'equivalence_surcharge_rate'
>;

const TAX_MEMBERS: WordsOf<TaxMembers> = {
  tax_type: {
    description:
      '`iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `oss`: the VAT of another member state, declared through the one-stop shop; it is charged and printed, but not registered. `others`: any other tax.',
    enum: ALL_TAX_TYPES,
    examples: ['iva'],
  },
  tax_regime: {
    description:
      "AEAT's ClaveRegimen: list L8A with `iva`, L8B with `igic`, and with `psi` the regimes that AEAT lists for that tax. Default: `01`, the general regime. `03` (used goods) and `05` (travel agencies) need `margin`, and the PDF shows prices including tax. `06` (groups of entities) needs `cost_base`. `18` means that the issuer is itself a retailer under the recargo de equivalencia.",
    enum: ALL_TAX_REGIMES,
    examples: ['01'],
  },
  tax_operation_key: {
    description:
      "AEAT's CalificacionOperacion; only with regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.",
    enum: TAX_OPERATION_KEYS,
    examples: ['S1'],
  },
  tax_exemption_code: {
    description:
      "AEAT's OperacionExenta; never together with `tax_operation_key`. With `iva`: exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E7` and `E8` are exemptions of the `igic`. `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state.",
    enum: ALL_EXEMPTION_CODES,
  },
  tax_rate: {
    description:
      'Tax rate in per cent (21, not 0.21). Required with `S1` and with `oss`; with `iva` one of the rates on the day of the operation, today 0, 4, 10 or 21. A rate that `igic` never had is refused, as is one outside of 1 to 27 with `oss` and of 0.5 to 10 with `psi`; a rate that the member state did not have, or of another day, is a warning. Absent or 0 with `S2`, `N1`, `N2` and exemptions.',
    ...PER_CENT,
    examples: ['21'],
  },
  tax_country: {
    description:
      'With `oss`: the member state whose VAT is charged, ISO 3166-1 alpha-2 (`XI` for goods in Northern Ireland). Not allowed with other taxes.',
    pattern: '^[A-Z]{2}$',
    examples: ['FR'],
  },
  equivalence_surcharge_rate: {
    description:
      'Recargo de equivalencia in per cent, for a retailer under that regime as the recipient (TipoRecargoEquivalencia). Today 5.2 (tobacco 1.75) with 21, 1.4 with 10, 0.5 with 4.',
    ...PER_CENT,
    examples: ['5.2'],
  },
};

export const LINE_ALLOWANCE_MEMBERS: WordsOf<LineAllowanceInput> = {
  reason: {
    description: `Reason. ${PRINTED}`,
    required: true,
    maxLength: MAX_LENGTHS.allowance_reason,
    examples: ['Descuento por volumen'],
  },
  amount: {
    description: 'Amount. Exactly one of `amount` and `percent` is required.',
    decimals: CENTS,
    ...NOT_NEGATIVE,
    examples: ['5.00'],
  },
  percent: {
    description:
      'Per cent of units × price, less the discount. Exactly one of `amount` and `percent` is required.',
    ...PER_CENT,
    examples: ['5'],
  },
};

export const ALLOWANCE_MEMBERS: WordsOf<AllowanceInput> = {
  ...LINE_ALLOWANCE_MEMBERS,
  percent: {
    description:
      'Per cent of the sum of the lines with the same tax. Exactly one of `amount` and `percent` is required.',
    ...PER_CENT,
    examples: ['5'],
  },
  ...TAX_MEMBERS,
};

export const LINE_MEMBERS: WordsOf<LineInput> = {
  ...LINE_MEMBERS_V1,
  units: { ...LINE_MEMBERS_V1.units, decimals: PRICE_DECIMALS, examples: ['8'] },
  unit_price: {
    description:
      'Price of one unit, without tax unless `prices_include_tax` is true, with at most 6 decimals. It can be negative in a correction.',
    required: true,
    ...MAGNITUDE,
    decimals: PRICE_DECIMALS,
    examples: ['62.50'],
  },
  discount_percent: { ...LINE_MEMBERS_V1.discount_percent, ...PER_CENT, examples: ['10'] },
  ...TAX_MEMBERS,
  income_tax_withholding_rate: {
    ...LINE_MEMBERS_V1.income_tax_withholding_rate,
    description:
      'Retención of IRPF in per cent (15, not 0.15), with at most 2 decimals, of the net amount less its share of the allowances and plus its share of the charges of the invoice. Not allowed with regimes `03` and `05`. It is not part of the total; the PDF subtracts it from the amount to pay.',
    ...PER_CENT,
    examples: ['15'],
  },
  margin: {
    description:
      'With regimes `03` and `05`: the margin of this line with its tax, that is the price less the purchase price (LIVA arts. 137 and 145). Sold for 9,680 and bought for 7,000, it is 2,680; base and tax are 2,214.88 and 465.12. `unit_price` is then the full price, and nothing is added to it. Except in rectifications by differences, the margin lies between 0 and the amount of the line; it is 0 if the purchase price was not lower.',
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['2680.00'],
  },
  second_hand_kind: {
    description:
      "With regime `03`: what is sold, which decides the mention of the invoice (RD 1619/2012 art. 6.1.ñ): `used_goods` (default), `art` (works of art), or `collectors_items` (antiques and collectors' items).",
    enum: SECOND_HAND_KINDS,
    examples: ['art'],
  },
  cost_base: {
    description:
      'With regime `06`: the base at cost of this line (BaseImponibleACoste). The tax is computed from it.',
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['100.00'],
  },
  unit_code: {
    description: `Unit of \`units\`: a code of UN/ECE Recommendation 20 (EN 16931 BT-130). Default: \`C62\`, one. ${PRINTED}`,
    pattern: '^[0-9A-Z]{2,3}$',
    examples: ['HUR'],
  },
  item_code: {
    description: `Your code of the item (EN 16931 BT-155). ${PRINTED}`,
    maxLength: MAX_LENGTHS.item_code,
    examples: ['SKU-17'],
  },
  gtin: {
    description: `GTIN of the item: 8, 12, 13 or 14 digits with the check digit (EN 16931 BT-157). ${PRINTED}`,
    pattern: '^([0-9]{8}|[0-9]{12,14})$',
    examples: ['8412345678905'],
  },
  buyer_item_code: {
    description: `Code that the buyer has for the item (EN 16931 BT-156). ${PRINTED}`,
    maxLength: MAX_LENGTHS.buyer_item_code,
    examples: ['REF-4711'],
  },
  period: { description: `Period that the line is for (EN 16931 BG-26). ${PRINTED}` },
  order_line_reference: {
    description: `Line of the order (EN 16931 BT-132). ${PRINTED}`,
    maxLength: MAX_LENGTHS.order_line_reference,
    examples: ['10'],
  },
  allowances: {
    description: 'Allowances of the line (EN 16931 BG-27). They lower its amount.',
    maxItems: MAX_ALLOWANCES,
  },
  charges: {
    description: 'Charges of the line, such as packing (EN 16931 BG-28). They raise its amount.',
    maxItems: MAX_ALLOWANCES,
  },
};
