import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureRemission } from '#src/operate/chains/remissions.ts';
import { markChains } from '#src/platform/postgres/lineage/restores.ts';
import { openRawServer, writeHttp } from '../../packages/verifactu/test/support/raw-server.ts';
import { writeConsultaAnswer } from '../../packages/verifactu/test/support/messages.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

/*
 * AEAT's register returns answers that cannot be read. The engine must not interpret any of them as
 * "nothing is registered" or "AEAT has no other records".
 */
const ID =
  '<i:IDEmisorFactura>B12345674</i:IDEmisorFactura><i:NumSerieFactura>STRANGE</i:NumSerieFactura>' +
  '<i:FechaExpedicionFactura>20-11-2026</i:FechaExpedicionFactura>';
const ROW = 'C:RegistroRespuestaConsultaFactuSistemaFacturacion';
const row = (state: string, reference = 'x') =>
  `<${ROW}><C:IDFactura>${ID}</C:IDFactura><C:DatosRegistroFacturacion><C:RefExterna>${reference}</C:RefExterna></C:DatosRegistroFacturacion>` +
  `<C:EstadoRegistro><C:EstadoRegistro>${state}</C:EstadoRegistro></C:EstadoRegistro></${ROW}>`;
const empty = writeConsultaAnswer('');

const PART = "AEAT's answer could not be read: a part of it is missing or unknown";
/** [the error of an answer, the answer, the message to the operator]. */
const UNREADABLE: [string, string, string][] = [
  ['an unknown state', writeConsultaAnswer(row('Perdido')), PART],
  [
    'an invoice without a valid date',
    writeConsultaAnswer(row('Correcto').replace('20-11-2026', 'ayer')),
    PART,
  ],
  ['ConDatos without an invoice', empty.replace('SinDatos', 'ConDatos'), PART],
  ['an empty IndicadorPaginacion', empty.replace('>N<', '><'), PART],
  ['a next page without its key', writeConsultaAnswer(row('Correcto'), { hasMore: true }), PART],
  [
    'the same page again and again',
    writeConsultaAnswer(row('Correcto'), {
      hasMore: true,
      next: `<C:ClavePaginacion>${ID}</C:ClavePaginacion>`,
    }),
    'AEAT shows the same page of its register again and again',
  ],
  // RefExterna as in the first chain of a database. Without the huella it may be another record.
  [
    'a record of ours without its huella',
    writeConsultaAnswer(row('Correcto', '1-1')),
    'AEAT showed our record 1 without its huella',
  ],
  ['a page of HTML', '<html><body>Fuera de servicio</body></html>', "AEAT's answer could not be read: "],
];

describe('an unreadable register of AEAT', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  it('keeps a restored chain suspended until the register can be read', async () => {
    await issueBatch(test.api, test.organization, 2, 'R');
    const chainId = await test.chainOf();
    expect(chainId).toBe(1);
    await test.remit(chainId);
    await markChains(test.pool, test.api.clock.now, chainId);
    const measure = () => measureRemission(test.pool, test.api.clock.now);
    expect(await measure()).toMatchObject({ uncompared: 1, uncomparedSeconds: 0 });
    let waited = 0;
    for (const [what, answer, why] of UNREADABLE) {
      await using server = await openRawServer((socket) => socket.end(writeHttp(answer)));
      test.pass(60);
      waited += 60;
      const result = await test.remit(chainId, undefined, server.url);
      expect([what, result]).toMatchObject([what, { kind: 'wait', why: expect.stringContaining(why) }]);
      expect(await measure()).toMatchObject({ uncompared: 1, uncomparedSeconds: waited });
      expect(server.requests.length).toBeGreaterThan(0);
      expect(await test.read('select 1 from remissions where compare_since is not null')).toHaveLength(1);
    }
    test.pass(60);
    expect(await test.remit(chainId, undefined, 'http://127.0.0.1:1')).toMatchObject({
      why: expect.stringContaining('AEAT cannot be reached: connect ECONNREFUSED'),
    });
    test.pass(60);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'nothing' });
    expect(await measure()).toMatchObject({ uncompared: 0, uncomparedSeconds: 0 });
    expect(await test.read('select 1 from remissions where compare_since is not null')).toEqual([]);
  });

  it.each([
    ['one by one', 1],
    ['by their day', 5],
  ])('never causes the rejection of a duplicate (records looked up %s)', async (_how, count) => {
    const batchId = await issueBatch(test.api, test.organization, count, 'D');
    const chainId = await test.chainOf();
    // The stand-in has registered the records and the answer was lost: from now on AEAT reports
    // duplicates.
    test.sandbox.control.addFaults({ kind: 'reset', when: 'after', count: 1 });
    await test.remit(chainId);
    const lookUp = async (answer: string) => {
      const remissions = new URL(test.sandbox.url);
      await using server = await openRawServer((socket, request) => {
        const isQuery = request.includes('ConsultaFactuSistemaFacturacion');
        void (isQuery ? Promise.resolve(answer) : forward(remissions, request)).then((body) =>
          socket.end(writeHttp(body)),
        );
      });
      return await test.remit(chainId, undefined, server.url);
    };
    for (let tries = 0; tries < 7; tries += 1) {
      test.pass(3600);
      const [, answer] = UNREADABLE[tries % 5]!;
      expect(await lookUp(answer)).toMatchObject({ answered: 0, isComplete: false });
    }
    expect(new Set(await test.states(batchId))).toEqual(new Set(['remission']));
    test.pass(3600);
    expect(await test.remit(chainId)).toMatchObject({ answered: count, isComplete: true });
    expect(new Set(await test.states(batchId))).toEqual(new Set(['accepted']));
  });
});

/** Forwards the message of a request to the stand-in. @returns its answer. */
async function forward(to: URL, request: string): Promise<string> {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const [, path = '/'] = head.split(' ');
  const soapAction = /^soapaction: (.*)$/im.exec(head)?.[1]?.trim() ?? '""';
  const answer = await fetch(new URL(path, to), {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: soapAction },
    body,
  });
  return answer.text();
}
