import { Type } from 'typebox';
import { apiError } from '../contracts/api-error.ts';

/** `page` and `per_page`, as strings or lists of strings. */
export type PageQuery = { readonly page?: unknown; readonly per_page?: unknown };
/** Query parameters as received: strings or lists of strings. */
export type Query<Name extends string> = { readonly [N in Name]?: unknown };
export type PageRequest = { readonly page: number; readonly perPage: number };

export const PER_PAGE = { default: 25, max: 100 };

/** The pagination parameters, for the documentation. */
export const Pagination = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Number of the page, from 1.' })),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PER_PAGE.max,
      default: PER_PAGE.default,
      description: 'Number of items per page.',
    }),
  ),
});

/** The id of a batch in a path, for the documentation. */
export const BatchId = Type.Integer({ minimum: 1, description: 'The `id` of the invoice batch.' });
/** The id of a batch invoice in a path, for the documentation. */
export const BatchInvoiceId = Type.Integer({ minimum: 1, description: 'The `id` of the batch invoice.' });

/**
 * Reads an id from a path. A text that is not a positive safe integer in canonical form cannot be an id.
 * @returns 0 for such a text. No row has this id, so the request is answered like one with an unknown id.
 */
export function readId(text: string): number {
  const id = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

/**
 * Reads the pagination parameters.
 * @throws 400 that names the parameter and its bounds.
 */
export function readPage(query: PageQuery): PageRequest {
  const page = readInteger(query.page, 1, Number.MAX_SAFE_INTEGER);
  if (page === null) throw apiError('wrong_page', {});
  const perPage = readInteger(query.per_page, PER_PAGE.default, PER_PAGE.max);
  if (perPage === null) throw apiError('wrong_per_page', { most: PER_PAGE.max });
  return { page, perPage };
}

function readInteger(value: unknown, absent: number, max: number): number | null {
  if (value === undefined) return absent;
  if (typeof value !== 'string' || !/^[0-9]{1,16}$/.test(value)) return null;
  const number = Number(value);
  return number >= 1 && number <= max ? number : null;
}

/** Returns the `meta` member of a list. */
export function describePage({ page, perPage }: PageRequest, totalCount: number) {
  return {
    current_page: page,
    total_pages: Math.ceil(totalCount / perPage),
    total_count: totalCount,
    per_page: perPage,
  };
}
