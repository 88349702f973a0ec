import { ruleCase, text, type RuleCase } from './rule-case.ts';

const QR_URL = 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674';
const TYPE = '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>';
const CURRENCY = '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>';
const group = (id: string, code: string) =>
  `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cbc:DocumentTypeCode>${code}</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>`;
const CUOTA =
  '<cbc:DocumentTypeCode>Cuota</cbc:DocumentTypeCode><cbc:DocumentDescription>21.00</cbc:DocumentDescription>';

/** The rules about the head and the documents. */
export const HEAD_CASES: readonly RuleCase[] = [
  ruleCase('BT-23', 'another process', 'plain', [
    text(
      'ProfileID',
      'urn:aeat:names:specification:ubl:schema:profile:B2B',
      'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    ),
  ]),
  ruleCase('BT-24', 'another specification', 'plain', [
    text(
      'CustomizationID',
      'urn:cen.eu:en16931:2026#conformant#urn:aeat.es:spfe:1.0.0:extended',
      'urn:cen.eu:en16931:2017',
    ),
  ]),
  ruleCase('L1', 'a credit note by its type', 'plain', [text('InvoiceTypeCode', '380', '381')], {
    allowed: [text('InvoiceTypeCode', '380', '388')],
  }),
  ruleCase('BT-5', 'a currency in small letters', 'foreign', [['USD', 'usd']]),
  ruleCase('BT-6', 'no accounting currency beside dollars', 'foreign', [
    ['<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>', ''],
  ]),
  ruleCase(
    'BT-6',
    'another accounting currency',
    'plain',
    [[CURRENCY, `${CURRENCY}<cbc:TaxCurrencyCode>USD</cbc:TaxCurrencyCode>`]],
    {
      allowed: [[CURRENCY, `${CURRENCY}<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>`]],
    },
  ),
  ruleCase(
    'BT-7',
    'the day of issue as that of the operation',
    'plain',
    [[TYPE, `${TYPE}<cbc:TaxPointDate>2027-11-30</cbc:TaxPointDate>`]],
    {
      allowed: [[TYPE, `${TYPE}<cbc:TaxPointDate>2027-11-29</cbc:TaxPointDate>`]],
    },
  ),
  ruleCase('BT-111', 'no tax in euros beside dollars', 'foreign', [
    ['<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">21.00</cbc:TaxAmount></cac:TaxTotal>', ''],
  ]),
  ruleCase('BT-111', 'the second tax in dollars', 'foreign', [
    ['currencyID="EUR">21.00', 'currencyID="USD">21.00'],
  ]),
  ruleCase('currencyID', 'a total in euros of an invoice in dollars', 'foreign', [
    ['currencyID="USD">242.00</cbc:PayableAmount>', 'currencyID="EUR">242.00</cbc:PayableAmount>'],
  ]),
  ruleCase('BT-167', 'a rate to dollars', 'foreign', [
    ['<cbc:SourceCurrencyCode>USD', '<cbc:SourceCurrencyCode>EUR'],
    ['<cbc:TargetCurrencyCode>EUR', '<cbc:TargetCurrencyCode>USD'],
  ]),
  ruleCase('BT-167', 'a rate of an invoice in euros', 'plain', [
    [
      '<cac:TaxTotal>',
      '<cac:TaxExchangeRate><cbc:SourceCurrencyCode>EUR</cbc:SourceCurrencyCode><cbc:TargetCurrencyCode>EUR</cbc:TargetCurrencyCode><cbc:CalculationRate>1</cbc:CalculationRate></cac:TaxExchangeRate><cac:TaxTotal>',
    ],
  ]),
  ruleCase('BT-ES-2', 'paid after the day of issue', 'full', [text('PaidDate', '2027-11-25', '2027-12-01')], {
    allowed: [text('PaidDate', '2027-11-25', '2027-11-30')],
  }),
  ruleCase('BT-ES-2', 'paid before the operation', 'full', [text('PaidDate', '2027-11-25', '2027-11-19')], {
    allowed: [text('PaidDate', '2027-11-25', '2027-11-20')],
  }),
  ruleCase('L10', 'another document', 'full', [text('ID', 'AUT', 'PO')]),
  ruleCase('BT-ES-25', 'two QR', 'full', [text('ID', 'AUT', 'QR'), ['AUT-77', QR_URL]]),
  ruleCase('BT-ES-25', 'a QR without URL', 'full', [[`<cbc:UUID>${QR_URL}</cbc:UUID>`, '']]),
  ruleCase('BT-123', 'another QR', 'full', [text('DocumentDescription', 'VERIFACTU', 'VERI*FACTU')], {
    allowed: [text('DocumentDescription', 'VERIFACTU', 'TICKETBAI')],
  }),
  ruleCase('BT-ES-26', 'an authorisation without number', 'full', [['<cbc:UUID>AUT-77</cbc:UUID>', '']]),
  ruleCase('BT-ES-27', '384 without RECT:TIPO', 'full', [[group('RECT:TIPO', 'R4'), '']]),
  ruleCase(
    'BT-ES-27',
    '384 without RECT:MODALIDAD',
    'plain',
    [
      [TYPE, '<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>'],
      [CURRENCY, CURRENCY + group('RECT:TIPO', 'R1')],
    ],
    {
      allowed: [
        [TYPE, '<cbc:InvoiceTypeCode>471</cbc:InvoiceTypeCode>'],
        [CURRENCY, CURRENCY + group('RECT:TIPO', 'R1') + group('RECT:MODALIDAD', 'I')],
      ],
    },
  ),
  ruleCase('BT-ES-27', 'RECT:TIPO of 380', 'plain', [[CURRENCY, CURRENCY + group('RECT:TIPO', 'R1')]]),
  ruleCase('L2', 'R5', 'full', [text('DocumentTypeCode', 'R4', 'R5')], {
    allowed: [text('DocumentTypeCode', 'R4', 'R3')],
  }),
  ruleCase('L2', 'another method', 'plain', [
    [TYPE, '<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>'],
    [CURRENCY, CURRENCY + group('RECT:TIPO', 'R1') + group('RECT:MODALIDAD', 'D')],
  ]),
  ruleCase('L2', 'another amount', 'full', [text('DocumentTypeCode', 'Cuota', 'Total')], {
    allowed: [text('DocumentTypeCode', 'Cuota', 'CuotaRecargo')],
  }),
  ruleCase('BT-ES-29', 'rectified amounts of differences', 'full', [text('DocumentTypeCode', 'S', 'I')]),
  ruleCase('BT-ES-29', 'a rectified amount twice', 'full', [text('DocumentTypeCode', 'Cuota', 'Base')]),
  ruleCase('BT-123', 'a rectified amount that is none', 'full', [[CUOTA, CUOTA.replace('21.00', '21,00')]]),
];
