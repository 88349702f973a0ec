import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { issueBatch, issuingContext } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';
import { storePdf } from '../../support/pdfs.ts';
import { openTestRemission } from '../../support/remission.ts';
import { withQuickStart } from '../../support/quick-start.ts';
import { runProgram, runUnread } from '../../support/run-cli.ts';
import { buildBatch } from '../support/batches.ts';
import { openCuttingProxy } from '../support/cutting-proxy.ts';
import { type ListeningApi, openListeningApi } from '../support/listening-api.ts';
import { IBE, openIbe, type SubmittedBatches } from '../support/run-ibe.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const issue = (count: number, series: string) =>
  issueBatch(listening.api, listening.organization, count, series);
async function print(batchId: number, indexes: readonly number[]): Promise<Buffer[]> {
  const pdfs: Buffer[] = [];
  for (const index of indexes) pdfs.push(await storePdf(listening.api, batchId * 1000 + index));
  return pdfs;
}

describe('ibe validate', () => {
  it('prints each error with its place in the file, for all its batches', async () => {
    const ibe = openIbe(listening);
    const { invoices } = buildBatch(1003, 'V');
    invoices[1001] = { ...invoices[1001]!, issuer_nif: 'X' };
    const file = ibe.write('orders.json', invoices);
    expect(await ibe.json(1, 'validate', file)).toMatchObject({
      invoices_count: 1003,
      valid_invoices_count: 1002,
      errors: [{ index: 1001, external_invoice_id: 'V-ext-1001', path: '/issuer_nif', code: 'invalid' }],
    });
    const { out } = await ibe.run('validate', file);
    expect(out).toMatch(
      /invoices\[1001\] +V-ext-1001 +\/issuer_nif +invalid[^]*WARNING[^]*1002 of 1003 invoices are valid; \d+ warnings\n/,
    );
  });

  it('prints warnings with their places, and succeeds if there are only warnings', async () => {
    const ibe = openIbe(listening);
    const { invoices } = buildBatch(1002, 'W', (index) =>
      index === 1001 ? { recipient_billing_address: '' } : {},
    );
    const file = ibe.write('orders.json', invoices);
    const told = await ibe.json<{ errors: unknown[]; warnings: { index: number; code: string }[] }>(
      0,
      'validate',
      file,
    );
    expect(told.errors).toEqual([]);
    expect(told.warnings.filter(({ code }) => code === 'recipient_address_missing')).toMatchObject([
      { file, index: 1001, external_invoice_id: 'W-ext-1001', path: '/recipient_billing_address' },
    ]);
  });
});

describe('ibe errors', () => {
  it('lists the failed invoices of a file with member and code, and without them for the number of a batch', async () => {
    const ibe = openIbe(listening);
    const wrong = buildInvoiceV2({
      external_invoice_id: 'bad',
      number_serie: 'E-2',
      issuer_nif: 'X',
      due_date: '2020-01-01',
    });
    const file = ibe.write('orders.json', [buildInvoiceV2({ number_serie: 'E-1' }), wrong]);
    const { batches } = await ibe.json<SubmittedBatches>(1, 'submit', file);
    const { id } = batches[0]!;
    await processBatch(issuingContext(listening.api), id);
    const told = await ibe.json<{ errors: { path: string }[] }>(1, 'errors', file);
    expect(told.errors.toSorted((one, other) => one.path.localeCompare(other.path))).toMatchObject([
      { batch_id: id, index: 1, external_invoice_id: 'bad', state: 'failed', path: '/due_date' },
      { index: 1, path: '/issuer_nif', code: 'invalid' },
    ]);
    const { code, out } = await ibe.run('errors', String(id));
    expect([code, out]).toEqual([1, expect.stringContaining('Issuer NIF is not valid')]);
  });

  it('prints the answers of AEAT', async () => {
    await using remission = await openTestRemission();
    const { api, organization } = remission;
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const ibe = openIbe({ url, organization });
    remission.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const id = await issueBatch(api, organization, 2, 'AEAT');
    await remission.remit(await remission.chainOf());
    const { errors } = await ibe.json<{ errors: { message: string }[] }>(1, 'errors', String(id));
    expect(errors).toMatchObject([{ batch_id: id, state: 'rejected', aeat_code: 1110 }]);
    expect(errors[0]!.message).toContain('censo');
    const { code, out } = await ibe.run('status', String(id));
    expect([code, out]).toEqual([1, expect.stringMatching(/REJECTED\n.* 1\n$/)]);
  });
});

describe('ibe watch', () => {
  it('prints each change, and ends when everything is done', async () => {
    const ibe = openIbe(listening);
    const id = await issue(3, 'W');
    const [watching] = [ibe.run('watch', String(id), '--until', 'printed')];
    await print(id, [0, 1, 2]);
    const { code, err } = await watching;
    expect([code, err]).toEqual([0, expect.stringMatching(/issued 3\/3, printed 3\/3, accepted 0\/3\n$/)]);
    const { out } = await ibe.run('watch', String(id), '--until', 'issued', '--json');
    expect(JSON.parse(out)).toMatchObject({ processed: 3, rendered: 3 });
    const late = await ibe.run('watch', String(id), '--timeout', '1');
    expect([late.code, late.err]).toEqual([3, expect.stringContaining('within 1 s')]);
  });

  it('ends with 130 on Ctrl-C', async () => {
    const ibe = openIbe(listening);
    const id = await issue(1, 'C');
    const args = [path.resolve(import.meta.dirname, '../../..', IBE), 'watch', String(id)];
    const child = spawn(process.execPath, args, { env: withQuickStart(ibe.settings) });
    const closed = once(child, 'close');
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect(await closed).toEqual([130, null]);
  });
});

describe('ibe pdf', () => {
  it('downloads only missing PDFs', async () => {
    const ibe = openIbe(listening);
    const id = await issue(4, 'P');
    const pdfs = await print(id, [0, 1, 2, 3]);
    await using proxy = await openCuttingProxy(listening.url, []);
    const out = path.join(ibe.directory, 'pdfs');
    const fetchAll = async (...args: string[]) => {
      const told = await ibe.json<{ batches: object[] }>(
        0,
        'pdf',
        String(id),
        '--out',
        out,
        '--url',
        proxy.url,
        ...args,
      );
      return told.batches[0];
    };
    expect(await fetchAll()).toMatchObject({ written: 4, kept: 0 });
    const file = (name: string) => path.join(out, String(id), name);
    expect(readFileSync(file('P-3.pdf')).equals(pdfs[2]!)).toBe(true);
    const before = proxy.passed.answer;
    expect(await fetchAll()).toMatchObject({ written: 0, kept: 4 });
    expect(proxy.passed.answer).toBe(before);
    rmSync(file('P-1.pdf'));
    writeFileSync(file('P-2.pdf'), 'half');
    expect(await fetchAll()).toMatchObject({ written: 2, kept: 2 });
    expect(await fetchAll('--again')).toMatchObject({ written: 0, kept: 4 });
    expect(readdirSync(path.join(out, String(id))).toSorted()).toEqual([
      'P-1.pdf',
      'P-2.pdf',
      'P-3.pdf',
      'P-4.pdf',
      'complete.ibe.json',
      'manifest.json',
    ]);
    const manifest = JSON.parse(readFileSync(file('manifest.json'), 'utf8')) as unknown[];
    expect(manifest).toHaveLength(4);
    expect(manifest[2]).toMatchObject({
      file: 'P-3.pdf',
      batch_invoice_id: id * 1000 + 2,
      invoice_number: 'P-3',
    });
  });

  it('downloads the available PDFs on request, and the others later', async () => {
    const ibe = openIbe(listening);
    const id = await issue(2, 'HALF');
    await print(id, [1]);
    const args = ['pdf', String(id), '--out', ibe.directory] as const;
    const late = await ibe.run(...args, '--timeout', '1');
    expect(late.code).toBe(3);
    expect(await ibe.json(0, ...args, '--partial')).toMatchObject({ batches: [{ written: 1 }] });
    await print(id, [0]);
    expect(await ibe.json(0, ...args)).toMatchObject({ batches: [{ written: 1, kept: 1 }] });
  });
});

describe('ibe', () => {
  it('reports output that could not be written, but not a closed pipe', async () => {
    const ibe = openIbe(listening);
    const id = String(await issue(1, 'LOST'));
    const full = await runUnread(IBE, ['status', id], ibe.settings, '/dev/full');
    expect([full.code, full.err]).toEqual([
      2,
      expect.stringMatching(/^The output could not be written: .*ENOSPC/),
    ]);
    expect(await runUnread(IBE, ['status', id], ibe.settings, null)).toEqual({ code: 141, err: '' });
  });

  it('reads its key from a file, and names missing options', async () => {
    const ibe = openIbe(listening);
    const keyFile = ibe.write('key', `${listening.organization.apiKey}\n`);
    const run = (settings: NodeJS.ProcessEnv) => runProgram(IBE, ['status', '999999'], settings);
    const url = { INVOICE_ENGINE_URL: listening.url };
    expect((await run({ ...url, INVOICE_ENGINE_API_KEY_FILE: keyFile })).err).toContain('not found');
    expect((await run(url)).err).toContain('The API key is missing');
    expect((await run({})).err).toContain('The address of the engine is missing');
  });
});
