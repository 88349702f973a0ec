import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { buildInput, buildLine } from '../support/inputs.ts';
import { lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';
import { draft, draftV1, refusalsOf } from './support/drafts.ts';

/* What the book of SII cannot state is refused before an invoice has a number. */

const KEY = 'SII, ClaveRegimenEspecialOTrascendencia';
const XI = { name: 'Belfast Ltd', document_type: 'eu_vat', document_number: 'XI123456789' };

const REFUSED: readonly [what: string, changes: InvoiceInput, findings: string[]][] = [
  [
    'another tax',
    { lines: [lineV2({ tax_type: 'others', tax_rate: 5 })] },
    ['lines[0].tax_type not_supported RIVA, art. 63'],
  ],
  ...['18', '09'].map((regime): [string, InvoiceInput, string[]] => [
    `regime ${regime}`,
    { lines: [lineV2({ tax_regime: regime })] },
    [`lines[0].tax_regime not_supported ${KEY}`],
  ]),
  ...['19', '20'].map((regime): [string, InvoiceInput, string[]] => [
    `regime ${regime}`,
    { lines: [lineV2(), lineV2({ tax_regime: regime, tax_rate: regime === '19' ? 0 : 21 })] },
    ['lines[1].tax_regime not_supported RIVA, art. 30.3.d'],
  ]),
  [
    'an exemption under regime 17',
    { lines: [lineV2({ tax_regime: '17', tax_exemption_code: 'E1', tax_rate: null })] },
    [`lines[0].tax_exemption_code not_allowed ${KEY}`],
  ],
  [
    'an exemption under regime 03',
    { lines: [lineV2({ tax_regime: '03', tax_exemption_code: 'E1', tax_rate: null })] },
    [`lines[0].tax_exemption_code not_allowed ${KEY}`],
  ],
  [
    'a recargo that ended before',
    { lines: [lineV2({ tax_rate: 0, equivalence_surcharge_rate: 0.26 })] },
    ['lines[0].equivalence_surcharge_rate not_allowed SII, TipoRecargoEquivalencia'],
  ],
  [
    'other taxed operations beside regime 06',
    {
      lines: [
        lineV2({ tax_regime: '06', cost_base: 10 }),
        lineV2({ tax_regime: '11', property: { situation: 3 } }),
      ],
    },
    ['lines not_allowed SII, BaseImponibleACoste'],
  ],
  [
    'a tax in a charge that the book does not have',
    { charges: [{ reason: 'x', amount: 1, tax_regime: '18', tax_rate: 21 }] },
    [`charges[0].tax_regime not_supported ${KEY}`],
  ],
  [
    'an issuer who needs a representative',
    { issuer_nif: 'K1234567L' },
    ['issuer_nif not_supported SII, NIFRepresentante'],
  ],
  [
    'a recipient who needs a representative',
    { recipients: [{ ...RECIPIENT_V2, document_number: 'K1234567L' }] },
    ['recipients[0].document_number not_supported SII, NIFRepresentante'],
  ],
  [
    'a service to a number of Northern Ireland',
    { recipients: [XI], lines: [lineV2({ tax_operation_key: 'N2', tax_rate: null })] },
    ['recipients[0].document_number not_supported SII, IDType'],
  ],
];

describe('an invoice of an issuer in SII', () => {
  it.each(REFUSED)('is refused with the place and the rule: %s', (_what, changes, findings) => {
    expect(refusalsOf(draft(changes))).toEqual(findings);
  });

  it.each(REFUSED)(
    'is refused with what to do, in both languages and without a code of VeriFactu: %s',
    (...[, changes]) => {
      const drafted = draft(changes);
      for (const { message, aeatCode } of drafted.kind === 'refused' ? drafted.findings : []) {
        expect(aeatCode).toBeNull();
        expect(message.en).toMatch(/: |\(|, or /);
        expect(message.es).not.toBe(message.en);
      }
    },
  );

  it('has goods to a number of Northern Ireland, which belongs to the Union for goods', () => {
    const lines = [lineV2({ tax_exemption_code: 'E5', tax_rate: null })];
    expect(refusalsOf(draft({ recipients: [XI], lines }))).toEqual(['drafted']);
  });
});

describe('an invoice of version 1 of an issuer in SII', () => {
  it.each([
    ['03', 'LIVA, arts. 137 and 145'],
    ['05', 'LIVA, arts. 137 and 145'],
    ['11', 'SII, DatosInmueble'],
  ])('is refused with regime %s, whose data only version 2 can state', (tax_regime, rule) => {
    expect(refusalsOf(draftV1(buildInput({ lines: [buildLine({ tax_regime })] })))).toEqual([
      `lines[0].tax_regime not_supported ${rule}`,
    ]);
  });

  it('names its own members in findings about the recipient', () => {
    const drafted = draftV1(buildInput({ recipient_document_number: 'K1234567L' }));
    expect(refusalsOf(drafted)).toEqual(['recipient_document_number not_supported SII, NIFRepresentante']);
  });
});
