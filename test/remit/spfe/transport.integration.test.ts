import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { openRawServer, writeHttp } from '../../../packages/verifactu/test/support/raw-server.ts';
import { buildSandbox } from '../../../src/remit/spfe/transport/sandbox.ts';
import { NO_TRANSPORT } from '../../../src/remit/spfe/transport/no-transport.ts';
import { writeFound, writeReference, writeStatus } from '../../domain/spfe/messages/support/write-status.ts';
import { answerOf, envelopeOf, faultOf, multipartOf } from './support/write-answer.ts';

const SENDER = { nif: 'B12345674', name: 'Empresa Ejemplo, S.L.' };
const DOCUMENT = Buffer.from('<Invoice>ñ</Invoice>');
const FOREVER = () => Infinity;
const STATUS = writeStatus({
  code: '200',
  rows: [writeReference({ number: 'F1', status: '200', localizador: 'L:1' })],
});

/** Opens a transport to a server that answers each request with what `respond` writes. */
async function openTransport(respond: (request: string) => string | null, timeoutMs = 10_000) {
  const server = await openRawServer((socket, request) => {
    const answer = respond(request);
    if (answer === null) socket.destroy();
    else socket.end(answer);
  });
  const client = openAeatClient({ url: server.url, timeoutMs });
  const transport = buildSandbox({
    client,
    url: `${server.url}/spfe`,
    sender: SENDER,
    now: () => new Date(),
  });
  return {
    transport,
    server,
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('the transport of the stand-in', () => {
  it('sends the bytes of the documents with a head that names each of them', async () => {
    await using opened = await openTransport((request) => answerOf(request, STATUS));
    const outcome = await opened.transport.send([DOCUMENT, Buffer.from('<Other/>')], FOREVER);
    expect(outcome).toMatchObject({
      kind: 'answered',
      answer: { csv: 'CSV0001', code: 200, documents: [{ number: 'F1', localizador: 'L:1' }] },
    });
    const [request = ''] = opened.server.requests;
    expect(request).toMatch(/^POST \/spfe\/SendInvoiceSOAP HTTP\/1\.1\r\n/);
    expect(request).toMatch(
      /content-type: multipart\/related; type="text\/xml"; start="<root@[^>]+>"; boundary="/,
    );
    expect(request).toContain('\r\n\r\n<Invoice>ñ</Invoice>\r\n--');
    expect([...request.matchAll(/<eb:PartInfo href="cid:([^"]+)"\/>/g)].map(([, id]) => id)).toEqual(
      [...request.matchAll(/Content-ID: <(document-[^>]+)>/g)].map(([, id]) => id),
    );
    expect(request).toMatch(/<eb:From><eb:PartyId type="[^"]+:9920">B12345674<\/eb:PartyId>/);
    expect(request).toContain('<eb:Service>submitinvoice</eb:Service><eb:Action>SubmitInvoice</eb:Action>');
    expect(request).toContain('<soapenv:Body/>');
  });

  it('names the service and the filters of each question', async () => {
    const found = writeFound({ rows: [writeReference({ number: 'F1', status: '200', csv: 'C' })] });
    await using opened = await openTransport((request) => answerOf(request, found));
    const code = { issuerNif: 'B12345674', number: 'F1', issueDate: '2027-11-22' };
    expect(await opened.transport.find([code])).toMatchObject({
      kind: 'answered',
      answer: { documents: [{ number: 'F1', csv: 'C' }] },
    });
    await opened.transport.list({ from: '2027-11-01', to: '2027-11-30' }, 'LOC:9');
    await opened.transport.cancel(DOCUMENT, FOREVER);
    await opened.transport.report(DOCUMENT, FOREVER);
    expect(opened.server.requests.map((request) => /\/spfe\/(\w+)/.exec(request)?.[1])).toEqual([
      'GetInvoicesSOAP',
      'GetRegisteredInvoiceSOAP',
      'CancelInvoiceSOAP',
      'SupplierInvoiceEventsSOAP',
    ]);
    expect(opened.server.requests[0]).toContain('<cbc:ResponseCode>QUERY</cbc:ResponseCode>');
    for (const property of [
      '<eb:Property name="Role">supplier</eb:Property>',
      '<eb:Property name="RegistrationStartDate">2027-11-01</eb:Property>',
      '<eb:Property name="SequenceID">LOC:9</eb:Property>',
    ])
      expect(opened.server.requests[1]).toContain(property);
  });

  it('returns the files of a download as they came', async () => {
    await using opened = await openTransport((request) => answerOf(request, '<Invoice>\r\nñ</Invoice>'));
    const code = { issuerNif: 'B12345674', number: 'F1', issueDate: '2027-11-22' };
    const outcome = await opened.transport.download([code]);
    expect(outcome.kind === 'answered' && outcome.answer.map(String)).toEqual(['<Invoice>\r\nñ</Invoice>']);
  });
});

describe('a request to the SPFE', () => {
  it.each([
    [
      'a fault that blames it',
      faultOf('Client', 'SPFE-FAULT-03: no'),
      '500 Internal Server Error',
      'SPFE-FAULT-03',
    ],
    ['a status that refuses it', '<html/>', '403 Forbidden', 'HTTP 403'],
  ])('is refused as a whole by %s', async (_what, body, status, code) => {
    await using opened = await openTransport(() => writeHttp(body, status));
    expect(await opened.transport.send([DOCUMENT], FOREVER)).toMatchObject({ kind: 'fault', code });
  });

  const whole = (request: string) => multipartOf([envelopeOf(request), STATUS]);
  it.each<[string, (request: string) => string | null]>([
    ['the connection ends without an answer', () => null],
    [
      'a fault blames the server',
      () => writeHttp(faultOf('Server', 'SPFE-FAULT-00: no'), '500 Internal Server Error'),
    ],
    ['it is answered 503', () => writeHttp('busy', '503 Service Unavailable')],
    ['it is redirected', () => writeHttp('', '302 Found', { location: 'https://example.com/error' })],
    [
      'the answer is a web page',
      () => writeHttp('<!doctype html><html></html>', '200 OK', { 'content-type': 'text/html' }),
    ],
    [
      'the answer ends too early',
      (request) => multipartOf([envelopeOf(request), STATUS], (text) => text.slice(0, -40)),
    ],
    [
      'the answer has another type',
      (request) => whole(request).replace('multipart/related', 'multipart/mixed'),
    ],
    [
      'the answer refers to another message',
      (request) => multipartOf([envelopeOf(request, 'other@x'), STATUS]),
    ],
    ['the answer has no document', (request) => multipartOf([envelopeOf(request)])],
    ['the answer has two documents', (request) => multipartOf([envelopeOf(request), STATUS, STATUS])],
    ['the document is no XML', (request) => multipartOf([envelopeOf(request), STATUS.slice(0, -5)])],
    ['the document is another one', (request) => multipartOf([envelopeOf(request), '<Invoice/>'])],
    ['the envelope is none', () => multipartOf(['<a/>', STATUS])],
  ])('has an unknown outcome if %s', async (_what, respond) => {
    await using opened = await openTransport(respond);
    expect(await opened.transport.send([DOCUMENT], FOREVER)).toMatchObject({ kind: 'unknown' });
    expect(opened.server.requests).toHaveLength(1);
  });

  it('has an unknown outcome if no answer comes in time', async () => {
    await using server = await openRawServer(() => {});
    const client = openAeatClient({ url: server.url, timeoutMs: 300 });
    await using transport = buildSandbox({ client, url: server.url, sender: SENDER, now: () => new Date() });
    expect(await transport.send([DOCUMENT], FOREVER)).toMatchObject({ kind: 'unknown', reason: 'timeout' });
  });

  it('was certainly not sent without a connection, or after the lease', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    const url = `http://127.0.0.1:${port}`;
    await using unreachable = buildSandbox({
      client: openAeatClient({ url }),
      url,
      sender: SENDER,
      now: () => new Date(),
    });
    expect(await unreachable.send([DOCUMENT], FOREVER)).toMatchObject({
      kind: 'not_sent',
      reason: 'unreachable',
    });
    await using opened = await openTransport((request) => answerOf(request, STATUS));
    expect(await opened.transport.send([DOCUMENT], () => 1)).toMatchObject({
      kind: 'not_sent',
      reason: 'late',
    });
    expect(opened.server.requests).toEqual([]);
  });

  it('has an unknown outcome if the lease ends while its bytes are being sent', async () => {
    await using opened = await openTransport((request) => answerOf(request, STATUS));
    let looks = 0;
    const outcome = await opened.transport.send([Buffer.alloc(300_000, 'x')], () => {
      looks += 1;
      return looks > 2 ? 0 : Infinity;
    });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'late' });
    expect(opened.server.requests).toEqual([]);
  });
});

it('Without a transport nothing is sent', async () => {
  expect(await NO_TRANSPORT.send([DOCUMENT], FOREVER)).toEqual({
    kind: 'not_sent',
    reason: 'no_transport',
    detail: 'SPFE_TRANSPORT is none: AEAT has not published the service',
  });
});
