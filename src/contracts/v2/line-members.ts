import {
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  ALL_TAX_TYPES,
  CHARGE_TAXES,
  SECOND_HAND_KINDS,
  SUPPLIES,
  TAX_OPERATION_KEYS,
  WITHHOLDING_CONCEPTS,
} from '../codes.ts';
import { CENTS, MAGNITUDE, MAX_ALLOWANCES, NOT_NEGATIVE, PER_CENT, PRINTED } from '../limits.ts';
import { LINE_MEMBERS as V1 } from '../invoice-members.ts';
import { decimal, list, nested, object, text } from '../members.ts';
import { listPassThrough, type PassThroughText } from '../pass-through.ts';
import { PERIOD } from './nested-members.ts';

/* The members of a line, of an allowance and of a charge in version 2. */

const PRICE_DECIMALS = 6;
const RATE = { ...PER_CENT, decimals: 2 };

const TAX_MEMBERS = {
  tax_type: text({
    name: V1.tax_type.name,
    description:
      '`iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `oss`: the VAT of another member state, declared through the one-stop shop; it is charged and printed, but not registered. `others`: any other tax.',
    enum: ALL_TAX_TYPES,
    examples: ['iva'],
  }),
  tax_regime: text({
    name: V1.tax_regime.name,
    description:
      "AEAT's ClaveRegimen: list L8A with `iva`, L8B with `igic`, and with `psi` the regimes that AEAT lists for that tax. Default: `01`, the general regime. `03` (used goods) and `05` (travel agencies) need `margin`, and the PDF shows prices including tax. `06` (groups of entities) needs `cost_base`. `18` means that the issuer is itself a retailer under the recargo de equivalencia.",
    enum: ALL_TAX_REGIMES,
    examples: ['01'],
  }),
  tax_operation_key: text({
    name: V1.tax_operation_key.name,
    description:
      "AEAT's CalificacionOperacion; only with regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.",
    enum: TAX_OPERATION_KEYS,
    examples: ['S1'],
  }),
  tax_exemption_code: text({
    name: V1.tax_exemption_code.name,
    description:
      "AEAT's OperacionExenta; never together with `tax_operation_key`. With `iva`: exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E7` and `E8` are exemptions of the `igic`. `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state.",
    enum: ALL_EXEMPTION_CODES,
  }),
  tax_rate: decimal({
    name: V1.tax_rate.name,
    description:
      'Tax rate in per cent (21, not 0.21). Required with `S1` and with `oss`; with `iva` one of the rates on the day of the operation, today 0, 4, 10 or 21. A rate that `igic` never had is refused, as is one outside of 1 to 27 with `oss` and of 0.5 to 10 with `psi`; a rate that the member state did not have, or of another day, is a warning. Absent or 0 with `S2`, `N1`, `N2` and exemptions.',
    ...RATE,
    examples: ['21'],
  }),
  tax_country: text({
    name: { en: 'tax country', es: 'país del impuesto' },
    description:
      'With `oss`: the member state whose VAT is charged, ISO 3166-1 alpha-2 (`XI` for goods in Northern Ireland). Not allowed with other taxes.',
    pattern: '^[A-Z]{2}$',
    examples: ['FR'],
  }),
  equivalence_surcharge_rate: decimal({
    name: { en: 'equivalence surcharge rate', es: 'tipo del recargo de equivalencia' },
    description:
      'Recargo de equivalencia in per cent, for a retailer under that regime as the recipient (TipoRecargoEquivalencia). Today 5.2 (tobacco 1.75) with 21, 1.4 with 10, 0.5 with 4.',
    ...RATE,
    examples: ['5.2'],
  }),
  supply: text({
    name: { en: 'supply', es: 'entrega o servicio' },
    description:
      'What is supplied: `goods` or `services`. The SII separates them for recipients without a Spanish NIF or with one that begins with N. VeriFactu, the PDF and electronic invoices do not state it.',
    enum: SUPPLIES,
    examples: ['services'],
  }),
};

export const PROPERTY = object('LeasedProperty', 'Premises that are let.', {
  situation: decimal({
    description:
      "SII's SituacionInmueble. `1`: in Spain, with a cadastral reference. `2`: in the País Vasco or Navarra. `3`: in Spain, without a cadastral reference. `4`: abroad.",
    required: true,
    minimum: 1,
    maximum: 4,
    decimals: 0,
    examples: ['1'],
  }),
  cadastral_reference: text({
    description:
      'Cadastral reference (ReferenciaCatastral). Required with the situations `1` and `2`, not allowed with `3`.',
    // The limit of the SII.
    maxLength: 25,
    examples: ['9872023VH5797S0001WX'],
  }),
});

export const LINE_ALLOWANCE = object('LineAllowanceInput', 'An allowance or a charge of a line.', {
  reason: text({
    description: `Reason. ${PRINTED}`,
    required: true,
    maxLength: 120,
    examples: ['Descuento por volumen'],
  }),
  amount: decimal({
    description: 'Amount. Exactly one of `amount` and `percent` is required.',
    decimals: CENTS,
    ...NOT_NEGATIVE,
    examples: ['5.00'],
  }),
  percent: decimal({
    description:
      'Per cent of units × price, less the discount. Exactly one of `amount` and `percent` is required.',
    ...RATE,
    examples: ['5'],
  }),
});

export const ALLOWANCE = object(
  'AllowanceInput',
  'An allowance or a charge of the whole invoice, with the tax of which it is a part.',
  {
    ...LINE_ALLOWANCE.members,
    percent: decimal({
      description:
        'Per cent of the sum of the lines with the same tax. Exactly one of `amount` and `percent` is required.',
      ...RATE,
      examples: ['5'],
    }),
    ...TAX_MEMBERS,
  },
);

export const CHARGE = object(
  'ChargeInput',
  'A charge of the whole invoice, with the tax of which it is a part.',
  {
    ...ALLOWANCE.members,
    tax_code: text({
      description:
        "The tax or levy other than the VAT that the charge is (list L9 of Orden HAC/1028/2026), which AEAT's public solution of electronic invoices states: `IEH` hydrocarbons, `IECE` beer, `IEPI` intermediate products, `IEA` alcohol, `IET` tobacco, `IELC` liquids of electronic cigarettes, `IEE` electricity, `IEC` coal, `IEP` plastic packaging, `IEDE` landfill, `IMPTAS` other taxes and levies, `RESTO` other charges. Absent for a plain charge. Not printed: `reason` names it.",
      enum: CHARGE_TAXES,
      examples: ['IEP'],
    }),
  },
);

export const LINE_MEMBERS = {
  position: V1.position,
  concept: V1.concept,
  units: decimal({ ...V1.units, decimals: PRICE_DECIMALS, examples: ['8'] }),
  unit_price: decimal({
    name: V1.unit_price.name,
    description:
      'Price of one unit, without tax unless `prices_include_tax` is true, with at most 6 decimals. It can be negative in a correction.',
    required: true,
    ...MAGNITUDE,
    decimals: PRICE_DECIMALS,
    examples: ['62.50'],
  }),
  discount_percent: decimal({ ...V1.discount_percent, ...RATE, examples: ['10'], older: 'allowances' }),
  notes: V1.notes,
  ...TAX_MEMBERS,
  income_tax_withholding_rate: decimal({
    ...V1.income_tax_withholding_rate,
    description:
      'Retención of IRPF in per cent (15, not 0.15), with at most 2 decimals, of the net amount less its share of the allowances and plus its share of the charges of the invoice. Not allowed with regimes `03` and `05`. It is not part of the total; the PDF subtracts it from the amount to pay.',
    ...RATE,
    examples: ['15'],
  }),
  withholding_concept: text({
    name: { en: 'withholding concept', es: 'concepto de la retención' },
    description:
      "Concept of the withholding (list L5 of Orden HAC/1028/2026), which AEAT's public solution of electronic invoices states. Of a natural person: `01` professionals, `02` farming, `03` forestry, `04` businesses in objective estimation, `05` communal forests, `06` leases of urban property, `07` intellectual property, technical assistance, movables and image. Of a company: `08` administrators, `09` image rights, `10` leases of urban property. `11`: others. Without it, it follows from regime `11` (`06` or `10`) and from 15 % or 7 % of a natural person (`01`); otherwise that file is refused. Not printed.",
    enum: WITHHOLDING_CONCEPTS,
    examples: ['10'],
  }),
  margin: decimal({
    name: { en: 'margin', es: 'margen' },
    description:
      'With regimes `03` and `05`: the margin of this line with its tax, that is the price less the purchase price (LIVA arts. 137 and 145). Sold for 9,680 and bought for 7,000, it is 2,680; base and tax are 2,214.88 and 465.12. `unit_price` is then the full price, and nothing is added to it. Except in rectifications by differences, the margin lies between 0 and the amount of the line; it is 0 if the purchase price was not lower.',
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['2680.00'],
  }),
  second_hand_kind: text({
    name: { en: 'second-hand kind', es: 'clase de bienes usados' },
    description:
      "With regime `03`: what is sold, which decides the mention of the invoice (RD 1619/2012 art. 6.1.ñ): `used_goods` (default), `art` (works of art), or `collectors_items` (antiques and collectors' items).",
    enum: SECOND_HAND_KINDS,
    examples: ['art'],
  }),
  cost_base: decimal({
    name: { en: 'cost base', es: 'base imponible a coste' },
    description:
      'With regime `06`: the base at cost of this line (BaseImponibleACoste). The tax is computed from it.',
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['100.00'],
  }),
  property: nested(PROPERTY, {
    name: { en: 'property', es: 'inmueble' },
    description:
      'With regime `11`: the premises that are let. The SII needs it of leases without withholding. VeriFactu, the PDF and electronic invoices do not state it.',
  }),
  unit_code: text({
    name: { en: 'unit code', es: 'código de unidad' },
    description: `Unit of \`units\`: a code of UN/ECE Recommendation 20 (EN 16931 BT-130). Default: \`C62\`, one. ${PRINTED}`,
    pattern: '^[0-9A-Z]{2,3}$',
    examples: ['HUR'],
  }),
  item_code: text({
    name: { en: 'item code', es: 'código del artículo' },
    description: `Your code of the item (EN 16931 BT-155). ${PRINTED}`,
    maxLength: 100,
    examples: ['SKU-17'],
    passThrough: {
      stored: 'itemCode',
      since: 2,
      answered: "Seller's code of the item.",
      term: 'BT-155',
      label: { es: 'Ref.', ca: 'Ref.', eu: 'Erref.', gl: 'Ref.', en: 'Item' },
    },
  }),
  gtin: text({
    name: { en: 'GTIN', es: 'GTIN' },
    description: `GTIN of the item: 8, 12, 13 or 14 digits with the check digit (EN 16931 BT-157). ${PRINTED}`,
    pattern: '^([0-9]{8}|[0-9]{12,14})$',
    examples: ['8412345678905'],
    passThrough: {
      stored: 'gtin',
      since: 2,
      answered: 'GTIN of the item.',
      term: 'BT-157',
      label: { es: 'GTIN', ca: 'GTIN', eu: 'GTIN', gl: 'GTIN', en: 'GTIN' },
    },
  }),
  buyer_item_code: text({
    name: { en: 'buyer item code', es: 'código del artículo del comprador' },
    description: `Code that the buyer has for the item (EN 16931 BT-156). ${PRINTED}`,
    maxLength: 100,
    examples: ['REF-4711'],
    passThrough: {
      stored: 'buyerItemCode',
      since: 2,
      answered: "Buyer's code of the item.",
      term: 'BT-156',
      label: {
        es: 'Ref. del cliente',
        ca: 'Ref. del client',
        eu: 'Bezeroaren erref.',
        gl: 'Ref. do cliente',
        en: 'Your item',
      },
      facturae: 'Código de artículo del comprador',
    },
  }),
  period: nested(PERIOD, {
    name: { en: 'period', es: 'periodo' },
    description: `Period that the line is for (EN 16931 BG-26). ${PRINTED}`,
  }),
  order_line_reference: text({
    name: { en: 'order line reference', es: 'referencia de la línea del pedido' },
    description: `Line of the order (EN 16931 BT-132). ${PRINTED}`,
    maxLength: 100,
    examples: ['10'],
    passThrough: {
      stored: 'orderLineReference',
      since: 2,
      answered: "Buyer's order line.",
      term: 'BT-132',
      label: {
        es: 'Línea de pedido',
        ca: 'Línia de comanda',
        eu: 'Eskaera-lerroa',
        gl: 'Liña de pedido',
        en: 'Order line',
      },
    },
  }),
  allowances: list(LINE_ALLOWANCE, {
    name: { en: 'allowances', es: 'descuentos' },
    description: 'Allowances of the line (EN 16931 BG-27). They lower its amount.',
    maxItems: MAX_ALLOWANCES,
  }),
  charges: list(LINE_ALLOWANCE, {
    name: { en: 'charges', es: 'cargos' },
    description: 'Charges of the line, such as packing (EN 16931 BG-28). They raise its amount.',
    maxItems: MAX_ALLOWANCES,
  }),
};

export const LINE = object('InvoiceLineInput', 'One line of an invoice.', LINE_MEMBERS);

/** The texts of a line that are only passed on. */
export const LINE_TEXTS = listPassThrough(LINE_MEMBERS);
export type LineText = PassThroughText<typeof LINE_MEMBERS>;
