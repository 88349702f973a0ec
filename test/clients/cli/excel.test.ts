import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeFaults } from '../../../clients/typescript/src/cli/input/row-faults.ts';
import { readFile } from '../../../clients/typescript/src/cli/input/read-file.ts';

/* Tables as Excel and shops write them are read as the tables that they mean. */

const MAP = JSON.stringify({ constants: { issue_date: null }, decimal: ',' });
const HEAD = [
  'number_serie',
  'recipient_billing_address',
  'lines.concept',
  'lines.units',
  'lines.unit_price',
];
const ROWS = [
  ['A-1', 'Calle Núñez 1, 2.º', 'Café', '2', '1,50'],
  ['A-2', '', 'Té "verde"', '1', '2,00'],
];
const EXPECTED = [
  {
    issue_date: null,
    number_serie: 'A-1',
    recipient_billing_address: 'Calle Núñez 1, 2.º',
    lines: [{ concept: 'Café', units: '2', unit_price: '1.50' }],
  },
  {
    issue_date: null,
    number_serie: 'A-2',
    lines: [{ concept: 'Té "verde"', units: '1', unit_price: '2.00' }],
  },
];

const quote = (cell: string) => (/[";\t,\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const write = (rows: readonly (readonly string[])[], separator = ';', end = '\r\n') =>
  rows.map((cells) => cells.map(quote).join(separator) + end).join('');
const TABLE = write([HEAD, ...ROWS]);

const inUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

async function read(content: string | Buffer, map = MAP, name = 'export.csv', encoding?: string) {
  const directory = mkdtempSync(path.join(tmpdir(), 'excel-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [file, mapFile] = [path.join(directory, name), path.join(directory, 'map.json')];
  writeFileSync(file, content);
  writeFileSync(mapFile, map);
  const { invoices, faults } = await readFile(file, {
    map: mapFile,
    encoding,
    operationDate: null,
    findIssued: () => Promise.resolve(new Map()),
  });
  if (faults.length > 0) throw new Error(describeFaults(faults));
  return invoices.map(({ text }) => JSON.parse(text) as unknown);
}

describe('a table is read', () => {
  it.each<[name: string, content: string | Buffer]>([
    ['as "CSV UTF-8", with a byte order mark', `\uFEFF${TABLE}`],
    [
      'with rows of empty cells, in the middle and at the end',
      write([HEAD, ROWS[0]!, ['', '', ' ', '', ''], ROWS[1]!, ['', '', '', '', '']]),
    ],
    ['with empty columns at the end', write([HEAD, ...ROWS].map((cells) => [...cells, '', '']))],
    [
      'with an empty column among the others',
      write([HEAD, ...ROWS].map((cells) => [...cells.slice(0, 2), '', ...cells.slice(2)])),
    ],
    ['with a line that states the separator', `sep=;\r\n${TABLE}`],
    [
      'with a quoted line that states the separator, after a byte order mark',
      `\uFEFF"sep=|"\r\n${write([HEAD, ...ROWS], '|')}`,
    ],
    ['as "Unicode text": UTF-16 with tabs', inUtf16(write([HEAD, ...ROWS], '\t'))],
    ['in UTF-16 of the other byte order', inUtf16(TABLE).swap16()],
    ['as "CSV (Macintosh)", with the line ends of old systems', write([HEAD, ...ROWS], ';', '\r')],
    ['without a line end at its end', TABLE.trimEnd()],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual(EXPECTED);
  });

  it('in Windows-1252 if an option or the map says so; without that it is refused with the remedy', async () => {
    const content = Buffer.from(TABLE, 'latin1');
    expect(await read(content, MAP, 'export.csv', 'windows-1252')).toEqual(EXPECTED);
    const map = JSON.stringify({ ...JSON.parse(MAP), encoding: 'windows-1252' });
    expect(await read(content, map)).toEqual(EXPECTED);
    await expect(read(content)).rejects.toThrow('Try --encoding windows-1252');
  });

  it('in no encoding that is guessed: UTF-16 without a byte order mark is refused', async () => {
    await expect(read(Buffer.from(TABLE, 'utf16le'))).rejects.toThrow(/encoding (?:utf-16le|windows-1252)/);
    await expect(read(Buffer.from('number_serie\nA', 'utf16le'))).rejects.toThrow('Try --encoding utf-16le');
  });

  it('with empty cells for those that Excel leaves out at the end of a row', async () => {
    const text = 'number_serie;lines.units;lines.notes;buyer_reference\nA-1;1\nA-2;2;x\n';
    expect(await read(text)).toEqual([
      { issue_date: null, number_serie: 'A-1', lines: [{ units: '1' }] },
      { issue_date: null, number_serie: 'A-2', lines: [{ units: '2', notes: 'x' }] },
    ]);
  });

  it('with the lines of a cell as one line, except in texts that may have several', async () => {
    const text = write([
      ['number_serie', 'recipient_billing_address', 'lines.concept', 'lines.notes'],
      ['A-1', 'Calle Mayor 1,\r\n2.º B\n', 'Café\nmolido', 'Uno\ndos'],
    ]);
    expect(await read(text)).toEqual([
      {
        issue_date: null,
        number_serie: 'A-1',
        recipient_billing_address: 'Calle Mayor 1, 2.º B',
        lines: [{ concept: 'Café molido', notes: 'Uno\ndos' }],
      },
    ]);
  });

  it('with numbers that are written as formulas, which keep their zeros in Excel', async () => {
    const text = 'number_serie;recipient_billing_postal_code\n"=""A-1""";="08001"\n';
    expect(await read(text)).toMatchObject([{ number_serie: 'A-1', recipient_billing_postal_code: '08001' }]);
  });

  it('with the row of each finding, after a line that states the separator and a row without values', async () => {
    const text = 'sep=;\nnumber_serie;lines.units\n;\nA-1;x\n';
    await expect(read(text)).rejects.toThrow('row 4, column lines.units: "x" is not a number');
  });
});

describe('a table is refused', () => {
  it.each([
    [
      'with a number that a spreadsheet has shortened',
      'number_serie;lines.gtin\nA;8,41E+12',
      'last digits are lost',
    ],
    ['with a cell in a column without a name', 'number_serie;paid\nA;1;x', 'row 2 has 3 cells'],
    ['without any row', ';;\n;;\n', 'The table is empty'],
  ])('%s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

/* Odoo and Magento's extensions write the members of an invoice only in its first row, and values in words. */
const ODOO = `Número;Estado;Líneas de factura/Cantidad;Líneas de factura/Impuestos
F-1;Publicado;1,00;21% G
;;2,00;21% G,5.2% RE
F-2;Publicado;3,00;0% EU G
F-3;Borrador;4,00;21% G
;;5,00;21% G
`;
const OF_ODOO = {
  columns: { Número: 'number_serie', 'Líneas de factura/Cantidad': 'lines.units', '*': null },
  values: {
    'Líneas de factura/Impuestos': {
      '21% G': { 'lines.tax_rate': '21' },
      '21% G,5.2% RE': { 'lines.tax_rate': '21', 'lines.equivalence_surcharge_rate': '5.2' },
      '0% EU G': { 'lines.tax_exemption_code': 'E5' },
    },
  },
  skip: { Estado: ['Borrador'] },
  fill_down: true,
  decimal: ',',
};

describe('a map', () => {
  it('continues an invoice in rows without its number, and says what values mean', async () => {
    expect(await read(ODOO, JSON.stringify(OF_ODOO))).toEqual([
      {
        number_serie: 'F-1',
        lines: [
          { units: '1.00', tax_rate: '21' },
          { units: '2.00', tax_rate: '21', equivalence_surcharge_rate: '5.2' },
        ],
      },
      { number_serie: 'F-2', lines: [{ units: '3.00', tax_exemption_code: 'E5' }] },
    ]);
  });

  it('is needed for that: a row without a number is refused, with the remedy', async () => {
    const map = JSON.stringify({ ...OF_ODOO, fill_down: false });
    await expect(read(ODOO, map)).rejects.toThrow('row 3, column Número: it is empty');
  });

  it('refuses a value to which it gives no meaning', async () => {
    const text = ODOO.replace('0% EU G', '0% EX S');
    await expect(read(text, JSON.stringify(OF_ODOO))).rejects.toThrow(
      'row 4, column Líneas de factura/Impuestos: "0% EX S" has no meaning, and values of the map has only 21% G',
    );
  });

  it('translates a value of a member, and reads others as they are', async () => {
    const map = { columns: { Pagada: 'paid' }, values: { Pagada: { Sí: true, '': false, 'N/D': null } } };
    const text = 'number_serie;Pagada\nA;Sí\nB;false\nC;N/D\n';
    expect(await read(text, JSON.stringify(map))).toMatchObject([{ paid: true }, { paid: false }, {}]);
    await expect(read('number_serie;Pagada\nA;Si\n', JSON.stringify(map))).rejects.toThrow(
      'neither true nor false',
    );
  });

  it.each([
    ['{"values":{"a":1}}', 'values of the map must have an object for a'],
    ['{"values":{"a":{"b":{"x":1}}}}', 'x is not a member'],
    ['{"fill_down":"yes"}', 'fill_down of the map must be true or false'],
    ['{"values":{"a":{}}}', 'The table has no column a'],
  ])('%s is refused', async (map, message) => {
    await expect(read('number_serie\nA', map)).rejects.toThrow(message);
  });
});
