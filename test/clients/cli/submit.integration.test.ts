import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { State } from '../../../clients/typescript/src/cli/batches/state-file.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG } from '../../support/long.ts';
import { freePort } from '../../support/processes.ts';
import { withQuickStart } from '../../support/quick-start.ts';
import { buildBatch } from '../support/batches.ts';
import { openCuttingProxy } from '../support/cutting-proxy.ts';
import { type ListeningApi, openListeningApi } from '../support/listening-api.ts';
import { IBE, openIbe, type SubmittedBatches } from '../support/run-ibe.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const listInvoices = (count: number, series: string) => buildBatch(count, series).invoices;

/** Counts how often each invoice of a series is stored. */
async function countStored(series: string): Promise<number[]> {
  const { rows } = await listening.api.database.pool.query<{ count: number }>(
    `select count(*)::int from batch_invoices where external_invoice_id like $1 group by external_invoice_id`,
    [`${series}-ext-%`],
  );
  return rows.map(({ count }) => count);
}
const onceEach = (count: number) => Array.from({ length: count }, () => 1);

describe('a file that is submitted', () => {
  it('is split and sent once even if the command runs repeatedly, without its state, or a day later', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.json', { invoices: listInvoices(7, 'SPLIT') });
    const submit = () => ibe.json<SubmittedBatches>(0, 'submit', file, '--batch-size', '3');
    const first = await submit();
    expect(first.batches.map(({ outcome, invoices_count: count }) => [outcome, count])).toEqual([
      ['created', 3],
      ['created', 3],
      ['created', 1],
    ]);
    const outcomes = async () => {
      const { batches } = await submit();
      expect(batches.map(({ id }) => id)).toEqual(first.batches.map(({ id }) => id));
      return new Set(batches.map(({ outcome }) => outcome));
    };
    expect(await outcomes()).toEqual(new Set(['known']));
    rmSync(`${file}.ibe.json`);
    expect(await outcomes()).toEqual(new Set(['found']));
    rmSync(`${file}.ibe.json`);
    listening.api.clock.now = new Date(listening.api.clock.now.getTime() + 25 * 3600_000);
    expect(await outcomes()).toEqual(new Set(['found']));
    expect(await countStored('SPLIT')).toEqual(onceEach(7));
  });

  it('with its own label is found by its content', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.json', {
      invoice_batch: { external_batch_id: 'november', invoices: listInvoices(4, 'LABEL') },
    });
    const submit = () => ibe.json<SubmittedBatches>(0, 'submit', file, '--batch-size', '2');
    const { batches } = await submit();
    expect(batches.map((batch) => batch.external_batch_id)).toEqual(['november', 'november']);
    rmSync(`${file}.ibe.json`);
    expect((await submit()).batches.map(({ id, outcome }) => [id, outcome])).toEqual(
      batches.map(({ id }) => [id, 'found']),
    );
    rmSync(`${file}.ibe.json`);
    const { code, err } = await ibe.run('submit', file, '--batch-size', '2', '--label', 'december');
    expect([code, err]).toEqual([4, expect.stringContaining('Idempotency')]);
    expect(await countStored('LABEL')).toEqual(onceEach(4));
  });

  it('is sent again after corrections, also with the same label and ids', async () => {
    const ibe = openIbe(listening);
    const [invoice] = listInvoices(1, 'MEND');
    const file = ibe.write('orders.json', {
      external_batch_id: 'mend',
      invoices: [{ ...invoice!, issuer_nif: 'X' }],
    });
    await ibe.json(1, 'submit', file);
    ibe.write('orders.json', { external_batch_id: 'mend', invoices: [invoice!] });
    const { batches } = await ibe.json<SubmittedBatches>(0, 'submit', file);
    expect(batches).toMatchObject([{ outcome: 'created', errors: [] }]);
  });

  it('sends only the added invoices after it grew', async () => {
    const ibe = openIbe(listening);
    const lines = listInvoices(5, 'GROWS').map((invoice) => JSON.stringify(invoice));
    const file = ibe.write('orders.ndjson', lines.slice(0, 3).join('\n'));
    await ibe.json(0, 'submit', file);
    ibe.write('orders.ndjson', lines.join('\n'));
    const { batches } = await ibe.json<SubmittedBatches>(0, 'submit', file);
    expect(batches.map(({ outcome, invoices_count: count }) => [outcome, count])).toEqual([
      ['known', 3],
      ['created', 2],
    ]);
    expect(await countStored('GROWS')).toEqual(onceEach(5));
  });

  it('is sent once if the run ended before it recorded the answer', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.json', listInvoices(4, 'CRASH'));
    const { batches } = await ibe.json<SubmittedBatches>(0, 'submit', file, '--batch-size', '2');
    const state = JSON.parse(readFileSync(`${file}.ibe.json`, 'utf8')) as State;
    const chunks = state.chunks.map((chunk) => ({ ...chunk, batch_id: null }));
    writeFileSync(`${file}.ibe.json`, JSON.stringify({ ...state, chunks }));
    const again = await ibe.json<SubmittedBatches>(0, 'submit', file, '--batch-size', '4');
    expect(again.batches.map(({ id }) => id)).toEqual(batches.map(({ id }) => id));
    expect(await countStored('CRASH')).toEqual(onceEach(4));
  });

  it('is sent once if runs are killed at any moment', { timeout: 60_000 }, async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.json', listInvoices(240, 'KILL'));
    const args = [path.join(ROOT, IBE), 'submit', file, '--batch-size', '6'];
    let within = 0;
    for (const stored of LONG ? [1, 13, 14, 40, 41, 80, 110, 150, 190] : [1, 14, 40, 80]) {
      const child = spawn(process.execPath, args, { env: withQuickStart(ibe.settings), stdio: 'ignore' });
      const gone = once(child, 'exit');
      const isSent = async () => (await countStored('KILL')).length >= stored;
      await eventually(isSent, { every: 1, what: `${stored} invoices` });
      child.kill('SIGKILL');
      await gone;
      if ((await countStored('KILL')).length < 240) within += 1;
    }
    expect(within).toBeGreaterThan(0);
    const { batches } = await ibe.json<SubmittedBatches>(0, 'submit', file, '--batch-size', '6');
    expect(batches).toHaveLength(40);
    expect(await countStored('KILL')).toEqual(onceEach(240));
  });

  it('is sent once if connections break', { timeout: 60_000 }, async () => {
    const cuts = [200, 700, 1500, 4000, 300].flatMap((bytes) => [
      { requestBytes: bytes * 2 },
      { answerBytes: bytes },
    ]);
    await using proxy = await openCuttingProxy(listening.url, cuts);
    const ibe = openIbe(listening, proxy.url);
    const file = ibe.write('orders.json', listInvoices(80, 'CUTS'));
    const { batches } = await ibe.json<SubmittedBatches>(0, 'submit', file, '--batch-size', '10');
    expect(proxy.made).toBe(cuts.length);
    expect(new Set(batches.map(({ id }) => id)).size).toBe(8);
    expect(await countStored('CUTS')).toEqual(onceEach(80));
  });

  it('creates one batch if two runs submit it at the same time', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.json', listInvoices(30, 'TWO'));
    const runs = await Promise.all([
      ibe.json<SubmittedBatches>(0, 'submit', file, '--state', `${file}.1`),
      ibe.json<SubmittedBatches>(0, 'submit', file, '--state', `${file}.2`),
    ]);
    expect(runs[0].batches[0]!.id).toBe(runs[1].batches[0]!.id);
    expect(await countStored('TWO')).toEqual(onceEach(30));
  });

  it('is told with its rows what failed and what is questionable', async () => {
    const ibe = openIbe(listening);
    const table = [
      'external_invoice_id;number_serie;issuer_nif;lines.concept;lines.units;lines.unit_price;lines.tax_rate',
      'R1;ROWS-1;B12345674;Café;1;1.50;0',
      'R2;ROWS-2;B12345674;Té;1;1.20;10',
      'R2;ROWS-2;;Agua;1;1.20;11',
    ].join('\n');
    const file = ibe.write('orders.csv', table);
    const { code, out } = await ibe.run('submit', file);
    expect([code, out]).toEqual([1, expect.stringMatching(/row 4 +R2 +\/lines\/1\/tax_rate +unknown_value/)]);
    expect(out).toMatch(/WARNING[^]*row 2 +R1 +\/lines\/0\/tax_rate +zero_rate_charged/);
  });

  it('may be a table whose columns a map describes', async () => {
    const ibe = openIbe(listening);
    const map = ibe.write('map.json', {
      columns: {
        Factura: 'number_serie',
        Fecha: 'operation_date',
        Concepto: 'lines.concept',
        Base: 'lines.unit_price',
      },
      constants: {
        issuer_nif: 'B12345674',
        issue_date: null,
        'lines.units': 1,
        'lines.tax_rate': 21,
        invoice_type: 'F2',
      },
      decimal: ',',
    });
    const file = ibe.write(
      'orders.csv',
      'Factura;Fecha;Concepto;Base\nT-1;2026-11-20;Café;10,50\nT-1;;Té;2\nT-2;2026-11-20;Té;2\n',
    );
    const { batches } = await ibe.json<SubmittedBatches>(0, 'submit', file, '--map', map);
    expect(batches).toMatchObject([{ invoices_count: 2, errors: [] }]);
  });
});

describe('a file that is not submitted', () => {
  it('is reported with the reason and an exit code', async () => {
    const ibe = openIbe(listening);
    const right = ibe.write('right.json', listInvoices(1, 'RIGHT'));
    const wrong = ibe.write('wrong.json', [{ lines: [{ units: true }] }]);
    const earlier = ibe.write('earlier.json', [{ operation_date: '2026-11-20' }]);
    const table = ibe.write('table.csv', 'number_serie;lines.units\nA;1,5');
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const runs = await Promise.all([
      ibe.run('submit'),
      ibe.run('submit', path.join(ibe.directory, 'absent.json')),
      ibe.run('submit', right, '--batch-size', '1001'),
      ibe.run('submit', right, '--lable', 'x'),
      ibe.run('submit', table, right),
      ibe.run('submit', wrong),
      ibe.run('submit', right, '--key', 'org_live_no'),
      ibe.run('submit', right, '--url', nowhere, '--patience', '0'),
      ibe.run('send', right),
      ibe.run('submit', earlier),
      ibe.run('submit', right, '--preset', 'shopify'),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 4, 4, 3, 2, 2, 2]);
    const messages = runs.map(({ err }) => err);
    expect(messages[1]).toContain('cannot be read');
    expect(messages[4]).toContain('row 2, column lines.units: "1,5"');
    expect(messages[5]).toMatch(/invoices\[0\] .*\/lines\/0\/units +wrong_type/);
    expect(messages[7]).toContain('ECONNREFUSED');
    expect(messages[9]).toContain('invoices[0] has operation_date without issue_date');
    expect(messages[10]).toContain('--preset reads tables');
    expect(messages.filter((text) => text.includes('    at '))).toEqual([]);
    expect(await countStored('RIGHT')).toEqual([]);
    // A refused file can be corrected.
    ibe.write('wrong.json', listInvoices(1, 'RIGHT'));
    await ibe.json(0, 'submit', wrong);
  });

  it('belongs to another engine or organization according to its state', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.json', listInvoices(1, 'ELSE'));
    await ibe.json(0, 'submit', file);
    const other = await ibe.run('submit', file, '--url', 'http://127.0.0.1:1');
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('another engine')]);
    const { apiKey } = await listening.api.createOrganization();
    expect((await ibe.run('submit', file, '--key', apiKey)).code).toBe(4);
    expect(await countStored('ELSE')).toEqual([1]);
  });
});
