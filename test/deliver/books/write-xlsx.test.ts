import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOOK_COLUMNS, type BookRow } from '#src/contracts/v2/book-columns.ts';
import { createXlsxSink } from '#src/deliver/books/write-xlsx.ts';
import type { BookEnd } from '#src/deliver/books/book-sink.ts';
import { note } from '#src/domain/books/notes.ts';
import { writeTexts } from '#src/domain/books/text-form.ts';
import { readSheets } from '../../api/support/read-xlsx.ts';
import { readZip } from '../../api/support/read-zip.ts';

const HEAD = {
  issuerNif: 'B12345674',
  book: 'E',
  from: '2026-01-01',
  to: '2026-12-31',
  language: 'es',
  hasNotes: true,
} as const;
const NOTHING: BookEnd = { notes: [], counts: {}, totals: [] };
/** Rows of a sheet of XLSX, and those with titles. */
const MOST_ROWS = 1_048_576;
const TITLES = 2;

async function write(parts: readonly (readonly BookRow[])[], end = NOTHING): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sink = createXlsxSink(HEAD, (bytes) => pieces.push(Uint8Array.from(bytes)));
  for (const part of parts) await sink.write(part);
  await sink.end(end);
  return Buffer.concat(pieces);
}

const decimal = fc
  .bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  .map(
    (cents) => `${cents < 0 ? '-' : ''}${abs(cents) / 100n}.${String(abs(cents) % 100n).padStart(2, '0')}`,
  );
const abs = (cents: bigint) => (cents < 0 ? -cents : cents);
/** Texts of any characters, and texts that look like what an escaped character is written as. */
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom('01', '=1+1', ' a ', '_x000D_', '_x005F_x0041_', '\r\n', '<&>', 'true', '\u{FFFE}'),
);
const VALUES = {
  year: fc.constantFrom('2025', '2026'),
  text,
  date: fc
    .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  amount: decimal,
  rate: decimal,
};
const row: fc.Arbitrary<BookRow> = fc.record(
  Object.fromEntries(BOOK_COLUMNS.map(({ name, kind }) => [name, VALUES[kind]])),
  { requiredKeys: [] },
);

describe('a book in XLSX', () => {
  it('holds every value as it is, whatever its characters are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(row, { maxLength: 3 }), { maxLength: 4 }), async (parts) => {
        const [sheet, ...others] = await readSheets(await write(parts));
        expect(sheet!.texts.slice(TITLES)).toEqual(parts.flat().map(writeTexts));
        expect([sheet!.name, sheet!.formulas, others]).toEqual(['EXPEDIDAS', 0, []]);
      }),
      { numRuns: 100 },
    );
  });

  it('lists the notes in a sheet of their own, and says how many are missing', async () => {
    const annulled = note('annulled', { day: '21/11/2026' });
    const invoice = { id: 7000, number: '=F-7', issueDate: '2026-11-20' };
    const notes = [
      { ...note('activity_unknown'), invoice: null },
      { ...annulled, invoice },
    ];
    const bytes = await write([[]], { notes, counts: { activity_unknown: 1, annulled: 4 }, totals: [] });
    const [, listed] = await readSheets(bytes);
    expect(listed!.name).toBe('AVISOS');
    expect(listed!.texts.map((cells) => cells.slice(0, 5))).toEqual([
      ['Factura', 'Fecha expedición', 'En el libro', 'Código', 'Aviso'],
      ['', '', '', 'activity_unknown', note('activity_unknown').message.es],
      ['=F-7', '20/11/2026', 'No', 'annulled', annulled.message.es],
      ['', '', '', '', 'Hay 3 avisos más; pida el libro de un período más corto'],
    ]);
  });

  it('continues in another sheet with the same titles when one is full', async () => {
    const rows: BookRow[] = Array.from({ length: MOST_ROWS - TITLES }, () => ({}));
    const bytes = await write([rows.slice(5), rows.slice(0, 5), [{ number: 'F-1' }]]);
    const parts = new Map((await readZip(bytes)).map(({ name, content }) => [name, content.toString()]));
    expect(parts.get('xl/workbook.xml')!.match(/(?<=<sheet name=")[^"]*/g)).toEqual([
      'EXPEDIDAS',
      'EXPEDIDAS_2',
    ]);
    const [first, second] = [1, 2].map((number) => parts.get(`xl/worksheets/sheet${number}.xml`)!);
    expect(first!.match(/<row /g)).toHaveLength(MOST_ROWS);
    const titled = (xml: string) => xml.slice(xml.indexOf('<cols>'), xml.indexOf('<row r="3"'));
    expect(titled(second!)).toBe(titled(first!));
    expect(second!.match(/<row /g)).toHaveLength(TITLES + 1);
    expect(second).toContain('>F-1<');
  });
});
