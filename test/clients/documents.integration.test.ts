import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { readZip } from '../api/support/read-zip.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

let listening: ListeningApi;
beforeAll(async () => {
  listening = await openListeningApi();
  const { api, organization } = listening;
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
});
afterAll(() => listening[Symbol.asyncDispose]());

const NOT_SUBJECT = { concept: 'Indemnización', units: 1, unit_price: 50, tax_operation_key: 'N1' } as const;
const TAXED = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
/** Issues three invoices. EN 16931 cannot express the second one. */
const issue = (series: string) =>
  issueBatch(listening.api, listening.organization, 3, series, (index) =>
    index === 1 ? { lines: [TAXED, NOT_SUBJECT] } : {},
  );

describe('the electronic invoices of a batch', () => {
  it('are listed and downloaded by the client, one at a time and together', async () => {
    const engine = listening.open();
    const id = await issue('DOC');
    const formats = await engine.documentFormats(id * 1000 + 1);
    expect(formats.map(({ format, reason }) => [format, reason?.rule])).toEqual([
      ['ubl', 'BR-O-11'],
      ['cii', 'BR-O-11'],
      ['facturae', 'Facturae, política de firma 3.1'],
      ['hybrid', 'BR-O-11'],
    ]);
    await expect(engine.document(id * 1000 + 1, 'ubl')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('BR-O-11'),
    });
    const single = await engine.document(id * 1000, 'ubl', { profile: 'cen' });
    const files = [];
    for await (const file of engine.documents(id, 'ubl')) files.push(file);
    expect(files.map(({ name, invoice }) => [name, invoice?.batch_invoice_id])).toEqual([
      ['DOC-1.xml', id * 1000],
      ['DOC-3.xml', id * 1000 + 2],
    ]);
    expect(Buffer.compare(files[0]!.content, single)).toBe(0);
    const zip = await buffer(Readable.from(engine.documentArchive(id, 'cii')));
    expect((await readZip(zip)).map(({ name }) => name)).toEqual(['manifest.json', 'DOC-1.xml', 'DOC-3.xml']);
    await engine.close();
  });
});
