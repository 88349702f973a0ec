import { describe, expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { READINGS } from '../../src/client/internal/operations.ts';
import { readOutcome } from '../../src/client/internal/read-outcome.ts';
import { writeAnswer, writeConsultaAnswer, writeLine } from '../support/messages.ts';
import { measureLeastOwnShare } from '../support/own-share.ts';
import { openRawServer, writeHttp } from '../support/raw-server.ts';
import { everyNth, LONG } from '../../../../test/support/long.ts';

const QUERY = { issuer: { nif: 'B12345674', name: 'Empresa' }, period: '2026-11' };
const MIB = 1024 * 1024;
/** Rows of a page. A page of AEAT has at most 10,000. */
const ROWS = LONG ? 10_000 : 2000;
/** About as many tags and bytes as AEAT returns for one record. */
const DETAIL = Array.from(
  { length: 55 },
  (_none, index) => `<C:D${index}>importe ${index}</C:D${index}>`,
).join('');

function writeRows(count: number): string {
  return Array.from(
    { length: count },
    (_none, index) =>
      '<C:RegistroRespuestaConsultaFactuSistemaFacturacion><C:IDFactura><i:IDEmisorFactura>B12345674</i:IDEmisorFactura>' +
      `<i:NumSerieFactura>Ñ-${index}</i:NumSerieFactura><i:FechaExpedicionFactura>20-11-2026</i:FechaExpedicionFactura></C:IDFactura>` +
      `<C:DatosRegistroFacturacion><C:RefExterna>7-${index + 1}</C:RefExterna>${DETAIL}<C:Huella>${'A'.repeat(64)}</C:Huella></C:DatosRegistroFacturacion>` +
      '<C:EstadoRegistro><C:EstadoRegistro>Correcto</C:EstadoRegistro></C:EstadoRegistro></C:RegistroRespuestaConsultaFactuSistemaFacturacion>',
  ).join('');
}

const answerOf = (text: string) => ({ host: 'aeat.test', status: 200, headers: {}, body: Buffer.from(text) });

/** Removes the date, the host and the content type of an outcome. */
function withoutPlace(outcome: object): object {
  const place = /^\S+ answered \d+ bytes(?:, declared as [^:,]+)?/;
  const detail = 'detail' in outcome ? { detail: String(outcome.detail).replace(place, '') } : {};
  return { ...outcome, ...detail, serverDate: null };
}

describe('an answer of more than three megabytes', () => {
  it(
    'is read completely in another thread: a page of thousands of invoices',
    { timeout: 120_000 },
    async () => {
      const text = writeConsultaAnswer(writeRows(ROWS));
      expect(Buffer.byteLength(text)).toBeGreaterThan(ROWS * 1700);
      await using server = await openRawServer((socket) => socket.end(writeHttp(text)));
      await using client = openAeatClient({ url: server.url });
      const outcome = await client.consult(QUERY);
      expect(outcome).toMatchObject({ kind: 'answered', answer: { isWhole: true, nextPage: null } });
      if (outcome.kind !== 'answered') return;
      expect(outcome.answer.records).toHaveLength(ROWS);
      expect(outcome.answer.records.at(-1)).toMatchObject({
        number: `Ñ-${ROWS - 1}`,
        externalReference: `7-${ROWS}`,
      });
      // The other thread spends most of the processor time.
      expect(await measureLeastOwnShare(0.5, () => client.consult(QUERY))).toBeLessThan(0.5);
    },
  );

  const ANSWERS = [
    ['the answer to a query', 'consulta', writeConsultaAnswer(writeRows(3000))],
    [
      'the answer to a submission',
      'submission',
      writeAnswer(Array.from({ length: 12_000 }, () => writeLine())),
    ],
    ['a truncated answer to a query', 'consulta', writeConsultaAnswer(writeRows(3000)).slice(0, -30)],
    ['an HTML page as the answer to a query', 'consulta', `<html>${'x'.repeat(4 * MIB)}`],
    [
      'the answer to a submission as the answer to a query',
      'consulta',
      writeAnswer(Array.from({ length: 12_000 }, () => writeLine())),
    ],
    [
      'the answer to a submission with too many elements',
      'submission',
      writeAnswer(Array.from({ length: 200_000 }, () => '<a/>')),
    ],
    ['a text without tags', 'consulta', writeConsultaAnswer('x'.repeat(4 * MIB))],
  ] as const;
  it.each(everyNth(3, ANSWERS))(
    'gives the same outcome as on the event loop: %s',
    { timeout: 60_000 },
    async (_what, operation, text) => {
      await using server = await openRawServer((socket) => socket.end(writeHttp(text)));
      await using client = openAeatClient({ url: server.url });
      const outcome = await (operation === 'consulta'
        ? client.consult(QUERY)
        : client.submit(Buffer.from('<x/>')));
      const expected =
        operation === 'consulta'
          ? readOutcome({ answer: answerOf(text), failure: null }, READINGS.consulta)
          : readOutcome({ answer: answerOf(text), failure: null }, READINGS.submission);
      expect(withoutPlace(outcome)).toEqual(withoutPlace(expected));
    },
  );

  it('is abandoned when the client is closed while it is read', { timeout: 60_000 }, async () => {
    const text = writeConsultaAnswer(writeRows(3000));
    const isSent = Promise.withResolvers<void>();
    await using server = await openRawServer((socket) => socket.end(writeHttp(text), () => isSent.resolve()));
    const client = openAeatClient({ url: server.url });
    const outcome = client.consult(QUERY);
    await isSent.promise;
    await client[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ kind: 'unknown', reason: 'aborted', sent: true });
  });
});
