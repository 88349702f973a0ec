import { describe, expect, it } from 'vitest';
import { ISSUER } from './support/records.ts';
import { chainOf, linesOf, openSandbox, send, textsOf, type Draft } from './support/sandbox.ts';

const ID = { id: { nif: ISSUER, number: 'A/1', date: '20-11-2026' } };
const ALTA: Draft = ID;
const ANULACION: Draft = { kind: 'Anulacion', ...ID };
/** The state of the invoice at AEAT before the record. */
const STATES = { none: [], alta: [ALTA], annulled: [ALTA, ANULACION] } as const;
type Row = readonly [operation: string, record: Draft, none: number, alta: number, annulled: number];

/**
 * The matrix of operations: the error with which each kind of record is refused in each state; 0
 * means that it is accepted.
 */
const MATRIX: readonly Row[] = [
  ['an alta', ALTA, 0, 3000, 3000],
  ['an alta with N and N', { ...ID, subsanacion: 'N', rechazoPrevio: 'N' }, 0, 3000, 3000],
  ['an alta after a rejection', { ...ID, subsanacion: 'S', rechazoPrevio: 'X' }, 0, 3000, 3000],
  ['a subsanación', { ...ID, subsanacion: 'S' }, 3002, 0, 0],
  ['a subsanación after a rejected one', { ...ID, subsanacion: 'S', rechazoPrevio: 'S' }, 3002, 0, 0],
  ['an anulación', ANULACION, 3002, 0, 3001],
  ['an anulación after a rejected one', { ...ANULACION, rechazoPrevio: 'S' }, 3002, 0, 0],
  ['an anulación without record', { ...ANULACION, sinRegistroPrevio: 'S' }, 0, 3000, 3001],
];

describe('the state of an invoice', () => {
  it.each(MATRIX)('determines the answer to %s', async (_operation, record, ...expected) => {
    await using sandbox = await openSandbox();
    const answers: (string | undefined)[] = [];
    for (const before of Object.values(STATES)) {
      sandbox.control.reset();
      // One record comes first, because none of the tested records may be the first of its chain.
      const { text } = await send(sandbox, chainOf([{ id: { ...ID.id, number: 'A/0' } }, ...before, record]));
      answers.push(linesOf(text).at(-1));
    }
    expect(answers).toEqual(expected.map((code) => (code === 0 ? 'Correcto' : `Incorrecto ${code}`)));
  });

  it('allows a second annulment to replace the first if configured, as in AEAT’s matrix', async () => {
    await using sandbox = await openSandbox({ settings: { repeatedAnnulments: 'accept' } });
    const { text } = await send(sandbox, chainOf([ALTA, ANULACION, { ...ANULACION, refExterna: 'again' }]));
    expect(linesOf(text)).toEqual(['Correcto', 'Correcto', 'Correcto']);
  });

  it.each([
    ['Correcta', {}, [] as string[]],
    ['AceptadaConErrores', { total: '900.00' }, ['2005']],
  ] as const)('reports to a duplicate that the registered record is %s', async (state, changes, codes) => {
    await using sandbox = await openSandbox();
    const records = chainOf([{ ...ID, ...changes }]);
    await send(sandbox, records);
    const { text } = await send(sandbox, records);
    expect(linesOf(text)).toEqual(['Incorrecto 3000']);
    expect(textsOf(text, 'EstadoRegistroDuplicado')).toEqual([state]);
    expect(textsOf(text, 'CodigoErrorRegistro')).toEqual(['3000', ...codes]);
    expect(textsOf(text, 'IdPeticionRegistroDuplicado')[0]).toMatch(/^20261120101530\d{6}$/);
    expect(textsOf(text, 'CSV')).toEqual([]);
    expect(textsOf(text, 'NIFPresentador')).toEqual([]);
  });

  it('reports to a duplicate that the invoice is annulled', async () => {
    await using sandbox = await openSandbox();
    const [alta, ...rest] = chainOf([ALTA, ANULACION]);
    await send(sandbox, [alta!, ...rest]);
    const { text } = await send(sandbox, [alta!]);
    expect(textsOf(text, 'EstadoRegistroDuplicado')).toEqual(['Anulada']);
  });

  it('is separate for each invoice number and date', async () => {
    await using sandbox = await openSandbox();
    const { text } = await send(sandbox, chainOf([ALTA, { id: { ...ID.id, date: '19-11-2026' } }]));
    expect(linesOf(text)).toEqual(['Correcto', 'Correcto']);
  });
});

describe('an answer', () => {
  it('summarizes its lines', async () => {
    await using sandbox = await openSandbox();
    const bad: Draft = { type: 'R1' };
    const warned: Draft = { total: '900.00' };
    const summaries: string[][] = [];
    for (const drafts of [[{}, {}], [{}, warned], [{}, bad], [bad, bad], [warned]]) {
      sandbox.control.reset();
      const { text } = await send(sandbox, chainOf(drafts));
      summaries.push([...textsOf(text, 'EstadoEnvio'), String(textsOf(text, 'CSV').length)]);
    }
    expect(summaries).toEqual([
      ['Correcto', '1'],
      ['ParcialmenteCorrecto', '1'],
      ['ParcialmenteCorrecto', '1'],
      ['Incorrecto', '0'],
      ['ParcialmenteCorrecto', '1'],
    ]);
  });

  it('contains the identification of each record', async () => {
    await using sandbox = await openSandbox();
    const [, record] = chainOf([
      {},
      { id: { nif: ISSUER, number: 'A & <B>', date: '20-11-2026' }, refExterna: 'x&y' },
    ]);
    const text = (
      await send(
        sandbox,
        chainOf([{ id: { ...record!.id, number: 'A & B' }, refExterna: 'x&y', subsanacion: 'N' }]),
      )
    ).text;
    expect(text).toContain('<tik:NumSerieFactura>A &amp; B</tik:NumSerieFactura>');
    expect(text).toContain(
      '<tikR:Operacion><tik:TipoOperacion>Alta</tik:TipoOperacion><tik:Subsanacion>N</tik:Subsanacion></tikR:Operacion><tikR:RefExterna>x&amp;y</tikR:RefExterna>',
    );
  });
});
