import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { wordOf } from '../../contracts/answers.ts';
import { BookAnswer } from '../../contracts/v2/book-answer.ts';
import { BOOKS } from '../../contracts/v2/book-columns.ts';
import { BOOK_FORMATS, type BookFormat } from '../../deliver/books/book-sink.ts';
import { isBookPeriod } from '../../domain/books/quarters.ts';
import { openBook } from '../../deliver/books/open-book.ts';
import { holdUntilClosed, limitDownloads } from '../../deliver/download-permits.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { organizationOf } from '../authentication.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, documentErrors } from '../documentation/describe-answers.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { day, exactText } from '../queries/parameters.ts';

const MEDIA_TYPES: Readonly<Record<BookFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};
const BINARY = { schema: { type: 'string', format: 'binary' } };

const BookQuery = Type.Object({
  issuer_nif: exactText('NIF of the issuer.'),
  from: Type.Optional(
    day(
      'First day of the period. The default is 1 January of the year of `to`, because Pre303 and form 130 import the year up to the end of a quarter.',
    ),
  ),
  to: day('Last day of the period, in the same year as `from`.'),
  format: Type.Optional(
    wordOf(BOOK_FORMATS, {
      description:
        "`xlsx`: AEAT's format. `csv`: the same columns for programs. `json` (the default): the rows with their sums, and the notes.",
    }),
  ),
  book: Type.Optional(
    wordOf(BOOKS, {
      description:
        '`E`: IVA. `U`: joint book of IVA and IRPF, for natural persons. The default is `U` if the issuer is a natural person whose profile has a concept of income, otherwise `E`.',
    }),
  ),
  notes: Type.Optional(
    Type.Boolean({
      description:
        "With `xlsx`: whether the file has a second sheet, AVISOS, if there are notes. AEAT's format does not have it.",
      default: true,
    }),
  ),
});

/** GET /books/issued of version 2 */
export const bookRoutes: FastifyPluginAsync<
  Dependencies & {
    /** Permits of `PERMITS.books`. */
    readonly whileWritten: Semaphore;
    /** Permits of `PERMITS.allBooks`. */
    readonly whileAnyWritten: Semaphore;
  }
> = async (app, dependencies) => {
  const { pool } = dependencies;
  const whileWritten = limitDownloads(
    (organizationId, work) =>
      dependencies.whileWritten(organizationId, () => dependencies.whileAnyWritten('all', work)),
    'many_books',
  );
  app.get<{ Querystring: Static<typeof BookQuery> }>(
    '/books/issued',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'downloadIssuedBook',
        summary: 'Download the book of issued invoices',
        description:
          "Streams the book of issued invoices of an issuer in AEAT's common electronic format: one row per rate, key and exemption of each invoice, in the order of issue dates and numbers. It contains the invoices whose operation was in the period, and the rectifications that were issued in it, in their final state. Annulled invoices are not in it; the notes list them, and everything else that the format has no place for. The download counts as one read for the rate limit, and each organization writes one book at a time.",
        tags: ['Books'],
        querystring: BookQuery,
        response: {
          200: {
            description: 'The book',
            content: {
              'application/json': { schema: BookAnswer },
              [MEDIA_TYPES.xlsx]: BINARY,
              'text/csv': BINARY,
            },
          },
          ...documentErrors(400, 401, 404, 429, 500, 503),
          422: describeError(
            '`unprocessable_content`: the month of an invoice that the book needs is archived; the operator can restore it',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const {
        issuer_nif: issuerNif,
        to,
        format = 'json',
        book = null,
        notes: hasNotes = true,
      } = request.query;
      const { from = `${to.slice(0, 4)}-01-01` } = request.query;
      if (!isBookPeriod({ from, to })) throw apiError('book_period', {});
      const language = chooseLanguage(request, reply);
      // What follows has its own semaphores.
      releasePermit(request);
      if (request.method !== 'HEAD') await holdUntilClosed(whileWritten, organizationId, reply);
      const order = { organizationId, issuerNif, from, to, format, book, language, hasNotes };
      const opened = await openBook(pool, order);
      if (typeof opened === 'string') throw apiError(opened, { nif: issuerNif });
      const describe = () => {
        reply.type(MEDIA_TYPES[format]).header('Content-Disposition', nameFile(opened.name));
        if (format === 'csv' || (format === 'xlsx' && !hasNotes))
          reply.header(
            'Link',
            `</api/v2/books/issued?${new URLSearchParams({ issuer_nif: issuerNif, from, to, book: opened.book, format: 'json' }).toString()}>; rel="describedby"`,
          );
      };
      if (request.method === 'HEAD') {
        describe();
        return reply.send(Readable.from([]));
      }
      const writing = opened.write();
      // The thread of the book ends with the connection, also if nothing was sent yet.
      const stop = () => void writing.return(undefined as never).catch(() => {});
      if (reply.raw.destroyed) stop();
      else reply.raw.once('close', stop);
      // If the first part fails, the answer is still an error and not a broken file.
      const first = await writing.next();
      async function* send() {
        if (first.done !== true) yield first.value;
        try {
          yield* writing;
        } catch (error) {
          request.log.error({ err: error, issuerNif }, 'The download of a book was aborted');
          throw error;
        }
      }
      describe();
      return reply.send(Readable.from(send(), { objectMode: false }));
    },
  );
};

/** Names the file also for clients that only know ASCII (RFC 6266, 4.3). */
function nameFile(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[^ -~]/g, '')
    .replaceAll(/["\\]/g, '');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
