import { type TSchema, Type } from 'typebox';
import { wordOf } from '../../contracts/answers.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { ABOUT_SPFE, PROFILES_OF_V1, UBL_PROFILES } from '../../contracts/electronic-formats.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';

/*
 * The schemas of parameters, which describe them in the OpenAPI documents and validate them
 * (`compileParameters`).
 */

/** The id of a batch in a path. */
export const BatchId = Type.Integer({ minimum: 1, description: 'The `id` of the invoice batch.' });
/** The id of a batch invoice in a path. */
export const BatchInvoiceId = Type.Integer({ minimum: 1, description: 'The `id` of the batch invoice.' });

const PER_PAGE = { default: 25, max: 100 };

/** The parameters of a page with a number. */
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
export type PageQuery = { readonly page: number; readonly per_page: number };

/** A text that a value must equal. The longest are the ids of clients. */
export const exactText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: INVOICE_MEMBERS.external_invoice_id.maxLength,
    pattern: String.raw`\S`,
    description,
  });
/** A time in UTC with whole seconds, such as 2026-01-31T12:00:00Z. */
export const utcTime = (description: string) =>
  Type.String({ format: 'date-time', pattern: 'Z$', description });
/** A day, such as 2026-01-31. */
export const day = (description: string) => Type.String({ format: 'date', description });

/** A month, such as 2026-01. */
export const yearMonth = (description: string) =>
  Type.String({ format: 'year-month', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description });

/** An amount with up to two decimals, such as -12.50. */
export const amount = (description: string) =>
  Type.String({
    format: 'decimal',
    pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,2})?$',
    description: `${description} At most two decimals, such as 121.00.`,
  });

/**
 * The parameter with the profile of an electronic invoice, of each version of the API. Version 1 has
 * the profiles that it had when it was released.
 */
export const PROFILE_PARAMETERS = {
  1: Type.Optional(
    wordOf(PROFILES_OF_V1, {
      description: 'With `ubl`: EN 16931 alone (`cen`, the default), or Peppol BIS Billing 3.0.',
    }),
  ),
  2: Type.Optional(
    wordOf(UBL_PROFILES, {
      description: `With \`ubl\`: EN 16931 alone (\`cen\`, the default), Peppol BIS Billing 3.0 (\`peppol\`), or AEAT's public solution. ${ABOUT_SPFE}`,
    }),
  ),
} as const satisfies Record<ApiVersion, TSchema>;
/**
 * The parameters whose valid values depend on another parameter. Their routes refuse wrong values.
 */
export const JUDGED_BY_ROUTES: ReadonlySet<TSchema> = new Set(Object.values(PROFILE_PARAMETERS));

/** Returns the `meta` member of a list. */
export function describePage({ page, per_page: perPage }: PageQuery, totalCount: number) {
  return {
    current_page: page,
    total_pages: Math.ceil(totalCount / perPage),
    total_count: totalCount,
    per_page: perPage,
  };
}
