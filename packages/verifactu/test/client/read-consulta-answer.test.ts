import { describe, expect, it } from 'vitest';
import { CONSULTA_ANSWER, readConsultaAnswer } from '../../src/client/internal/read-consulta-answer.ts';
import { readSoapBody } from '../../src/client/internal/read-soap-body.ts';
import type { ConsultaAnswer } from 'verifactu-protocol/remission/answer';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';
import { writeConsultaAnswer } from '../support/messages.ts';

function read(text: string): ConsultaAnswer {
  const body = readSoapBody(text, CONSULTA_ANSWER, 100_000);
  if (body.kind !== 'content') throw new Error(JSON.stringify(body));
  return readConsultaAnswer(body.element);
}

const ID =
  '<i:IDEmisorFactura>B12345674</i:IDEmisorFactura><i:NumSerieFactura>A/1</i:NumSerieFactura>' +
  '<i:FechaExpedicionFactura>20-11-2026</i:FechaExpedicionFactura>';
const IDENTITY = { issuerNif: 'B12345674', number: 'A/1', issueDate: '2026-11-20' };
const ROW = 'C:RegistroRespuestaConsultaFactuSistemaFacturacion';

function writeRow(state: string, data = ''): string {
  return (
    `<${ROW}><C:IDFactura>${ID}</C:IDFactura><C:DatosRegistroFacturacion>${data}</C:DatosRegistroFacturacion>` +
    `<C:EstadoRegistro><C:EstadoRegistro>${state}</C:EstadoRegistro></C:EstadoRegistro></${ROW}>`
  );
}

describe('an answer to a query', () => {
  it('has no records when AEAT has no data', () => {
    expect(read(writeConsultaAnswer(''))).toEqual({ records: [], nextPage: null, isWhole: true });
  });

  it.each([
    ['Correcto', 'accepted'],
    ['Correcta', 'accepted'],
    ['AceptadoConErrores', 'accepted_with_errors'],
    ['AceptadaConErrores', 'accepted_with_errors'],
    ['Anulado', 'annulled'],
    ['Anulada', 'annulled'],
  ])('reads the state %s as %s', (word, state) => {
    const data =
      '<C:RefExterna>17</C:RefExterna><C:Encadenamiento><C:RegistroAnterior><i:Huella>OTHER</i:Huella></C:RegistroAnterior></C:Encadenamiento><C:Huella>OWN</C:Huella>';
    expect(read(writeConsultaAnswer(writeRow(word, data))).records).toEqual([
      {
        ...IDENTITY,
        externalReference: '17',
        installationNumber: null,
        hash: 'OWN',
        state,
        code: null,
        text: null,
      },
    ]);
  });

  it('is incomplete when the state of an invoice is unknown', () => {
    const answer = read(writeConsultaAnswer(writeRow('Perdido') + writeRow('Correcto')));
    expect(answer).toMatchObject({
      isWhole: false,
      records: [{ hash: null, externalReference: null }],
    });
  });

  const right = writeConsultaAnswer(writeRow('Correcto'));
  const empty = writeConsultaAnswer('');
  const more = writeConsultaAnswer(writeRow('Correcto'), {
    hasMore: true,
    next: `<C:ClavePaginacion>${ID}</C:ClavePaginacion>`,
  });
  it.each<[string, string]>([
    ['an unknown IndicadorPaginacion', right.replace('>N<', '>X<')],
    ['no IndicadorPaginacion', right.replace(/<C:IndicadorPaginacion>.*?<\/C:IndicadorPaginacion>/, '')],
    ['a next page without its key', more.replace(/<C:ClavePaginacion>.*<\/C:ClavePaginacion>/, '')],
    ['a next page with half a key', more.replace(/(<C:ClavePaginacion>.*?)20-11-2026/, '$1')],
    ['an unknown ResultadoConsulta', right.replace('ConDatos', 'Quizas')],
    ['no ResultadoConsulta', empty.replace(/<C:ResultadoConsulta>.*?<\/C:ResultadoConsulta>/, '')],
    ['ConDatos without an invoice', empty.replace('SinDatos', 'ConDatos')],
    ['SinDatos with an invoice', right.replace('ConDatos', 'SinDatos')],
    ['an invoice without a valid date', right.replace('20-11-2026', '2026-11-20')],
    ['an invoice without a number', right.replace(/<i:NumSerieFactura>.*?<\/i:NumSerieFactura>/, '')],
    ['an invoice without its identity', right.replace(/<C:IDFactura>.*?<\/C:IDFactura>/, '')],
  ])('is incomplete with %s, because the register may contain more than it shows', (_what, text) => {
    expect([right, empty, more].map((each) => read(each).isWhole)).toEqual([true, true, true]);
    expect(read(text).isWhole).toBe(false);
  });

  it('has a next page only when IndicadorPaginacion announces one', () => {
    const next = `<C:ClavePaginacion>${ID}</C:ClavePaginacion>`;
    expect(read(writeConsultaAnswer(writeRow('Correcto'), { hasMore: true, next })).nextPage).toEqual(
      IDENTITY,
    );
    expect(read(writeConsultaAnswer(writeRow('Correcto'), { hasMore: false, next })).nextPage).toBeNull();
  });
});

describe.skipIf(!hasSharedFacts)(
  "AEAT's sample answer to a query (skipped where ../shared/verifactu is absent)",
  () => {
    it('is read: 18-consulta', () => {
      const { records, ...rest } = read(readShared('samples/18-consulta.response.xml'));
      expect(rest).toEqual({ nextPage: null, isWhole: true });
      expect(records.map(({ number, state, code }) => [number, state, code])).toEqual([
        ['PRU-20260801-0004', 'accepted', null],
        ['PRU-20260801-0003', 'accepted', null],
        ['PRU-20260801-0001', 'accepted', null],
        ['PRU-20260801-0002', 'accepted_with_errors', 2007],
      ]);
      expect(records[1]?.hash).toBe('81050190F9B2057B3E83C8A09F7C1B05FA99DF52D4859EEF96C57031DFD7AA8F');
    });
  },
);
