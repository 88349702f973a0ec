import { request } from 'node:http';
import { XmlDocument } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_VERSIONS, type ApiVersion } from '../../src/contracts/codes.ts';
import { API_FORMS } from '../../src/api/versions.ts';
import { renderLongPdf } from '../../src/render/render-long-pdf.ts';
import { openSharedRenderer } from '../render/support/open-test-renderer.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { LONG } from '../support/long.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { printingContext } from '../support/printing.ts';
import { openTestSigning, type TestSigning } from '../support/signing.ts';
import { readZip } from './support/read-zip.ts';

let test: TestSigning;
let organization: TestOrganization;
let stranger: TestOrganization;
let origin: string;
beforeAll(async () => {
  test = await openTestSigning({ READ_RATE_LIMIT: 100_000 });
  organization = await test.createIssuer('Firmante SL');
  stranger = await test.createIssuer('Ajena SL');
  for (const each of [organization, stranger]) await test.addCertificate(each);
  origin = await test.api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test[Symbol.asyncDispose]());

const place = (version: ApiVersion) => (version === 1 ? 'batch_invoices' : 'invoices');
/** Returns the paths of every document of an invoice and of its batch. */
const pathsOf = (id: number, version: ApiVersion) => [
  ...[
    '',
    '/ubl',
    '/ubl?profile=peppol',
    ...(version === 1 ? [] : ['/ubl?profile=spfe']),
    '/cii',
    '/hybrid',
    '/facturae',
  ].map((end) => `/${place(version)}/${id}/documents${end}`),
  ...['ubl', 'cii', 'hybrid', 'facturae'].map(
    (format) => `/invoice_batches/${Math.floor(id / 1000)}/documents?format=${format}`,
  ),
  `/${place(version)}/${id}/pdf`,
  `/invoice_batches/${Math.floor(id / 1000)}/pdfs`,
];
const queue = () => test.queues.jobQueues.queues.get('remission')!;
const countJobs = async () => (await queue().getWaitingCount()) + (await queue().getPrioritizedCount());

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly bytes: number };
/** Sends a request through a socket, with headers exactly as given. */
function send(
  path: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
): Promise<Answer> {
  const { token } = organization;
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    sent.on('error', reject).on('response', (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, bytes }));
    });
    sent.end();
  });
}

describe.each(API_VERSIONS)('the documents of version %i', (version) => {
  it('do not exist for another organization, which causes no job', async () => {
    const id = await issueInvoice(test.api, organization, `OWN-${version}`);
    const before = await countJobs();
    for (const path of pathsOf(id, version))
      for (const method of ['GET', 'HEAD'] as const) {
        const url = `${API_FORMS[version].prefix}${path}`;
        const headers = { authorization: `Bearer ${stranger.token}` };
        expect([path, (await test.api.inject({ method, url, headers })).statusCode]).toEqual([path, 404]);
      }
    expect(await countJobs()).toBe(before);
  });

  it('are refused with parameters that are empty, repeated, unknown or of another format', async () => {
    const id = await issueInvoice(test.api, organization, `ODD-${version}`);
    const batch = `/invoice_batches/${Math.floor(id / 1000)}/documents`;
    const single = `/${place(version)}/${id}/documents`;
    const queries = ['', '?format', '?format=', '?format=UBL', '?format=ubl&format=cii', '?format[]=ubl'];
    queries.push(
      '?format=ubl%00',
      '?format=facturae,ubl',
      '?format=__proto__',
      '?format=facturae&profile=peppol',
    );
    for (const query of [
      'profile=',
      'profile=cen&profile=cen',
      'profile[x]=cen',
      'profil=cen',
      'profile=CEN',
    ])
      queries.push(`?format=ubl&${query}`);
    const paths = queries.map((query) => `${batch}${query}`);
    for (const query of ['?profile=', '?profile=cen&profile=peppol', '?format=ubl', '?profile=%ff'])
      paths.push(`${single}/ubl${query}`, `${single}/facturae${query}`);
    for (const path of paths)
      expect([path, (await send(`${API_FORMS[version].prefix}${path}`)).status]).toEqual([path, 400]);
    const unknown = [
      'FACTURAE',
      'facturae.xsig',
      '__proto__',
      'constructor',
      '..%2fubl',
      'ubl%00',
      'ubl/',
      '%20',
    ];
    for (const format of unknown) {
      const { status } = await send(`${API_FORMS[version].prefix}${single}/${format}`);
      expect([format, [400, 404].includes(status)]).toEqual([format, true]);
    }
  });

  it('are whole, whatever range or condition a client states', async () => {
    const worker = test.work();
    const id = await issueInvoice(test.api, organization, `RANGE-${version}`);
    for (const format of ['ubl', 'facturae']) {
      const path = `${API_FORMS[version].prefix}/${place(version)}/${id}/documents/${format}`;
      const whole = await send(path);
      const etag = whole.headers['etag'] as string;
      const inside = etag.slice(1, -1);
      for (const headers of [
        { range: 'bytes=0-9' },
        { range: 'bytes=9-0,-1,junk' },
        { 'if-range': etag, range: 'bytes=0-0' },
        { 'if-none-match': `"${inside.toUpperCase()}"` },
        { 'if-none-match': inside },
        { 'if-none-match': `w/${etag}` },
        { 'if-none-match': '' },
        { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      ])
        expect([headers, await send(path, headers)]).toMatchObject([
          headers,
          { status: 200, bytes: whole.bytes },
        ]);
      for (const names of [`W/${etag}`, `"x",W/${etag}`, [`"x"`, etag], '*'])
        for (const method of ['GET', 'HEAD'])
          expect(await send(path, { 'if-none-match': names }, method)).toMatchObject({
            status: 304,
            bytes: 0,
          });
      const head = await send(path, {}, 'HEAD');
      expect([head.status, head.headers['content-length'], head.bytes]).toEqual([200, `${whole.bytes}`, 0]);
    }
    await worker.close();
  });
});

describe('many requests', () => {
  it('for the same unsigned Facturae cause one job and one file', async () => {
    const id = await issueInvoice(test.api, organization, 'MANY');
    const batchId = Math.floor(id / 1000);
    const count = LONG ? 1000 : 300;
    let most = 0;
    const answers = Promise.all(
      Array.from({ length: count }, (_none, index) =>
        index % 10 === 0
          ? test.api.get(organization.token, `/invoice_batches/${batchId}/documents?format=facturae`)
          : test.api.get(organization.token, `/batch_invoices/${id}/documents/facturae`),
      ),
    );
    await eventually(async () => {
      most = Math.max(most, await countJobs());
      return most === 2;
    });
    // One for the requests that wait, and one for the archives.
    expect(await countJobs()).toBe(2);
    const worker = test.work();
    const statuses = (await answers).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(count * 0.9);
    expect(await test.countFiles(id)).toBe(1);
    await worker.close();
  }, 60_000);
});

describe('unusual invoices', () => {
  it('of 1000 lines are written in every format', async () => {
    const worker = test.work();
    const lines = Array.from({ length: 1000 }, (_none, index) => ({
      concept: `Línea ${index} & <más>`,
      units: 1,
      unit_price: 1.11,
      tax_rate: 21,
    }));
    const batchId = await issueBatch(test.api, organization, 1, 'LONG', () => ({ lines }));
    for (const format of ['ubl', 'cii', 'facturae']) {
      const { statusCode, body } = await test.api.get(
        organization.token,
        `/batch_invoices/${batchId * 1000}/documents/${format}`,
      );
      expect([format, statusCode]).toEqual([format, 200]);
      using document = XmlDocument.fromString(body);
      const items = document.find(
        "//*[local-name()='InvoiceLine' or local-name()='IncludedSupplyChainTradeLineItem']",
      );
      expect([format, items.length]).toEqual([format, 1000]);
    }
    await renderLongPdf(
      { ...printingContext(test.api), renderer: await openSharedRenderer() },
      { organizationId: organization.id, batchId, position: 0 },
    );
    const path = `/batch_invoices/${batchId * 1000}`;
    const hybrid = await test.api.get(organization.token, `${path}/documents/hybrid`);
    const pdf = await test.api.get(organization.token, `${path}/pdf`);
    expect([hybrid.statusCode, pdf.statusCode]).toEqual([200, 200]);
    expect(hybrid.rawPayload.subarray(0, pdf.rawPayload.length).equals(pdf.rawPayload)).toBe(true);
    await worker.close();
  }, 60_000);

  it('with numbers that are paths or devices have harmless names in archives, each its own', async () => {
    const worker = test.work();
    const numbers = [
      '../../etc/passwd',
      '..',
      '.',
      '/',
      '//host/x',
      'C:\\x',
      'con',
      'CON',
      'NUL.1',
      '-rf',
      '~/x',
      '%2e%2e%2f',
    ];
    numbers.push(
      'a/../b',
      '$(x)',
      '`x`',
      '*?',
      '|x',
      '.ssh',
      'manifest.json',
      'MANIFEST',
      'a b ',
      '#x',
      '\\..\\x',
    );
    const batchId = await issueBatch(test.api, organization, numbers.length, 'PATH', (index) => ({
      number_serie: numbers[index]!,
    }));
    const path = `/invoice_batches/${batchId}/documents?format=`;
    for (const format of ['ubl', 'facturae']) {
      const answer = await eventually(async () => {
        const now = await test.api.get(organization.token, `${path}${format}`);
        return now.statusCode === 200 && now;
      });
      const [manifest, ...files] = await readZip(answer.rawPayload);
      const names = files.map(({ name }) => name);
      const entries = JSON.parse(manifest!.content.toString()) as { file: string | null }[];
      expect(entries.flatMap(({ file }) => file ?? [])).toEqual(names);
      expect(names.length).toBeGreaterThan(15);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*\.(?:xml|xsig)$/);
        expect(name).not.toMatch(/^(?:con|nul|prn|aux)\./i);
        expect(name).not.toBe('manifest.json');
      }
    }
    await worker.close();
  });
});
