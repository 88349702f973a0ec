import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { buildInvoices } from '../../../clients/typescript/src/cli/input/build-invoices.ts';
import { type ColumnMap, readColumnMap } from '../../../clients/typescript/src/cli/input/column-map.ts';
import { describeFaults } from '../../../clients/typescript/src/cli/input/row-faults.ts';
import { detectSeparator, readCsv } from '../../../clients/typescript/src/cli/input/read-csv.ts';
import { findTarget } from '../../../clients/typescript/src/cli/input/targets.ts';
import { INVOICE_MEMBERS, LINE_MEMBERS } from '../../../clients/typescript/src/generated/members.ts';
import { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';

const SEPARATORS = [';', ',', '\t', '|'];
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('a table', () => {
  // A row of blanks would be left out.
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ';', ',', '\n', '\r\n', ' ', 'ñ'), maxLength: 8 })
    .map((text) => `${text}a`);
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));

  it('is read with quotes, separators and line breaks in cells', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom('\n', '\r\n'),
        (rows, separator, end) => {
          const text = rows.map((cells) => cells.map(quote).join(separator)).join(end);
          expect(readCsv(text, separator).map(({ cells }) => cells)).toEqual(rows);
          expect(readCsv(`\uFEFF${text}${end}`, separator).map(({ cells }) => cells)).toEqual(rows);
        },
      ),
    );
  });

  it('returns the line in which each row begins', () => {
    const text = 'a;b\n"x\ny";2\n\n3;4\r\n';
    expect(readCsv(text, ';').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each(SEPARATORS)('has the most frequent separator of its first line: %j', (separator) => {
    expect(detectSeparator(['a', '"x,,;;\t\t||"', 'c'].join(separator))).toBe(separator);
  });

  it.each([
    ['a;"b', 'Line 1: a quote is never closed'],
    ['a\n"b" c', 'Line 2: a closing quote is followed by other characters'],
  ])('%j is refused', (text, message) => {
    expect(() => readCsv(text, ';')).toThrow(message);
  });
});

function build(text: string, map: ColumnMap = {}): unknown[] {
  const { invoices, faults } = buildInvoices(readCsv(text, ';'), map);
  if (faults.length > 0) throw new Error(describeFaults(faults));
  return invoices.map((invoice) => JSON.parse(invoice.text) as unknown);
}

describe('the invoices of a table', () => {
  it('are one per number, with a line per row, if the headers are members', () => {
    const text = [
      'number_serie;issuer_nif;paid;lines.concept;lines.units;lines.unit_price',
      'A-1;B12345674;true;One;1;10.50',
      'A-2;B12345674;0;Two;2;-3',
      'A-1;;;Three;0.5;007',
    ].join('\n');
    expect(build(text)).toEqual([
      {
        number_serie: 'A-1',
        issuer_nif: 'B12345674',
        paid: true,
        lines: [
          { concept: 'One', units: '1', unit_price: '10.50' },
          { concept: 'Three', units: '0.5', unit_price: '7' },
        ],
      },
      {
        number_serie: 'A-2',
        issuer_nif: 'B12345674',
        paid: false,
        lines: [{ concept: 'Two', units: '2', unit_price: '-3' }],
      },
    ]);
  });

  it('get names, constants and decimals from a map', () => {
    const map = readColumnMap(
      JSON.stringify({
        columns: { Factura: 'number_serie', Base: 'lines.unit_price', Nota: null },
        constants: { issuer_nif: 'B12345674', 'lines.tax_rate': 21 },
        decimal: ',',
      }),
    );
    expect(build('Factura;Base;Nota\nA-1;1234,50;x', map)).toEqual([
      { issuer_nif: 'B12345674', number_serie: 'A-1', lines: [{ tax_rate: 21, unit_price: '1234.50' }] },
    ]);
  });

  it('have members at any depth, by their paths', () => {
    const text = [
      'number_serie;recipients[0].name;payment.due[1].amount;payment.due[0].date;rectification.invoices[0].number_serie;metadata.shop.es;lines.period.start;lines.allowances[0].percent',
      'A-1;Ana;3.50;2026-12-01;T-1;madrid;2026-11-01;5',
      'A-2;Eva;;;;;;',
    ].join('\n');
    expect(build(text, { constants: { 'recipients[0].country_code': 'ES', 'lines.units': 1 } })).toEqual([
      {
        number_serie: 'A-1',
        recipients: [{ country_code: 'ES', name: 'Ana' }],
        payment: { due: [{ date: '2026-12-01' }, { amount: '3.50' }] },
        rectification: { invoices: [{ number_serie: 'T-1' }] },
        metadata: { 'shop.es': 'madrid' },
        lines: [{ units: 1, period: { start: '2026-11-01' }, allowances: [{ percent: '5' }] }],
      },
      { number_serie: 'A-2', recipients: [{ country_code: 'ES', name: 'Eva' }], lines: [] },
    ]);
  });

  it('can have every member of the API in a column', () => {
    const ofLines = Object.keys(LINE_MEMBERS).map((path) => `lines.${path}`);
    const paths = [...Object.keys(INVOICE_MEMBERS), ...ofLines].map((path) =>
      path.replaceAll('[]', '[0]').replace('*', 'own'),
    );
    const cells = { string: 'x', date: '2026-11-20', decimal: '1.5', integer: '7', boolean: 'true' };
    const row = paths.map((path) => cells[findTarget(path).type]);
    const [invoice] = build([paths.join(';'), row.join(';')].join('\n'));
    expect(Compile(InvoiceInput).Errors(invoice)).toEqual([]);
    expect(Object.keys(invoice as object).toSorted()).toEqual(
      Object.keys(InvoiceInput.properties).toSorted(),
    );
    const [line] = (invoice as { lines: object[] }).lines;
    expect(Object.keys(line!).toSorted()).toEqual(Object.keys(LineInput.properties).toSorted());
  });

  it('ignore the columns that the map does not name if it says so, and take two members from one column', () => {
    const map = readColumnMap('{"columns":{"Pedido":["number_serie","external_invoice_id"],"*":null}}');
    expect(build('Pedido;Total;paid\nA-1;5;1', map)).toEqual([
      { number_serie: 'A-1', external_invoice_id: 'A-1', lines: [] },
    ]);
  });

  it('leave out rows by the values of a column', () => {
    const map = readColumnMap('{"columns":{"Estado":null},"skip":{"Estado":["anulado","borrador"]}}');
    const text = 'number_serie;Estado;lines.units\nA;pagado;1\nA;anulado;2\nB; borrador ;3';
    expect(build(text, map)).toEqual([{ number_serie: 'A', lines: [{ units: '1' }] }]);
    expect(() => build('number_serie\nA', map)).toThrow('no column Estado');
  });

  it('know their rows, and those of their lines', () => {
    const rows = readCsv('number_serie;lines.units\nA;1\nB;2\nA;3', ';');
    expect(buildInvoices(rows, {}).invoices.map(({ place }) => place)).toEqual([
      { row: 2, lineRows: [2, 4] },
      { row: 3, lineRows: [3] },
    ]);
  });

  it.each([
    ['dd/mm/yyyy', '5/11/2026', '2026-11-05'],
    ['dd/mm/yyyy', '05/11/2026 23:59', '2026-11-05'],
    ['dd.mm.yyyy', '05.11.2026', '2026-11-05'],
    ['dd-mm-yyyy', '05-11-2026', '2026-11-05'],
    ['mm/dd/yyyy', '11/05/2026', '2026-11-05'],
    ['yyyy/mm/dd', '2026/11/05', '2026-11-05'],
    ['yyyy-mm-dd', '2026-11-05T10:00:00+01:00', '2026-11-05'],
  ] as const)('have dates of the form %s: %s is %s', (dates, cell, date) => {
    const text = `number_serie;issue_date\nA;${cell}`;
    expect(build(text, { dates })).toEqual([{ number_serie: 'A', issue_date: date, lines: [] }]);
  });

  it.each(['31/02/2026', '11/31/2026', '05-11-2026', '05/11/26', '05/11/2026 noche'])(
    'are refused with the date %s, if dates have the form dd/mm/yyyy',
    (cell) => {
      const message = `row 2, column issue_date: ${JSON.stringify(cell)} is not a date of the form dd/mm/yyyy`;
      expect(() => build(`number_serie;issue_date\nA;${cell}`, { dates: 'dd/mm/yyyy' })).toThrow(message);
    },
  );

  it('have numbers with unchanged digits, or none', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,24}$/);
    fc.assert(
      fc.property(digits, fc.option(fc.stringMatching(/^\d{1,20}$/)), (whole, decimals) => {
        const text = decimals === null ? whole : `${whole},${decimals}`;
        const rows = readCsv(`number_serie;lines.unit_price\nA;${text}`, ';');
        const [invoice] = buildInvoices(rows, { decimal: ',' }).invoices;
        expect(invoice!.text).toContain(`"unit_price":"${text.replace(',', '.')}"}`);
      }),
    );
  });

  it.each([
    ['1,5', '.'],
    ['1.5', ','],
    ['1.234,50', ','],
    ['1,234.50', '.'],
    ['1 234', '.'],
    ['12 €', '.'],
    ['1e3', '.'],
    ['0x10', '.'],
    ['Infinity', '.'],
  ] as const)('report %j with the decimal %j as wrong, with row and column', (cell, decimal) => {
    const text = `number_serie;lines.unit_price\nA;1\nB;${cell}`;
    expect(() => build(text, { decimal })).toThrow(
      `row 3, column lines.unit_price: ${JSON.stringify(cell)} is not a number`,
    );
  });

  it.each([
    [
      'rows of an invoice that contradict each other',
      'number_serie;paid\nA;1\nA;0',
      'row 3, column paid: false here and true in row 2',
    ],
    ['a row without a number', 'number_serie;paid\n;1', 'row 2, column number_serie: it is empty'],
    ['a row with a cell too many', 'number_serie;paid\nA;1;2', 'row 2 has 3 cells, but the first row'],
    ['two columns for the same member', 'number_serie;number_serie\nA;1', 'Two columns'],
    ['no column with numbers', 'issuer_nif\nA', 'No column contains number_serie'],
    ['a wrong truth value', 'number_serie;paid\nA;yes', 'is neither true nor false'],
    [
      'an item of a list without its index',
      'number_serie;recipients[].name\nA;x',
      'Column recipients[].name',
    ],
  ])('%s are refused', (_, text, message) => {
    expect(() => build(text)).toThrow(message);
  });

  it.each([
    ['{', 'not JSON'],
    ['{"column":{}}', 'has the unknown member column'],
    ['{"decimal":"x"}', '"." or ","'],
    ['{"constants":{"x":1}}', 'x is not a member'],
    ['{"dates":"dmy"}', 'must be one of yyyy-mm-dd'],
    ['{"columns":{"*":"paid"}}', 'can only be null'],
    ['{"columns":[]}', 'columns of the map must be a JSON object'],
    ['{"skip":{"a":"b"}}', 'must have a list for a'],
    ['[]', 'must be a JSON object'],
  ])('refuse the map %s', (text, message) => {
    expect(() => readColumnMap(text)).toThrow(message);
  });
});
