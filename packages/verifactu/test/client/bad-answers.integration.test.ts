import type { Socket } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAeatClient, type AeatClientOptions } from 'verifactu-protocol/client/open-aeat-client';
import type { SubmitOutcome } from 'verifactu-protocol/client/outcome';
import { openImpatientServer, openRawServer, writeHttp } from '../support/raw-server.ts';
import { writeAnswer, writeConsultaAnswer, writeFault, writeLine } from '../support/messages.ts';
import { runsOf } from '../../../../test/support/long.ts';

const ENVELOPE = Buffer.from('<soapenv:Envelope>ñ</soapenv:Envelope>');
const ANSWER = writeAnswer([writeLine()]);
const SERVER_DATE = new Date('2026-11-20T09:15:31Z');
const MIB = 1024 * 1024;

async function submitTo(
  respond: (socket: Socket) => void,
  options: Partial<AeatClientOptions> = {},
): Promise<SubmitOutcome> {
  await using server = await openRawServer(respond);
  await using client = openAeatClient({ url: server.url, timeoutMs: 20_000, ...options });
  return await client.submit(ENVELOPE);
}

describe('a submission', () => {
  it('sends the envelope unchanged in one POST that conforms to SOAP 1.1', async () => {
    await using server = await openRawServer((socket) => socket.end(writeHttp(ANSWER)));
    await using client = openAeatClient({ url: server.url });
    const outcome = await client.submit(ENVELOPE);
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 200,
      serverDate: SERVER_DATE,
      raw: ANSWER,
      answer: { csv: 'A-TEST000000001', waitSeconds: 60, lines: [{ number: 'A/1', status: 'accepted' }] },
    });
    expect(server.connections).toBe(1);
    const [request = ''] = server.requests;
    const [head = '', body] = request.split('\r\n\r\n');
    expect(body).toBe(ENVELOPE.toString());
    const [start, ...fields] = head.split('\r\n');
    expect(start).toBe('POST /wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP HTTP/1.1');
    expect(fields.map((field) => field.toLowerCase())).toEqual(
      expect.arrayContaining([
        'soapaction: ""',
        'content-type: text/xml; charset=utf-8',
        `content-length: ${ENVELOPE.length}`,
        'accept-encoding: identity',
        'connection: close',
        `host: 127.0.0.1:${server.port}`,
      ]),
    );
  });

  it.each([
    ['500', '500 Internal Server Error'],
    ['200', '200 OK'],
    ['400', '400 Bad Request'],
  ])('reports a SOAP fault as a fault when the HTTP status is %s', async (status, line) => {
    const fault = writeFault('env:Client', 'Codigo[4104].Error en la cabecera');
    expect(await submitTo((socket) => socket.end(writeHttp(fault, line)))).toEqual({
      kind: 'fault',
      fault: { side: 'client', code: 4104, text: 'Error en la cabecera' },
      status: Number(status),
      serverDate: SERVER_DATE,
      raw: fault,
    });
  });

  const page = '<!DOCTYPE html><html><body>No disponible</body></html>';
  const html = { 'content-type': 'text/html' };
  it.each<[what: string, bytes: string, reason: string, status: number | null]>([
    ['an HTML page', writeHttp(page, '200 OK', html), 'not_xml', 200],
    ['an empty body', writeHttp(''), 'not_xml', 200],
    ['an HTML page with status 503', writeHttp(page, '503 Service Unavailable', html), 'http_status', 503],
    ['an HTML page with status 403', writeHttp(page, '403 Forbidden', html), 'http_status', 403],
    ['a valid answer with status 500', writeHttp(ANSWER, '500 Oops'), 'http_status', 500],
    ['status 202', writeHttp('', '202 Accepted'), 'http_status', 202],
    ['status 204', 'HTTP/1.1 204 No Content\r\n\r\n', 'http_status', 204],
    [
      'status 302',
      writeHttp(page, '302 Found', { location: 'http://127.0.0.1:1/erro4033.html' }),
      'redirected',
      302,
    ],
    ['status 301 with a valid answer', writeHttp(ANSWER, '301 Moved', { location: '/' }), 'redirected', 301],
    ['status 304', 'HTTP/1.1 304 Not Modified\r\n\r\n', 'redirected', 304],
    ['another namespace', writeHttp(ANSWER.replaceAll('/tike/', '/tikeV9/')), 'wrong_namespace', 200],
    ['the answer to a query', writeHttp(writeConsultaAnswer('')), 'wrong_namespace', 200],
    ['half the XML', writeHttp(ANSWER.slice(0, 500)), 'truncated', 200],
    ['fewer bytes than announced', writeHttp(ANSWER).slice(0, -9), 'truncated', 200],
    [
      'a broken chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n<env:\r\nzz\r\n',
      'truncated',
      200,
    ],
    ['compressed bytes', writeHttp(ANSWER, '200 OK', { 'content-encoding': 'gzip' }), 'not_xml', 200],
    ['a line of SMTP', '220 smtp.example ESMTP\r\n', 'not_http', null],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 'not_http', null],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'reset',
      null,
    ],
    ['a closed connection', '', 'reset', null],
  ])('reports an unknown outcome when the server answers with %s', async (_what, bytes, reason, status) => {
    expect(await submitTo((socket) => socket.end(bytes))).toMatchObject({
      kind: 'unknown',
      reason,
      status,
      sent: true,
      detail: expect.stringMatching(/./),
    });
  });

  it('reports an unknown outcome when the server resets the connection', async () => {
    const outcome = await submitTo((socket) => socket.resetAndDestroy());
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'reset', sent: true, raw: null });
  });

  it('keeps the bytes that it received of a truncated answer', async () => {
    const outcome = await submitTo((socket) => socket.end(writeHttp(ANSWER).slice(0, -9)));
    expect(outcome).toMatchObject({ raw: ANSWER.slice(0, -9), serverDate: SERVER_DATE });
  });

  it.each([
    ['U+0000', ANSWER.replace('Cañas', 'Ca\0as'), ANSWER.replace('Cañas', 'Ca\uFFFDas')],
    ['a second declaration', ANSWER.replace('<R:CSV>', '<?xml version="1.0"?>$&'), null],
    ['"]]>" in a text', ANSWER.replace('Cañas', 'Ca]]>as'), null],
  ])('reports an unknown outcome for XML that is not well-formed: %s', async (_what, answer, kept) => {
    expect(await submitTo((socket) => socket.end(writeHttp(answer)))).toMatchObject({
      kind: 'unknown',
      reason: 'not_xml',
      status: 200,
      sent: true,
      raw: kept ?? answer,
    });
  });

  it('does not follow a redirect and reports its location', async () => {
    await using elsewhere = await openRawServer((socket) => socket.end(writeHttp(ANSWER)));
    const location = `${elsewhere.url}/erro4033.html`;
    const outcome = await submitTo((socket) => socket.end(writeHttp('', '307 Elsewhere', { location })));
    expect(outcome).toMatchObject({ reason: 'redirected', detail: expect.stringContaining(location) });
    expect(elsewhere.connections).toBe(0);
  });

  it('reports that nothing was sent when the port is closed', async () => {
    const server = await openRawServer(() => {});
    await server[Symbol.asyncDispose]();
    for (const url of [server.url, `http://localhost:${server.port}`]) {
      await using client = openAeatClient({ url });
      expect(await client.submit(ENVELOPE)).toMatchObject({
        kind: 'unknown',
        reason: 'refused',
        sent: false,
        status: null,
        detail: expect.stringContaining(`connect ECONNREFUSED 127.0.0.1:${server.port}`),
      });
    }
  });

  it('returns an answer that arrives before the server has read the whole message', async () => {
    await using server = await openImpatientServer(writeHttp('', '302 Found', { location: '/error.html' }));
    await using client = openAeatClient({ url: server.url, timeoutMs: 20_000 });
    const outcome = await client.submit(Buffer.alloc(8 * MIB, 'x'));
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'redirected', status: 302 });
  });

  it('has an outcome for any bytes that the server returns', async () => {
    let bytes = Buffer.alloc(0);
    await using server = await openRawServer((socket) => socket.end(bytes));
    await using client = openAeatClient({ url: server.url, timeoutMs: 20_000 });
    const whole = Buffer.from(writeHttp(ANSWER));
    const damaged = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
      .map((changes) => {
        const copy = Buffer.from(whole);
        for (const [at, byte] of changes) copy[at] = byte;
        return copy;
      });
    const garbage = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, garbage), async (sent) => {
        bytes = sent;
        const outcome = await client.submit(ENVELOPE);
        expect(['answered', 'fault', 'unknown']).toContain(outcome.kind);
      }),
      { numRuns: runsOf(200) },
    );
  });
});

describe('the size limit of an answer [B34]', () => {
  /** Writes pieces until the client closes the connection. */
  function pour(socket: Socket, piece: Buffer): () => number {
    let poured = 0;
    const more = () => {
      while (!socket.destroyed && poured < 512 * MIB) {
        poured += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    more();
    return () => poured;
  }

  it('stops reading when the answer exceeds it', async () => {
    let poured = () => 0;
    const outcome = await submitTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n<env:Envelope>');
      poured = pour(socket, Buffer.alloc(MIB, ' '));
    });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'too_large', status: 200, sent: true });
    expect(outcome.raw).toHaveLength(64 * 1024);
    expect(poured()).toBeLessThan(32 * MIB);
  });

  it('rejects an answer whose content-length exceeds it without reading the body', async () => {
    const outcome = await submitTo((socket) =>
      socket.write(writeHttp('<', '200 OK', { 'content-length': String(6 * MIB + 1) })),
    );
    expect(outcome).toMatchObject({ reason: 'too_large', detail: expect.stringContaining(String(6 * MIB)) });
  });

  it('rejects an answer with too many tags before it builds a tree', async () => {
    const tags = '<a/>'.repeat((5 * MIB) / 4);
    const before = process.memoryUsage().rss;
    const outcome = await submitTo((socket) =>
      socket.end(writeHttp(ANSWER.replace('<R:CSV>', `${tags}<R:CSV>`))),
    );
    expect(outcome).toMatchObject({ reason: 'too_large', detail: expect.stringContaining('tags') });
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * MIB);
  });

  it('can be set with maxAnswerBytes', async () => {
    const options = { maxAnswerBytes: Buffer.byteLength(ANSWER) };
    const submit = (body: string) => submitTo((socket) => socket.end(writeHttp(body)), options);
    expect(await submit(ANSWER)).toMatchObject({ kind: 'answered' });
    expect(await submit(`${ANSWER} `)).toMatchObject({ reason: 'too_large' });
  });
});

describe('the largest possible answer of AEAT', () => {
  const text = '&amp;'.repeat(500);
  const rest =
    `<R:CodigoErrorRegistro>3000</R:CodigoErrorRegistro><R:DescripcionErrorRegistro>${text}</R:DescripcionErrorRegistro>` +
    '<R:RegistroDuplicado><i:IdPeticionRegistroDuplicado>20251000000000001000</i:IdPeticionRegistroDuplicado>' +
    '<i:EstadoRegistroDuplicado>Correcta</i:EstadoRegistroDuplicado></R:RegistroDuplicado>';

  it('is read: 1000 records with the longest reason each', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      writeLine({
        number: `A/${index}`,
        state: 'Incorrecto',
        rest: index < 300 ? rest : rest.replace(text, 'ñ'.repeat(500)),
      }),
    );
    const outcome = await submitTo((socket) => socket.end(writeHttp(writeAnswer(lines))));
    expect(outcome).toMatchObject({ kind: 'answered', answer: { unreadableLines: 0 } });
    expect(outcome.kind === 'answered' && outcome.answer.lines.at(-1)).toMatchObject({
      number: 'A/999',
      code: 3000,
    });
  });
});

describe('concurrent submissions', () => {
  it('each have their own connection and answer', async () => {
    await using server = await openRawServer((socket, request) => {
      const number = request.split('\r\n\r\n')[1]!;
      socket.end(writeHttp(writeAnswer([writeLine({ number })])));
    });
    await using client = openAeatClient({ url: server.url });
    const numbers = Array.from({ length: 50 }, (_, index) => `A/${index}`);
    const outcomes = await Promise.all(numbers.map((number) => client.submit(Buffer.from(number))));
    const answered = outcomes.map(
      (outcome) => outcome.kind === 'answered' && outcome.answer.lines[0]?.number,
    );
    expect(answered).toEqual(numbers);
    expect(server.connections).toBe(50);
  });
});

describe('a query', () => {
  const QUERY = { issuer: { nif: 'B12345674', name: 'Cañas' }, period: '2026-11', number: 'A/1' };

  it('returns the answer of AEAT', async () => {
    await using server = await openRawServer((socket) => socket.end(writeHttp(writeConsultaAnswer(''))));
    await using client = openAeatClient({ url: server.url });
    expect(await client.consult(QUERY)).toMatchObject({ kind: 'answered', answer: { records: [] } });
    expect(server.requests[0]).toContain('<con:NumSerieFactura>A/1</con:NumSerieFactura>');
  });

  it('reports an unknown outcome when the server returns the answer to a submission', async () => {
    await using server = await openRawServer((socket) => socket.end(writeHttp(ANSWER)));
    await using client = openAeatClient({ url: server.url });
    expect(await client.consult(QUERY)).toMatchObject({ kind: 'unknown', reason: 'wrong_namespace' });
  });
});
