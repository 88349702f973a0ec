import { expect, it } from 'vitest';
import { createCsvSink } from '#src/deliver/books/write-csv.ts';

const HEAD = {
  issuerNif: 'B12345674',
  book: 'E',
  from: '2026-01-01',
  to: '2026-12-31',
  language: 'es',
  hasNotes: true,
} as const;

it.each(['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '＋1', '－1', '＠SUM(1)'])(
  'a name that a spreadsheet would execute has an apostrophe before it in CSV: %s',
  async (name) => {
    const pieces: string[] = [];
    const sink = createCsvSink(HEAD, (bytes) => pieces.push(new TextDecoder().decode(bytes)));
    await sink.write([{ recipient_name: name }]);
    expect(pieces.at(-1)!.split(';')).toContain(`'${name}`);
  },
);
