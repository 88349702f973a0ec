import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { SPFE_SERVICE_NAMES, type SpfeServiceName } from '../../src/spfe/wire/service-actions.ts';
import { textsOf } from '../support/sandbox.ts';
import {
  call,
  openSpfe,
  submit,
  tell,
  verdictsOf,
  writeRequest,
  type Request,
} from './support/spfe-sandbox.ts';
import { BUYER, SELLER, writeInvoice } from './support/write-invoice.ts';
import { writeApplicationResponse } from './support/write-message.ts';

const INVOICE = { parts: [writeInvoice()] };
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ number: `F-${index}` }));
const parts = (count: number) => many(count).map(writeInvoice);

describe('a message to the SPFE', () => {
  it.each<[string, SpfeServiceName, Request, string]>([
    ['no multipart', 'SendInvoiceSOAP', { ...INVOICE, contentType: 'text/xml' }, '02'],
    [
      'no boundary',
      'SendInvoiceSOAP',
      { ...INVOICE, contentType: 'multipart/related; type="text/xml"' },
      '02',
    ],
    [
      'another boundary',
      'SendInvoiceSOAP',
      { ...INVOICE, contentType: 'multipart/related; type="text/xml"; boundary=b1' },
      '02',
    ],
    [
      'another root',
      'SendInvoiceSOAP',
      { ...INVOICE, contentType: 'multipart/related; type="text/xml"; start="<p9>"; boundary=b0' },
      '02',
    ],
    [
      'another type',
      'SendInvoiceSOAP',
      { ...INVOICE, contentType: 'multipart/related; type="text/html"; boundary=b0' },
      '02',
    ],
    ['no end', 'SendInvoiceSOAP', { ...INVOICE, body: [['--b0--', '']] }, '02'],
    [
      'base64',
      'SendInvoiceSOAP',
      { ...INVOICE, body: [['Transfer-Encoding: binary', 'Transfer-Encoding: base64']] },
      '02',
    ],
    [
      'a part that the header lacks',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['<eb:PartInfo href="cid:p0@test"/>', '']] },
      '02',
    ],
    [
      'no part for the header',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['cid:p0@test', 'cid:p1@test']] },
      '02',
    ],
    [
      'a part twice',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['<eb:PartInfo', '<eb:PartInfo href="cid:p0@test"/><eb:PartInfo']] },
      '02',
    ],
    ['a Content-ID twice', 'SendInvoiceSOAP', { parts: parts(2), body: [['<p1@test>', '<p0@test>']] }, '02'],
    ['broken XML', 'SendInvoiceSOAP', { ...INVOICE, envelope: [['</s:Envelope>', '']] }, '02'],
    [
      'SOAP 1.2',
      'SendInvoiceSOAP',
      {
        ...INVOICE,
        envelope: [['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope']],
      },
      '02',
    ],
    ['a body', 'SendInvoiceSOAP', { ...INVOICE, envelope: [['<s:Body/>', '<s:Body><x/></s:Body>']] }, '02'],
    [
      'another namespace',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['ns/core/200704/', 'ns/core/200705/']] },
      '02',
    ],
    ['no time', 'SendInvoiceSOAP', { ...INVOICE, envelope: [['2027-11-30T11:00:00Z', '30-11-2027']] }, '02'],
    ['no identifier', 'SendInvoiceSOAP', { ...INVOICE, envelope: [['m-1@test', ' ']] }, '02'],
    ['another receiver', 'SendInvoiceSOAP', { ...INVOICE, envelope: [['Q2826000H', 'Q2826001F']] }, '02'],
    [
      'another type of party',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['iso6523:9920', 'iso6523:0160']] },
      '02',
    ],
    [
      'another role',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['<eb:Role>initiator', '<eb:Role>responder']] },
      '02',
    ],
    [
      'another service',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['>submitinvoice<', '>cancelinvoice<']] },
      '02',
    ],
    [
      'another action',
      'SendInvoiceSOAP',
      { ...INVOICE, envelope: [['>SubmitInvoice<', '>SUBMITINVOICE<']] },
      '02',
    ],
    ['a sender without a NIF', 'SendInvoiceSOAP', { ...INVOICE, from: 'B12345675' }, '02'],
    ['no document', 'SendInvoiceSOAP', {}, '01'],
    ['101 documents', 'SendInvoiceSOAP', { parts: parts(101) }, '01'],
    [
      'two messages',
      'CancelInvoiceSOAP',
      { parts: [writeApplicationResponse([{}]), writeApplicationResponse([{}])] },
      '01',
    ],
    ['101 withdrawals', 'CancelInvoiceSOAP', { parts: [writeApplicationResponse(many(101))] }, '01'],
    ['101 events', 'SupplierInvoiceEventsSOAP', { parts: [writeApplicationResponse(many(101))] }, '01'],
    ['101 downloads', 'DownloadInvoicesByIDSOAP', { parts: [writeApplicationResponse(many(101))] }, '01'],
    ['1,001 questions', 'GetInvoicesSOAP', { parts: [writeApplicationResponse(many(1001))] }, '01'],
    ['no question', 'GetInvoicesSOAP', { parts: [writeApplicationResponse([])] }, '01'],
    ['a part beside a filter', 'GetRegisteredInvoiceSOAP', { parts: [writeApplicationResponse([{}])] }, '01'],
    ['an invoice instead of a message', 'CancelInvoiceSOAP', INVOICE, '02'],
    [
      'a message with an unknown element',
      'GetInvoicesSOAP',
      { parts: [writeApplicationResponse([{}]).replace('<cbc:ID>6b', '<cbc:UUID>1</cbc:UUID><cbc:ID>6b')] },
      '02',
    ],
    [
      'a question without the issuer',
      'GetInvoicesSOAP',
      { parts: [writeApplicationResponse([{}]).replace(/<cac:IssuerParty>.*<\/cac:IssuerParty>/, '')] },
      '02',
    ],
  ])('is refused as a whole: %s to %s', async (_what, name, message, fault) => {
    await using sandbox = await openSpfe();
    const { status, headers, text } = await call(sandbox, name, message);
    expect([status, headers.get('content-type'), ...verdictsOf(text)]).toEqual([
      500,
      'text/xml;charset=UTF-8',
      `SPFE-FAULT-${fault}`,
    ]);
    expect(text).toContain('(texto del simulador)');
    expect(sandbox.control.spfeBook()).toEqual([]);
    expect(sandbox.control.messages()).toMatchObject([
      { service: 'spfe', operation: name, fault: { code: Number(fault) } },
    ]);
  });

  it('has 100 documents at most, or asks for 1,000', async () => {
    await using sandbox = await openSpfe();
    const { text } = await call(sandbox, 'SendInvoiceSOAP', { parts: parts(100) });
    expect(verdictsOf(text).filter((verdict) => verdict.endsWith(' 200'))).toHaveLength(100);
    const found = verdictsOf(await tell(sandbox, 'GetInvoicesSOAP', many(1000)));
    expect([found.length, found[99], found[100]]).toEqual([1000, 'F-99 200', 'F-100 04']);
  });

  it('may be in MTOM, without a start, or with a preamble and other parameters', async () => {
    await using sandbox = await openSpfe();
    const verdicts = async (message: Request) =>
      verdictsOf((await call(sandbox, 'SendInvoiceSOAP', message)).text);
    expect(await verdicts({ parts: [writeInvoice()], isMtom: true })).toEqual(['F-1 200']);
    const start = 'Multipart/Related; charset=utf-8; Type=text/xml; Boundary=b0; start-info="text/xml"';
    expect(await verdicts({ parts: [writeInvoice({ number: 'F-2' })], contentType: start })).toEqual([
      'F-2 200',
    ]);
    const preamble: Request['body'] = [
      ['--b0\r\nContent-Type: text/xml', 'Preamble\r\n--b0\r\nContent-Type: text/xml'],
    ];
    expect(await verdicts({ parts: [writeInvoice({ number: 'F-3' })], body: preamble })).toEqual(['F-3 200']);
    const role: Request['envelope'] = [
      [
        '<eb:Role>initiator',
        '<eb:Role>http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/initiator',
      ],
    ];
    expect(await verdicts({ parts: [writeInvoice({ number: 'F-4' })], envelope: role })).toEqual(['F-4 200']);
  });

  it('contains documents that cannot be read, which are refused alone under their Content-ID', async () => {
    await using sandbox = await openSpfe();
    const bad = [
      writeInvoice({ number: 'F-1' }).replace('</Invoice>', ''),
      '',
      writeInvoice({ number: 'F-2' }),
    ];
    const { text } = await call(sandbox, 'SendInvoiceSOAP', { parts: bad });
    expect(verdictsOf(text)).toEqual(['p0@test 01', 'p1@test 01', 'F-2 200']);
  });

  it('is only posted, and the answer to another method says so', async () => {
    await using sandbox = await openSpfe();
    for (const name of SPFE_SERVICE_NAMES) {
      const answer = await fetch(`${sandbox.spfeUrl}/${name}`);
      expect([answer.status, ...verdictsOf(await answer.text())]).toEqual([500, 'SPFE-FAULT-02']);
    }
    expect((await fetch(`${sandbox.spfeUrl}/Unknown`)).status).toBe(404);
  });
});

describe('a download from the SPFE', () => {
  const propertiesOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`name="${name}">([^<]*)<`, 'g'))].map(([, value]) => value);

  it('returns documents to the byte by unique code and by localizador, in the order of the question', async () => {
    await using sandbox = await openSpfe();
    const sent = [writeInvoice({ number: 'F-1' }), writeInvoice({ number: 'F&2' }).replace('\n', '\r\n')];
    await call(sandbox, 'SendInvoiceSOAP', { parts: sent });
    const asked = [{ number: 'F&2' }, { number: 'F-9' }, { number: 'F-1' }];
    const byId = await tell(sandbox, 'DownloadInvoicesByIDSOAP', asked);
    expect(propertiesOf(byId, 'statusCode')).toEqual(['200', 'SPFE-GEN-04', '200']);
    expect(propertiesOf(byId, 'number')).toEqual(['F&amp;2', 'F-9', 'F-1']);
    const [first, second] = sandbox.control.spfeBook().map(({ admission }) => admission.locator);
    expect(propertiesOf(byId, 'id')).toEqual([second, first]);
    expect(byId.indexOf(sent[1]!)).toBeGreaterThan(0);
    expect(byId.indexOf(sent[0]!)).toBeGreaterThan(byId.indexOf(sent[1]!));
    const byLocator = await tell(
      sandbox,
      'DownloadInvoicesByLOCSOAP',
      [{ locator: first! }, { locator: 'LOCGENV1:O:x' }],
      BUYER,
    );
    expect(propertiesOf(byLocator, 'statusCode')).toEqual(['200', 'SPFE-GEN-04']);
    expect(propertiesOf(byLocator, 'id')).toEqual([first, 'LOCGENV1:O:x']);
    expect(byLocator).toContain(sent[0]);
  });

  it('shows a document to its parties alone', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}]);
    const read = async (from: string) =>
      propertiesOf(await tell(sandbox, 'DownloadInvoicesByIDSOAP', [{}], from), 'statusCode');
    expect([await read(SELLER), await read(BUYER), await read('12345678Z')]).toEqual([
      ['200'],
      ['200'],
      ['SPFE-GEN-04'],
    ]);
  });
});

describe('a certificate for the SPFE', () => {
  const pem = (name: string) => readFileSync(new URL(`../certificates/${name}.pem`, import.meta.url));

  function send({ spfeUrl }: AeatSandbox, client: string): Promise<string> {
    const { body, contentType } = writeRequest('SendInvoiceSOAP', INVOICE);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${spfeUrl}/SendInvoiceSOAP`,
        {
          method: 'POST',
          ca: pem('ca'),
          agent: false,
          cert: pem(client),
          key: pem(client),
          headers: { 'content-type': contentType },
        },
        (response) => void readText(response).then(resolve, reject),
      );
      outgoing.on('error', reject).end(body);
    });
  }

  it.each([
    ['anyone', 'entity', ['F-1 200']],
    ['anyone', 'person', ['F-1 200']],
    ['obligado', 'entity', ['F-1 200']],
    ['obligado', 'person', ['SPFE-FAULT-03']],
  ] as const)('of whom the setting says: %s, %s', async (presenters, client, verdicts) => {
    const tls = { cert: pem('server'), key: pem('server'), clientCa: pem('ca') };
    await using sandbox = await openSpfe({ tls, settings: { presenters } });
    expect(verdictsOf(await send(sandbox, client))).toEqual(verdicts);
    expect(textsOf(await send(sandbox, client), 'Notice').length).toBe(
      verdicts[0] === 'SPFE-FAULT-03' ? 0 : 1,
    );
  });
});
