import { Command, Option } from 'commander';
import { type Book, BOOKS } from '../contracts/v2/book-columns.ts';
import { BOOK_FORMATS, type BookFormat } from '../deliver/books/book-sink.ts';
import type { BookSummary } from '../deliver/books/book-thread.ts';
import { isBookPeriod } from '../domain/books/quarters.ts';
import { writeTogether } from '../platform/files/durable-files.ts';
import {
  readDate,
  readId,
  readNif,
  readPath,
  requireOrganization,
  UsageError,
  withPool,
} from './command-context.ts';
import { print } from './print.ts';

/*
 * npm run engine -- book: writes the books that accountants need.
 */

type Options = {
  readonly organization: number;
  readonly issuer: string;
  readonly from?: string;
  readonly to: string;
  readonly format: BookFormat;
  readonly book?: Book;
  readonly notes: boolean;
  readonly output: string;
};

const REFUSALS = {
  unknown_issuer: 'has issued no invoice',
  joint_book: 'is a legal person, whose book is E: the joint book of IVA and IRPF is for natural persons',
} as const;

export const command = new Command('book').description("write the books of an issuer in AEAT's format");

command
  .command('issued')
  .description(
    "write the book of issued invoices in AEAT's common electronic format, and show what the format has no place for",
  )
  .requiredOption('--organization <id>', 'the organization of the issuer', readId)
  .requiredOption('--issuer <nif>', 'the NIF of the issuer', readNif)
  .option(
    '--from <date>',
    'the first day, YYYY-MM-DD; the default is 1 January of the year of --to, as Pre303 needs it',
    readDate,
  )
  .requiredOption('--to <date>', 'the last day, YYYY-MM-DD', readDate)
  .addOption(
    new Option('--format <format>', "AEAT's format, or the same columns for programs")
      .choices(BOOK_FORMATS)
      .default('xlsx'),
  )
  .addOption(
    new Option(
      '--book <type>',
      'E: IVA; U: joint book of IVA and IRPF, the default for natural persons with a concept of income',
    ).choices(BOOKS),
  )
  .option('--no-notes', 'leave the sheet AVISOS out of XLSX')
  .option('--output <directory>', 'the directory for the file', readPath, '.')
  .action(
    ({ organization, issuer, to, from = `${to.slice(0, 4)}-01-01`, format, book, notes, output }: Options) =>
      withPool('reader', async (database) => {
        if (!isBookPeriod({ from, to }))
          throw new UsageError(`--from ${from} and --to ${to} must be in one year, --from not after --to`);
        await requireOrganization(database, organization);
        const { openBook } = await import('../deliver/books/open-book.ts');
        const opened = await openBook(database.pool, {
          organizationId: organization,
          issuerNif: issuer,
          from,
          to,
          format,
          book: book ?? null,
          language: 'en',
          hasNotes: notes,
        });
        if (typeof opened === 'string') throw new UsageError(`${issuer} ${REFUSALS[opened]}`);
        let summary: BookSummary | undefined;
        async function* listFiles(write: typeof opened & object) {
          const content = (async function* () {
            summary = yield* write.write();
          })();
          yield { name: write.name, content };
        }
        const [file] = await writeTogether(output, listFiles(opened));
        await print([`${file}  ${summary!.rows} rows`, ...listNotes(summary!)]);
      }),
  );

/** Lists the notes, of which the file contains all if it has them. */
function listNotes({ notes, counts }: BookSummary): string[] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    ...notes.map(({ invoice, message }) =>
      invoice === null ? message.en : `${invoice.number} of ${invoice.issueDate}: ${message.en}`,
    ),
    ...(all > notes.length ? [`${all - notes.length} more notes; --format json lists them`] : []),
  ];
}
