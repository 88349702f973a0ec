import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Remark } from '../../../clients/typescript/src/cli/remarks.ts';
import { type ListeningApi, openListeningApi } from '../support/listening-api.ts';
import { openIbe, type SubmittedBatches } from '../support/run-ibe.ts';

/* What is wrong in a file is listed in one run, and the rest can be sent. */

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const HEAD =
  'number_serie;external_invoice_id;issuer_nif;lines.concept;lines.units;lines.unit_price;lines.tax_rate';
const row = (series: string, number: number, units = '1', rate = '21') =>
  `${series}-${number};${series}-${number};B12345674;Café;${units};1.00;${rate}`;
/** The second invoice has a wrong cell, the third one a rate that the engine refuses. */
const buildTable = (series: string) =>
  [
    HEAD,
    row(series, 1),
    row(series, 2, 'dos'),
    row(series, 2),
    row(series, 3, '1', '20'),
    row(series, 4),
  ].join('\n');

describe('a file with faults', () => {
  it('is validated completely: its own faults and those that the engine finds', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.csv', buildTable('V'));
    const told = await ibe.json<{ errors: Remark[] }>(1, 'validate', file);
    expect(told).toMatchObject({ invoices_count: 4, valid_invoices_count: 2 });
    expect(told.errors).toMatchObject([
      { row: 3, code: 'cell', message: expect.stringContaining('column lines.units: "dos" is not a number') },
      { row: 5, external_invoice_id: 'V-3', path: '/lines/0/tax_rate', code: 'unknown_value' },
    ]);
  });

  it('is not sent, and the faults are listed for programs', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.csv', buildTable('N'));
    const told = await ibe.json<{ errors: Remark[] }>(2, 'submit', file);
    expect(told).toMatchObject({ error: { code: 'input' }, errors: [{ row: 3, code: 'cell' }] });
    expect(existsSync(`${file}.ibe.json`)).toBe(false);
  });

  it('is sent without what is wrong, which another file has, and which is sent when it is corrected', async () => {
    const ibe = openIbe(listening);
    const file = ibe.write('orders.csv', buildTable('S'));
    const rest = `${ibe.directory}/rest.csv`;
    const submit = () =>
      ibe.json<SubmittedBatches & { refused: Remark[] }>(1, 'submit', file, '--refused', rest);
    const { batches, refused } = await submit();
    expect(batches).toMatchObject([{ invoices_count: 2, outcome: 'created', errors: [] }]);
    expect(refused.map((one) => one.row)).toEqual([3, 5]);
    expect((await submit()).batches).toMatchObject([{ id: batches[0]!.id, outcome: 'known' }]);
    const text = readFileSync(rest, 'utf8');
    expect(text.match(/S-\d/g)).toEqual(['S-2', 'S-2', 'S-2', 'S-2', 'S-3', 'S-3']);
    const corrected = ibe.write('corrected.csv', text.replace('dos', '2').replace('"20"', '"21"'));
    const sent = await ibe.json<SubmittedBatches>(0, 'submit', corrected);
    expect(sent.batches).toMatchObject([{ invoices_count: 2, errors: [] }]);
  });

  it.each(['json', 'ndjson'])('has the rest in its own format: %s', async (format) => {
    const ibe = openIbe(listening);
    const line = { concept: 'Café', units: 1, unit_price: 1 };
    const invoices = [21, 20].map((tax_rate, index) => ({
      issuer_nif: 'B12345674',
      number_serie: `${format}-${index}`,
      lines: [{ ...line, tax_rate }],
    }));
    const texts = invoices.map((invoice) => JSON.stringify(invoice));
    const file = ibe.write(`orders.${format}`, format === 'json' ? `[${texts.join(',')}]` : texts.join('\n'));
    const rest = `${ibe.directory}/rest.${format}`;
    await ibe.json(1, 'submit', file, '--refused', rest);
    const text = readFileSync(rest, 'utf8');
    expect(format === 'json' ? JSON.parse(text) : [JSON.parse(text)]).toEqual([invoices[1]]);
  });
});
