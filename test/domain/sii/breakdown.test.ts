import { describe, expect, it } from 'vitest';
import { lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';
import { AMERICAN, buildInput, buildLine } from '../support/inputs.ts';
import {
  blockOf,
  blocksOf,
  CHILEAN,
  draft,
  draftV1,
  ENTITY_N,
  FRENCH,
  invoiceOf,
  refusalsOf,
} from './support/drafts.ts';

/* How the book of an issuer in SII divides what an invoice charges. */

const S2 = { tax_operation_key: 'S2', tax_rate: null };
const NOT_SUBJECT = { tax_operation_key: 'N1', tax_rate: null };
const ELSEWHERE = { tax_operation_key: 'N2', tax_rate: null };
const exempt = (code: string) => ({ tax_exemption_code: code, tax_rate: null });
const EXPORT = { ...exempt('E2'), tax_regime: '02' };

describe('the breakdown of an invoice for a recipient with a Spanish NIF', () => {
  it('has one row for each rate, whatever is supplied', () => {
    const block = blockOf(
      draft({
        lines: [
          lineV2({ supply: 'goods' }),
          lineV2({ supply: 'services', unit_price: 50 }),
          lineV2({ tax_rate: 4, unit_price: 30 }),
        ],
      }),
    );
    expect(block).toEqual({
      exempt: [],
      taxed: {
        kind: 'S1',
        rows: [
          { rate: '21', base: '150.00', tax: '31.50' },
          { rate: '4', base: '30.00', tax: '1.20' },
        ],
      },
      otherwiseNotSubject: null,
      locatedElsewhere: null,
    });
  });

  it('has the rate and the amount 0 with reverse charge', () => {
    expect(blockOf(draft({ lines: [lineV2(S2)] })).taxed).toEqual({
      kind: 'S2',
      rows: [{ rate: '0', base: '100.00', tax: '0' }],
    });
  });

  it('is S3 if reverse charge stands beside a charged rate', () => {
    expect(blockOf(draft({ lines: [lineV2(), lineV2(S2)] })).taxed).toEqual({
      kind: 'S3',
      rows: [
        { rate: '21', base: '100.00', tax: '21.00' },
        { rate: '0', base: '100.00', tax: '0' },
      ],
    });
  });

  it('adds an operation at 0 % to the row of the reverse charge, and is then S3 only beside another rate', () => {
    const zero = lineV2({ tax_rate: 0, unit_price: 7 });
    expect(blockOf(draft({ lines: [zero, lineV2(S2)] })).taxed).toEqual({
      kind: 'S2',
      rows: [{ rate: '0', base: '107.00', tax: '0' }],
    });
    expect(blockOf(draft({ lines: [lineV2(), zero, lineV2(S2)] })).taxed).toMatchObject({
      kind: 'S3',
      rows: [{ rate: '21' }, { rate: '0', base: '107.00' }],
    });
  });

  it('is refused with a recargo at 0 % beside reverse charge alone, and states it beside another rate', () => {
    const zero = lineV2({ tax_rate: 0, equivalence_surcharge_rate: 0.26 });
    const earlier = (...lines: ReturnType<typeof lineV2>[]) => draft({ operation_date: '2024-11-15', lines });
    expect(refusalsOf(earlier(zero, lineV2(S2)))).toEqual(['lines not_allowed SII, TipoNoExenta']);
    expect(blockOf(earlier(lineV2(), zero, lineV2(S2))).taxed).toMatchObject({
      kind: 'S3',
      rows: [{ rate: '21' }, { rate: '0', surcharge: { amount: '0.26' } }, { rate: '0', tax: '0' }],
    });
  });

  it('has the recargo in the row of its rate, and rows of their own for other surcharges', () => {
    const rows = blockOf(
      draft({
        lines: [
          lineV2({ equivalence_surcharge_rate: 5.2 }),
          lineV2({ equivalence_surcharge_rate: 1.75 }),
          lineV2(),
        ],
      }),
    ).taxed?.rows;
    expect(rows).toEqual([
      { rate: '21', base: '100.00', tax: '21.00', surcharge: { rate: '5.2', amount: '5.20' } },
      { rate: '21', base: '100.00', tax: '21.00', surcharge: { rate: '1.75', amount: '1.75' } },
      { rate: '21', base: '100.00', tax: '21.00' },
    ]);
  });

  it('adds exemptions by cause, and both kinds of operations that are not subject', () => {
    const block = blockOf(
      draft({
        lines: [
          lineV2(exempt('E1')),
          lineV2(exempt('E6')),
          lineV2(exempt('E1')),
          lineV2(NOT_SUBJECT),
          lineV2(ELSEWHERE),
        ],
      }),
    );
    expect(block).toEqual({
      exempt: [
        { cause: 'E1', base: '200.00' },
        { cause: 'E6', base: '100.00' },
      ],
      taxed: null,
      otherwiseNotSubject: '100.00',
      locatedElsewhere: '100.00',
    });
  });

  it.each([
    ['IGIC', { tax_type: 'igic', tax_rate: 7 }],
    ['IPSI', { tax_type: 'psi', tax_rate: 4 }],
    ['regime 08', { tax_regime: '08', tax_rate: null }],
  ])(
    'has the base of %s as an operation located elsewhere, under key 08 and without its tax',
    (_what, tax) => {
      const invoice = invoiceOf(draft({ lines: [lineV2(tax)] }));
      expect(invoice).toMatchObject({ keys: ['08'], total: '100.00' });
      expect(blockOf(draft({ lines: [lineV2(tax)] }))).toMatchObject({
        taxed: null,
        locatedElsewhere: '100.00',
      });
    },
  );

  it('is one of the whole invoice also for a person outside the census, and for one without recipient', () => {
    const outside = { ...RECIPIENT_V2, document_type: 'not_registered', document_number: '12345678Z' };
    expect(invoiceOf(draft({ recipients: [outside] })).breakdown.kind).toBe('invoice');
    const simplified = draft({ invoice_type: 'F2', recipients: null });
    expect(invoiceOf(simplified)).toMatchObject({ counterparty: null, breakdown: { kind: 'invoice' } });
  });

  it('refuses more than six rates in a block, where VeriFactu takes twelve rows', () => {
    const rates = [0, 4, 10, 21].flatMap((rate) => [lineV2({ tax_rate: rate })]);
    const surcharges = (
      [
        [21, 5.2],
        [21, 1.75],
        [10, 1.4],
      ] as const
    ).map(([rate, surcharge]) => lineV2({ tax_rate: rate, equivalence_surcharge_rate: surcharge }));
    expect(refusalsOf(draft({ lines: [...rates, ...surcharges] }))).toEqual([
      'lines too_many SII, DetalleIVA',
    ]);
    expect(refusalsOf(draft({ lines: [...rates, ...surcharges.slice(1)] }))).toEqual(['drafted']);
  });
});

describe('the breakdown of an invoice for a recipient abroad, or with a NIF that begins with N', () => {
  it.each([FRENCH, CHILEAN, ENTITY_N])('divides goods and services: $document_number', (recipient) => {
    const lines = [
      lineV2({ supply: 'goods' }),
      lineV2({ supply: 'services', unit_price: 200 }),
      lineV2({ supply: 'services', tax_rate: 10 }),
    ];
    const { goods, services } = blocksOf(draft({ recipients: [recipient], lines }));
    expect(goods?.taxed).toEqual({ kind: 'S1', rows: [{ rate: '21', base: '100.00', tax: '21.00' }] });
    expect(services?.taxed).toEqual({
      kind: 'S1',
      rows: [
        { rate: '21', base: '200.00', tax: '42.00' },
        { rate: '10', base: '100.00', tax: '10.00' },
      ],
    });
  });

  it.each([
    ['an intra-Community supply is one of goods', [FRENCH], exempt('E5'), 'goods'],
    ['an export is one of goods', [CHILEAN], EXPORT, 'goods'],
    ['a customs operation is one of goods', [CHILEAN], exempt('E4'), 'goods'],
    ['an operation located elsewhere is a service', [FRENCH], ELSEWHERE, 'services'],
    [
      'a sale of the one-stop shop is one of goods',
      [{ ...CHILEAN, country_code: 'FR' }],
      { tax_type: 'oss', tax_country: 'FR', tax_rate: 20 },
      'goods',
    ],
  ])('takes for granted that %s', (_what, recipients, tax, supply) => {
    const blocks = blocksOf(draft({ recipients, lines: [lineV2(tax)] }));
    expect(Object.entries(blocks).flatMap(([name, block]) => (block === null ? [] : name))).toEqual([supply]);
  });

  it.each([
    ['an export of services', [CHILEAN], { ...EXPORT, supply: 'services' }, 'services'],
    ['goods located elsewhere', [FRENCH], { ...ELSEWHERE, supply: 'goods' }, 'goods'],
  ])('follows what the line states: %s', (_what, recipients, tax, supply) => {
    const blocks = blocksOf(draft({ recipients, lines: [lineV2(tax)] }));
    expect(Object.entries(blocks).flatMap(([name, block]) => (block === null ? [] : name))).toEqual([supply]);
  });

  it.each([
    ['a taxed operation', [FRENCH], {}],
    ['reverse charge', [FRENCH], S2],
    ['E1', [FRENCH], exempt('E1')],
    ['E6', [FRENCH], exempt('E6')],
    ['E3', [CHILEAN], { ...exempt('E3'), tax_regime: '02' }],
    ['what is not subject', [FRENCH], NOT_SUBJECT],
    ['the IGIC', [FRENCH], { tax_type: 'igic', tax_rate: 7 }],
  ])('asks what is supplied of %s', (_what, recipients, tax) => {
    expect(refusalsOf(draft({ recipients, lines: [lineV2(tax)] }))).toEqual([
      'lines[0].supply blank SII, TipoDesglose',
    ]);
    expect(refusalsOf(draft({ recipients, lines: [lineV2({ ...tax, supply: 'goods' })] }))).toEqual([
      'drafted',
    ]);
  });

  it('takes an invoice of version 1, which cannot state it, for services and warns of it', () => {
    const drafted = draftV1(buildInput({ ...AMERICAN, lines: [buildLine(), buildLine()] }));
    expect(blocksOf(drafted)).toMatchObject({ goods: null, services: { taxed: { kind: 'S1' } } });
    expect(
      drafted.kind === 'drafted' && drafted.warnings.map(({ field, code }) => `${field} ${code}`),
    ).toEqual(['lines[0].concept supply_assumed', 'lines[1].concept supply_assumed']);
  });

  it('refuses an intra-Community supply that is said to be a service', () => {
    const lines = [lineV2({ ...exempt('E5'), supply: 'services' })];
    expect(refusalsOf(draft({ recipients: [FRENCH], lines }))).toEqual([
      'lines[0].supply not_allowed LIVA, art. 25',
    ]);
  });

  it('has the recargo with goods, and refuses it on a service, for which the record has no place', () => {
    const tax = { equivalence_surcharge_rate: 5.2 };
    const of = (supply: string) => draft({ recipients: [FRENCH], lines: [lineV2({ ...tax, supply })] });
    expect(blocksOf(of('goods')).goods?.taxed?.rows[0]?.surcharge).toEqual({ rate: '5.2', amount: '5.20' });
    expect(refusalsOf(of('services'))).toEqual([
      'lines[0].equivalence_surcharge_rate not_allowed SII, TipoRecargoEquivalencia',
    ]);
  });

  it('divides an allowance that states nothing as the lines of its tax, and one that does by what it states', () => {
    const lines = [lineV2({ supply: 'goods', unit_price: 300 }), lineV2({ supply: 'services' })];
    const reduced = (supply?: string) =>
      blocksOf(
        draft({
          recipients: [FRENCH],
          lines,
          allowances: [
            { reason: 'Rappel', amount: 40, tax_rate: 21, ...(supply !== undefined && { supply }) },
          ],
        }),
      );
    const bases = ({ goods, services }: ReturnType<typeof reduced>) =>
      [goods, services].map((block) => block?.taxed?.rows[0]?.base);
    expect(bases(reduced())).toEqual(['270.00', '90.00']);
    expect(bases(reduced('services'))).toEqual(['300.00', '60.00']);
  });

  it('asks of a charge with a tax of its own what it supplies', () => {
    const charges = [{ reason: 'Transporte', amount: 10, tax_rate: 10 }];
    const lines = [lineV2({ supply: 'goods' })];
    expect(refusalsOf(draft({ recipients: [FRENCH], lines, charges }))).toEqual([
      'charges[0].supply blank SII, TipoDesglose',
    ]);
  });

  it('has six rates in each block', () => {
    const lines = (['goods', 'services'] as const).flatMap((supply) =>
      [0, 4, 10, 21].map((tax_rate) => lineV2({ tax_rate, supply })),
    );
    const { goods, services } = blocksOf(draft({ recipients: [FRENCH], lines }));
    expect([goods, services].map((block) => block?.taxed?.rows.length)).toEqual([4, 4]);
  });
});
