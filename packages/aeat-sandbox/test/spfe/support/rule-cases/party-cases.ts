import { ruleCase, text, type RuleCase } from './rule-case.ts';

const LOC = (nif: string) =>
  `<cac:PartyTaxScheme><cbc:CompanyID schemeID="FC">${nif}</cbc:CompanyID><cac:TaxScheme><cbc:ID>LOC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
const VAT = (number: string) =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
const REGISTRATION = '</cbc:RegistrationName><cbc:CompanyID>B12345674</cbc:CompanyID>';

/** The rules about the parties. B00000000 is in no census of the cases. */
export const PARTY_CASES: readonly RuleCase[] = [
  ruleCase('BT-31, BT-32', 'a wrong control character of the issuer', 'plain', [], {
    draft: { seller: 'B12345675' },
  }),
  ruleCase('BT-31, BT-32', 'an issuer whom the census lacks', 'plain', [], {
    draft: { seller: 'B87654323' },
  }),
  ruleCase(
    'BT-31, BT-32',
    'an issuer with a foreign VAT number alone',
    'plain',
    [
      [VAT('ESB12345674') + LOC('B12345674'), VAT('DE123456789')],
      [REGISTRATION, '</cbc:RegistrationName>'],
    ],
    {
      also: true,
      allowed: [
        [VAT('ESB12345674') + LOC('B12345674'), VAT('ESB12345674')],
        [REGISTRATION, '</cbc:RegistrationName>'],
      ],
    },
  ),
  ruleCase('BT-47, BT-48', 'a wrong control character of the recipient', 'plain', [], {
    draft: { buyer: 'A12345675' },
  }),
  ruleCase(
    'BT-31',
    'another VAT number than the NIF of the issuer',
    'plain',
    [[VAT('ESB12345674'), VAT('ESA12345674')]],
    {
      allowed: [[VAT('ESB12345674'), '']],
    },
  ),
  ruleCase(
    'BT-48',
    'another VAT number than the NIF of the recipient',
    'plain',
    [[VAT('ESA12345674'), VAT('A12345674')]],
    {
      allowed: [[VAT('ESA12345674'), '']],
    },
  ),
  ruleCase('BT-32, BT-47', 'a NIF without FC', 'plain', [
    ['<cbc:CompanyID schemeID="FC">A12345674', '<cbc:CompanyID>A12345674'],
  ]),
  ruleCase('BT-32, BT-47', 'the NIF twice', 'plain', [[VAT('ESB12345674'), LOC('B12345674')]]),
  ruleCase('BT-30', 'no registration beside the NIF', 'plain', [[REGISTRATION, '</cbc:RegistrationName>']]),
  ruleCase('BT-30', 'another registration than the NIF', 'plain', [
    [REGISTRATION, '</cbc:RegistrationName><cbc:CompanyID>M-1</cbc:CompanyID>'],
  ]),
  ruleCase('BT-37, BT-38, BT-39', 'a Spanish issuer without municipality', 'plain', [
    ['<cbc:CityName>Madrid</cbc:CityName>', ''],
  ]),
  ruleCase(
    'BT-52, BT-53, BT-54',
    'a Spanish recipient without province',
    'plain',
    [['<cbc:CountrySubentity>Sevilla</cbc:CountrySubentity>', '']],
    {
      allowed: [
        [
          '<cbc:CountrySubentity>Sevilla</cbc:CountrySubentity><cac:Country><cbc:IdentificationCode>ES',
          '<cac:Country><cbc:IdentificationCode>PT',
        ],
      ],
    },
  ),
  ruleCase('BT-40, BT-55', 'no country', 'plain', [text('IdentificationCode', 'ES', 'ESP')]),
  ruleCase('BT-ES-5', 'another kind of third party', 'full', [
    ['FacturaciónPorTercero', 'FacturacionPorTercero'],
  ]),
  ruleCase('BT-ES-4', 'a third party with a wrong control character', 'full', [['12345678Z', '12345678A']], {
    allowed: [[LOC('12345678Z'), VAT('PT123456789')]],
  }),
];
