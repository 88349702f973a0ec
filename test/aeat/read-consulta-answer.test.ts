import { describe, expect, it } from 'vitest';
import { CONSULTA_ANSWER, readConsultaAnswer } from '../../src/aeat/read-consulta-answer.ts';
import { readSoapBody } from '../../src/aeat/read-soap-body.ts';
import type { ConsultaAnswer } from '../../src/domain/verifactu/answer.ts';
import { hasSharedFacts, readShared, warnWithoutSharedFacts } from '../domain/support/shared-facts.ts';
import { writeConsultaAnswer } from './support/messages.ts';

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
  it('without data has no records', () => {
    expect(read(writeConsultaAnswer(''))).toEqual({ records: [], nextPage: null, unreadableRecords: 0 });
  });

  it.each([
    ['Correcto', 'accepted'],
    ['Correcta', 'accepted'],
    ['AceptadoConErrores', 'accepted_with_errors'],
    ['AceptadaConErrores', 'accepted_with_errors'],
    ['Anulado', 'annulled'],
    ['Anulada', 'annulled'],
  ])('calls an invoice that is %s %s', (word, state) => {
    const data =
      '<C:RefExterna>17</C:RefExterna><C:Encadenamiento><C:RegistroAnterior><i:Huella>OTHER</i:Huella></C:RegistroAnterior></C:Encadenamiento><C:Huella>OWN</C:Huella>';
    expect(read(writeConsultaAnswer(writeRow(word, data))).records).toEqual([
      { ...IDENTITY, externalReference: '17', hash: 'OWN', state, code: null, text: null },
    ]);
  });

  it('counts the invoices without a known state', () => {
    const answer = read(writeConsultaAnswer(writeRow('Perdido') + writeRow('Correcto')));
    expect(answer).toMatchObject({
      unreadableRecords: 1,
      records: [{ hash: null, externalReference: null }],
    });
  });

  it('tells the next page only where there is one', () => {
    const next = `<C:ClavePaginacion>${ID}</C:ClavePaginacion>`;
    expect(read(writeConsultaAnswer(writeRow('Correcto'), { hasMore: true, next })).nextPage).toEqual(
      IDENTITY,
    );
    expect(read(writeConsultaAnswer(writeRow('Correcto'), { hasMore: false, next })).nextPage).toBeNull();
  });
});

warnWithoutSharedFacts("AEAT's answer to a query");
describe.skipIf(!hasSharedFacts)("AEAT's own answer (skipped where ../shared/verifactu is absent)", () => {
  it('18-consulta is read', () => {
    const { records, ...rest } = read(readShared('samples/18-consulta.response.xml'));
    expect(rest).toEqual({ nextPage: null, unreadableRecords: 0 });
    expect(records.map(({ number, state, code }) => [number, state, code])).toEqual([
      ['PRU-20260801-0004', 'accepted', null],
      ['PRU-20260801-0003', 'accepted', null],
      ['PRU-20260801-0001', 'accepted', null],
      ['PRU-20260801-0002', 'accepted_with_errors', 2007],
    ]);
    expect(records[1]?.hash).toBe('81050190F9B2057B3E83C8A09F7C1B05FA99DF52D4859EEF96C57031DFD7AA8F');
  });
});
