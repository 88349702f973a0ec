import { ruleCase, text, type RuleCase } from './rule-case.ts';

const property = (name: string, value: string, qualifier = '') =>
  `<cac:AdditionalItemProperty><cbc:Name>${name}</cbc:Name><cbc:Value>${value}</cbc:Value>${qualifier && `<cbc:ValueQualifier>${qualifier}</cbc:ValueQualifier>`}</cac:AdditionalItemProperty>`;
const REGI = property('REGI', '01', 'IVA');
const INFO = property('INFO', 'Color blanco');
const VAT_SCHEME = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>';
const LINE_CATEGORY = '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>';
const SECOND_LINE =
  '<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">0</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">0.00</cbc:LineExtensionAmount>' +
  `<cac:Item><cbc:Name>Muestra</cbc:Name>${LINE_CATEGORY}${VAT_SCHEME}${REGI}</cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">0.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine></Invoice>`;
const RESTO =
  '<cac:TaxCategory><cac:TaxScheme><cbc:TaxTypeCode>RESTO</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory>';
const REBATE = 'Rebaja</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">10.00</cbc:Amount>';

/** The rules about lines. */
export const LINE_CASES: readonly RuleCase[] = [
  ruleCase('BT-126', 'an identifier twice', 'plain', [['</Invoice>', SECOND_LINE]], {
    allowed: [['</Invoice>', SECOND_LINE.replace('<cbc:ID>1<', '<cbc:ID>2<')]],
  }),
  ruleCase('BT-151', 'category K of a line', 'plain', [[LINE_CATEGORY, LINE_CATEGORY.replace('>S<', '>K<')]]),
  ruleCase('BG-30', 'another scheme of a line', 'plain', [[VAT_SCHEME, VAT_SCHEME.replace('VAT', 'IVA')]]),
  ruleCase(
    'BT-195',
    'another list of exemptions of a line',
    'plain',
    [[LINE_CATEGORY, `${LINE_CATEGORY}<cbc:TaxExemptionReasonCode>VATEX-IT-1</cbc:TaxExemptionReasonCode>`]],
    {
      allowed: [
        [
          LINE_CATEGORY,
          `${LINE_CATEGORY}<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>`,
        ],
      ],
    },
  ),
  ruleCase('BT-146', 'a negative price', 'plain', [text('PriceAmount', '100.00', '-100.00')]),
  ruleCase('L8', 'another property of a copy', 'plain', [[REGI, REGI + property('COLOR', 'blanco')]], {
    draft: { isCopy: true },
    allowed: [[REGI, REGI + INFO]],
  }),
  ruleCase('REGI', 'a line without regime', 'full', [[REGI, '']]),
  ruleCase(
    'REGI',
    'three regimes',
    'plain',
    [[REGI, REGI + property('REGI', '07', 'IVA') + property('REGI', '11', 'IVA')]],
    {
      allowed: [[REGI, REGI + property('REGI', '07', 'IVA')]],
    },
  ),
  ruleCase('BT-ES-24', 'a regime of no tax', 'plain', [[REGI, property('REGI', '01')]], {
    allowed: [[REGI, property('REGI', '01', 'IPSI')]],
  }),
  ruleCase('L3', 'a regime of IGIC of the IVA', 'plain', [[REGI, property('REGI', '17', 'IVA')]], {
    allowed: [[REGI, property('REGI', '17', 'IGIC')]],
  }),
  ruleCase('L3', 'a regime of one digit', 'plain', [[REGI, property('REGI', '1', 'IVA')]]),
  ruleCase('RCAT', 'two cadastral references', 'full', [[INFO, property('RCAT', '-', '04')]]),
  ruleCase(
    'L6',
    'another situation',
    'full',
    [[property('RCAT', '9872023VH5797S0001WX', '01'), property('RCAT', '9872023VH5797S0001WX', '05')]],
    {
      allowed: [[property('RCAT', '9872023VH5797S0001WX', '01'), property('RCAT', '-', '03')]],
    },
  ),
  ruleCase('BT-ES-22', 'a charge of a line without code', 'full', [[RESTO, '']]),
  ruleCase('BT-ES-22', 'an allowance of a line with a code', 'full', [[REBATE, REBATE + RESTO]]),
];
