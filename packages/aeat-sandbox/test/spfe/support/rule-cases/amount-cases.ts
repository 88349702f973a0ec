import { ruleCase, text, type RuleCase } from './rule-case.ts';

const VAT_SCHEME = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const BREAKDOWN = `<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>${VAT_SCHEME}</cac:TaxCategory></cac:TaxSubtotal>`;
const EMPTY_GROUP = `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">0.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0.00</cbc:TaxAmount>${BREAKDOWN}`;
const category = (id: string, rest = '') =>
  `<cac:TaxCategory><cbc:ID>${id}</cbc:ID><cbc:Percent>21</cbc:Percent>${rest}${VAT_SCHEME}</cac:TaxCategory></cac:TaxSubtotal>`;
const PLAIN_TAX =
  '<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">200.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">42.00</cbc:TaxAmount>';
const LEVY = '<cbc:TaxAmount currencyID="EUR">20.00</cbc:TaxAmount><cac:TaxCategory>';
const RETE = '>-30.00</cbc:TaxInclusiveLineExtensionAmount>';

/** The rules about sums, the breakdown and what is collected or withheld. */
export const AMOUNT_CASES: readonly RuleCase[] = [
  ruleCase('BG-23', 'a category and rate twice', 'plain', [[BREAKDOWN, BREAKDOWN + EMPTY_GROUP]], {
    allowed: [[BREAKDOWN, BREAKDOWN + EMPTY_GROUP.replace('>S<', '>N<')]],
  }),
  ruleCase('BG-23', 'no breakdown', 'plain', [
    [PLAIN_TAX + BREAKDOWN, ''],
    ['<cbc:TaxAmount currencyID="EUR">42.00', '<cbc:TaxAmount currencyID="EUR">0.00'],
    text('TaxInclusiveAmount', '242.00', '200.00'),
    text('PayableAmount', '242.00', '200.00'),
  ]),
  ruleCase('L4', 'category K', 'plain', [[BREAKDOWN, category('K')]], {
    allowed: [[BREAKDOWN, category('L')]],
  }),
  ruleCase('BT-118', 'another scheme of the breakdown', 'plain', [
    [BREAKDOWN, BREAKDOWN.replace('VAT', 'IGIC')],
  ]),
  ruleCase(
    'BT-121',
    'another list of exemptions',
    'plain',
    [
      [
        BREAKDOWN,
        category('S', '<cbc:TaxExemptionReasonCode>VATEX-FR-FRANCHISE</cbc:TaxExemptionReasonCode>'),
      ],
    ],
    {
      allowed: [
        [BREAKDOWN, category('S', '<cbc:TaxExemptionReasonCode>VATEX-ES-20</cbc:TaxExemptionReasonCode>')],
      ],
    },
  ),
  ruleCase('BT-117', 'the tax of the margin', 'plain', [[BREAKDOWN, category('D')]]),
  ruleCase('BT-ES-8', 'another amount of the levy', 'full', [[LEVY, LEVY.replace('20.00', '19.00')]]),
  ruleCase('L9', 'another levy', 'full', [text('TaxTypeCode', 'IEP', 'IVMDH')], {
    allowed: [text('TaxTypeCode', 'IEP', 'IMPTAS')],
  }),
  ruleCase(
    'L9',
    'a levy of an allowance',
    'full',
    [
      [
        '<cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Impuesto',
        '<cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Impuesto',
      ],
    ],
    { also: true },
  ),
  ruleCase('BT-106', 'another net amount of a line', 'full', [
    [
      '>195.00</cbc:LineExtensionAmount><cac:AllowanceCharge>',
      '>195.01</cbc:LineExtensionAmount><cac:AllowanceCharge>',
    ],
  ]),
  ruleCase('BT-107', 'another sum of allowances', 'full', [['>15.00</cbc:Amount>', '>15.01</cbc:Amount>']]),
  ruleCase('BT-108', 'another sum of charges', 'full', [['>20.00</cbc:Amount>', '>20.01</cbc:Amount>']]),
  ruleCase('BT-109', 'another net total', 'plain', [
    text('TaxExclusiveAmount', '200.00', '200.01'),
    text('TaxInclusiveAmount', '242.00', '242.01'),
    text('PayableAmount', '242.00', '242.01'),
  ]),
  ruleCase('BT-110', 'another tax', 'plain', [
    [
      '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">42.00',
      '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">42.01',
    ],
    text('TaxInclusiveAmount', '242.00', '242.01'),
    text('PayableAmount', '242.00', '242.01'),
  ]),
  ruleCase('BT-112', 'another total', 'plain', [
    text('TaxInclusiveAmount', '242.00', '242.01'),
    text('PayableAmount', '242.00', '242.01'),
  ]),
  ruleCase('L7', 'another collected amount', 'full', [text('ID', 'SUPL', 'SUPLIDO')], {
    allowed: [text('ID', 'SUPL', 'IEDMT')],
  }),
  ruleCase('BT-ES-15', 'a positive MINO', 'full', [
    ['>-4.00<', '>4.00<'],
    text('PayableAmount', '206.50', '214.50'),
  ]),
  ruleCase('BT-ES-16', 'a positive RETE', 'full', [
    [RETE, RETE.replace('-', '')],
    text('PayableAmount', '206.50', '266.50'),
  ]),
  ruleCase('BT-ES-16', 'no RETE beside withholdings', 'full', [text('ID', 'RETE', 'OTROS')]),
  ruleCase('BT-ES-16', 'RETE without withholdings', 'full', [text('ID', 'SUPL', 'RETE')]),
  ruleCase('BT-ES-17', 'another sum of withholdings', 'full', [
    [
      '<cbc:TaxableAmount currencyID="EUR">200.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">30.00',
      '<cbc:TaxableAmount currencyID="EUR">200.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">30.01',
    ],
  ]),
  ruleCase('L5', 'concept 12', 'full', [text('TaxTypeCode', '07', '12')], {
    allowed: [text('TaxTypeCode', '07', '11')],
  }),
  ruleCase('BG-ES-4', 'another scheme of a withholding', 'full', [text('ID', 'WTH', 'IRPF')]),
  ruleCase('BT-115', 'another amount to pay', 'full', [text('PayableAmount', '206.50', '206.00')]),
];
