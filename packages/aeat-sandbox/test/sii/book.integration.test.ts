import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { textsOf } from '../support/sandbox.ts';
import { openSii, postSii, siiLinesOf, supply, withdraw } from './support/sii-sandbox.ts';
import { NAME, NOVEMBER, NOW, TAXPAYER, writeSupply } from './support/write-sii.ts';

const OCTOBER = { year: '2026', period: '10' };
const RENAMED = { invoice: { DescripcionOperacion: 'Material corregido', RefExterna: 'ref-2' } };

/** What may happen to the record of an invoice. */
const STEPS = {
  A0: (sandbox: AeatSandbox) => supply(sandbox, [{}]),
  A1: (sandbox: AeatSandbox) => supply(sandbox, [RENAMED], 'A1'),
  baja: (sandbox: AeatSandbox) => withdraw(sandbox, [{}]),
};
type Step = keyof typeof STEPS;

/** The last step of each history, and its result. */
const HISTORIES: readonly [history: readonly Step[], result: string, status: string | undefined][] = [
  [['A0'], 'Correcto', 'Correcta'],
  [['A1'], 'Incorrecto 3002', undefined],
  [['baja'], 'Incorrecto 3002', undefined],
  [['A0', 'A0'], 'Incorrecto 3000', 'Correcta'],
  [['A0', 'A1'], 'Correcto', 'Correcta'],
  [['A0', 'baja'], 'Correcto', 'Anulada'],
  [['A0', 'A1', 'A1'], 'Correcto', 'Correcta'],
  [['A0', 'A1', 'A0'], 'Incorrecto 3000', 'Correcta'],
  [['A0', 'baja', 'baja'], 'Incorrecto 3001', 'Anulada'],
  [['A0', 'baja', 'A1'], 'Incorrecto 3001', 'Anulada'],
  [['A0', 'baja', 'A0'], 'Correcto', 'Correcta'],
  [['A0', 'baja', 'A0', 'baja'], 'Correcto', 'Anulada'],
];

async function perform(sandbox: AeatSandbox, history: readonly Step[]): Promise<string> {
  let answer = '';
  for (const step of history) answer = await STEPS[step](sandbox);
  return answer;
}

describe('the book of issued invoices', () => {
  it.each(HISTORIES)('after %j answers %s and contains %s', async (history, result, status) => {
    await using sandbox = await openSii();
    const answer = await perform(sandbox, history);
    expect(siiLinesOf(answer)).toEqual([result]);
    const [entry] = sandbox.control.book();
    expect(entry?.status).toBe(status);
    expect(textsOf(answer, 'CSV')).toEqual(result === 'Correcto' ? [entry?.csv] : []);
    expect(textsOf(answer, 'NIFPresentador')).toEqual(result === 'Correcto' ? [TAXPAYER] : []);
  });

  it('keeps every version of a record, and shows the last', async () => {
    await using sandbox = await openSii();
    await perform(sandbox, ['A0', 'A1', 'baja']);
    expect(sandbox.control.book()).toMatchObject([
      {
        id: { nif: TAXPAYER, number: 'A/1', date: '20-11-2026' },
        status: 'Anulada',
        content: RENAMED.invoice,
        presentedAt: NOW,
        history: [
          { communication: 'A0', message: 1, content: { DescripcionOperacion: 'Material de oficina' } },
          { communication: 'A1', message: 2, content: RENAMED.invoice },
          { kind: 'withdrawal', message: 3, period: NOVEMBER },
        ],
      },
    ]);
  });

  it('replaces a record completely with an A1', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{ invoice: { VariosDestinatarios: 'S', RefExterna: 'ref-1' } }]);
    await supply(sandbox, [{ period: OCTOBER }], 'A1');
    const [entry] = sandbox.control.book();
    expect(entry?.period).toEqual(OCTOBER);
    expect(Object.keys(entry?.content ?? {})).not.toContain('VariosDestinatarios');
    expect(Object.keys(entry?.content ?? {})).not.toContain('RefExterna');
  });

  it('withdraws a record only from the period of its last movement', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{}]);
    expect(siiLinesOf(await withdraw(sandbox, [{ period: OCTOBER }]))).toEqual(['Incorrecto 3019']);
    await supply(sandbox, [{ period: OCTOBER }], 'A1');
    expect(siiLinesOf(await withdraw(sandbox, [{}]))).toEqual(['Incorrecto 3019']);
    expect(siiLinesOf(await withdraw(sandbox, [{ period: OCTOBER }]))).toEqual(['Correcto']);
  });

  it('refuses an A0 after a baja if the settings say so', async () => {
    await using sandbox = await openSii({ settings: { altaAfterBaja: 'refuse' } });
    const answer = await perform(sandbox, ['A0', 'baja', 'A0']);
    expect(siiLinesOf(answer)).toEqual(['Incorrecto 3000']);
    expect(textsOf(answer, 'EstadoRegistro')).toEqual(['Incorrecto', 'Anulada']);
  });

  it('tells a duplicate the state, and the error with which it was accepted', async () => {
    await using sandbox = await openSii();
    const draft = { invoice: { ImporteTotal: '200.00' } };
    expect(siiLinesOf(await supply(sandbox, [draft]))).toEqual(['AceptadoConErrores 2025']);
    const answer = await supply(sandbox, [draft]);
    expect(textsOf(answer, 'EstadoRegistro')).toEqual(['Incorrecto', 'AceptadaConErrores']);
    expect(textsOf(answer, 'CodigoErrorRegistro')).toEqual(['3000', '2025']);
  });

  it('distinguishes invoices by number, date and issuer, and judges a message in order', async () => {
    await using sandbox = await openSii();
    const drafts = [{ number: 'X' }, { number: 'X', date: '19-11-2026' }, { number: 'X' }, { number: 'x' }];
    const answer = await supply(sandbox, drafts);
    expect(siiLinesOf(answer)).toEqual(['Correcto', 'Correcto', 'Incorrecto 3000', 'Correcto']);
    expect(textsOf(answer, 'EstadoEnvio')).toEqual(['ParcialmenteCorrecto']);
    const other = writeSupply([{ number: 'X' }], { nif: 'A12345674' });
    expect(siiLinesOf((await postSii(sandbox, other)).text)).toEqual(['Correcto']);
    expect(sandbox.control.book()).toHaveLength(4);
  });

  it('answers 10,000 records', { timeout: 120_000 }, async () => {
    await using sandbox = await openSii();
    const answer = await supply(
      sandbox,
      Array.from({ length: 10_000 }, () => ({})),
    );
    expect(new Set(siiLinesOf(answer))).toEqual(new Set(['Correcto']));
    expect(sandbox.control.book()).toHaveLength(10_000);
  });

  it('changes nothing where a record or the whole message is refused', async () => {
    await using sandbox = await openSii();
    await supply(sandbox, [{}]);
    const before = sandbox.control.book();
    await supply(sandbox, [{ invoice: { TipoFactura: 'F5' } }], 'A1');
    await supply(sandbox, [{ invoice: { TipoDesglose: {} } }], 'A1');
    expect(sandbox.control.book()).toEqual(before);
  });
});

describe('a message to SII', () => {
  it.each([
    ['another version', (message: string) => message.replace('>1.1<', '>1.0<'), 4100],
    ['another communication', (message: string) => message.replace('>A0<', '>A9<'), 4101],
    ['a malformed NIF', (message: string) => message.replaceAll(TAXPAYER, 'B12345675'), 4122],
    ['a NIF that is not in the census', (message: string) => message.replaceAll(TAXPAYER, 'B87654323'), 4104],
    ['a minor without representative', (message: string) => message.replaceAll(TAXPAYER, 'K1234567L'), 4105],
    [
      'an unknown element',
      (message: string) =>
        message.replaceAll('SuministroLRFacturasEmitidas', 'SuministroLRFacturasRecibidas'),
      4108,
    ],
    [
      'the element of the other address',
      (message: string) => message.replaceAll('SuministroLRFacturasEmitidas', 'SuministroLRCobrosEmitidas'),
      4124,
    ],
    ['broken XML', (message: string) => message.slice(0, -5), 4103],
    ['nothing', () => '', 4103],
    [
      'a missing element',
      (message: string) => message.replace(/<sii:DescripcionOperacion>.*?<\/sii:DescripcionOperacion>/, ''),
      4102,
    ],
  ])('with %s gets a fault', async (_what, change, code) => {
    await using sandbox = await openSii({
      census: { unknown: ['B87654323'], taxpayers: [{ nif: 'K1234567L', name: NAME }] },
    });
    const { status, text } = await postSii(sandbox, change(writeSupply([{}])));
    expect(status).toBe(200);
    expect(textsOf(text, 'faultstring')[0]).toMatch(new RegExp(`^Codigo\\[${code}\\]\\.`));
    expect(textsOf(text, 'faultcode')).toEqual([code === 4103 ? 'env:Server' : 'env:Client']);
    expect(sandbox.control.messages()).toMatchObject([{ fault: { code }, lines: [], csv: null }]);
  });

  it.each([
    ['nobody is listed', undefined, undefined],
    ['it is listed', [{ nif: TAXPAYER, period: 'month' as const, from: '2026-01-01' }], undefined],
    [
      'it was listed',
      [{ nif: TAXPAYER, period: 'month' as const, from: '2026-01-01', until: '2026-11-20' }],
      undefined,
    ],
    ['it will be listed', [{ nif: TAXPAYER, period: 'month' as const, from: '2026-12-01' }], 'Codigo[4118]'],
    [
      'only others are listed',
      [{ nif: 'A12345674', period: 'month' as const, from: '2026-01-01' }],
      'Codigo[4118]',
    ],
  ])('is refused for a taxpayer outside SII: %s', async (_what, sii, fault) => {
    await using sandbox = await openSii({ census: sii ? { sii } : {} });
    const answer = await supply(sandbox, [{}]);
    expect(textsOf(answer, 'faultstring')[0]?.slice(0, 12)).toBe(fault);
  });

  it('states a period that the taxpayer settles by', async () => {
    const sii = [
      { nif: TAXPAYER, period: 'quarter' as const, from: '2026-01-01', until: '2026-09-30' },
      { nif: TAXPAYER, period: 'month' as const, from: '2026-10-01' },
    ];
    await using sandbox = await openSii({ census: { sii } });
    const periods = ['1T', '02', '3T', '4T', '10', '11'].map((period) => ({
      period: { year: '2026', period },
    }));
    expect(siiLinesOf(await supply(sandbox, periods))).toEqual([
      'Correcto',
      'Incorrecto 1200',
      'Correcto',
      'Incorrecto 1200',
      'Correcto',
      'Correcto',
    ]);
  });
});
