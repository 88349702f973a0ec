import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipFiles } from '#src/deliver/zip-files.ts';
import type { TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestSigning, type TestSigning } from '../../support/signing.ts';
import { openServer } from '../support/open-server.ts';
import { openIbe } from '../support/run-ibe.ts';

const TAXED = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
const NOT_SUBJECT = { concept: 'Indemnización', units: 1, unit_price: 50, tax_operation_key: 'N1' } as const;

let signing: TestSigning;
let listening: { url: string; organization: TestOrganization };
let batch: number;
beforeAll(async () => {
  signing = await openTestSigning();
  const organization = await signing.createIssuer('Firmante SL');
  await signing.addCertificate(organization);
  signing.work();
  listening = { url: await signing.api.app.listen({ host: '127.0.0.1', port: 0 }), organization };
  // EN 16931 cannot express the second one.
  batch = await issueBatch(signing.api, organization, 3, 'IBE/26', (index) => ({
    external_invoice_id: `order-${index}`,
    ...(index === 1 && { lines: [TAXED, NOT_SUBJECT] }),
  }));
});
afterAll(async () => {
  signing.api.app.server.closeAllConnections();
  await signing[Symbol.asyncDispose]();
});

async function getDocument(id: number, format: string): Promise<Buffer> {
  const { token } = listening.organization;
  return (await signing.api.get(token, `/invoices/${id}/documents/${format}`, {}, 2)).rawPayload;
}

describe('ibe documents', () => {
  it('downloads the electronic invoices of a batch into a folder, and says how many are missing', async () => {
    const ibe = openIbe(listening);
    const out = path.join(ibe.directory, 'ubl');
    const args = ['documents', String(batch), '--format', 'ubl', '--out', out];
    const { code, err } = await ibe.run(...args);
    expect([code, err]).toEqual([0, expect.stringContaining('1 issued invoices have no ubl')]);
    const files = ['IBE-26-1.xml', 'IBE-26-3.xml', 'manifest.json'];
    expect(readdirSync(path.join(out, String(batch))).toSorted()).toEqual(files);
    const file = readFileSync(path.join(out, String(batch), 'IBE-26-1.xml'));
    expect(file.equals(await getDocument(batch * 1000, 'ubl'))).toBe(true);
    expect(await ibe.json(0, ...args)).toMatchObject({ batches: [{ written: 0, kept: 2, missing: 1 }] });
  });

  it('waits for longer than its patience until all signatures exist', async () => {
    const content = Buffer.from(randomUUID());
    const invoice = { id: 1000, externalInvoiceId: null, invoiceNumber: 'F-1' };
    const zip = zipFiles({
      invoices: [invoice],
      parts: [[invoice]],
      extension: 'xsig',
      modified: new Date('2026-11-20T10:15:00Z'),
      read: () => Promise.resolve([content]),
      onTaken: () => {},
    });
    const archive = await buffer(zip);
    let asked = 0;
    let isReady = () => asked > 2;
    await using server = await openServer((request, response) => {
      request.resume();
      const at = request.url!;
      if (at.endsWith('/sessions'))
        return response.end('{"session_token":"a","expires_at":"2999-01-01T00:00:00Z"}');
      if (at.endsWith('/summary'))
        return response.end('{"data":{"pending":0,"processed":1,"rendered":0,"verifactu":{}}}');
      expect(at).toBe('/api/v2/invoice_batches/1/documents?format=facturae');
      asked += 1;
      if (isReady()) return response.end(archive);
      return response.writeHead(409, { 'Retry-After': 1 }).end('{}');
    });
    const ibe = openIbe(listening, server.url);
    const args = ['documents', '1', '--format', 'facturae', '--out', ibe.directory, '--patience', '1'];
    expect(await ibe.json(0, ...args)).toMatchObject({ batches: [{ written: 1, missing: 0 }] });
    expect(readFileSync(path.join(ibe.directory, '1', 'F-1.xsig')).equals(content)).toBe(true);
    isReady = () => false;
    expect((await ibe.run(...args, '--again', '--timeout', '1')).code).toBe(3);
  });
});

describe('ibe document', () => {
  it.each([
    ['ubl', 'IBE-26-1.xml'],
    ['cii', 'IBE-26-1.xml'],
    ['facturae', 'IBE-26-1.xsig'],
  ])('writes the bytes of the API: %s', async (format, name) => {
    const ibe = openIbe(listening);
    const id = batch * 1000;
    const told = await ibe.json(0, 'document', String(id), '--format', format, '--out', ibe.directory);
    const file = path.join(ibe.directory, name);
    expect(told).toEqual({ invoices: [{ id, number: 'IBE/26-1', file }] });
    expect(readFileSync(file).equals(await getDocument(id, format))).toBe(true);
  });

  it('takes your own ids, and still writes the other invoices if a format cannot express one', async () => {
    const ibe = openIbe(listening);
    const args = ['document', 'order-0', 'order-1', 'order-2', '--own-ids', '--format', 'cii'];
    const { code, err } = await ibe.run(...args, '--out', ibe.directory);
    expect([code, err]).toEqual([1, expect.stringMatching(/^invoice \d+: .*BR-O-11/)]);
    expect(readdirSync(ibe.directory).toSorted()).toEqual(['IBE-26-1.xml', 'IBE-26-3.xml']);
  });

  it.each([
    [[], 2, 'Name the invoices by their ids'],
    [['order-0'], 2, '--own-ids takes your own ids'],
    [['order-9', '--own-ids'], 2, 'No issued invoice has the id order-9'],
    [['999999'], 4, 'Batch invoice not found'],
  ])('refuses operands that name no invoice: %j', async (args, wanted, message) => {
    const { code, err } = await openIbe(listening).run('document', ...args);
    expect([code, err]).toEqual([wanted, expect.stringContaining(message)]);
  });
});
