import type { FastifyRequest } from 'fastify';
import type { ApiVersion } from '../contracts/codes.ts';
import { REQUEST_RULES, type RequestRules } from '../domain/reading/request-rules.ts';

/**
 * The form of the requests and answers of a version of the API, from which the routes that both
 * versions have are built.
 */
export type ApiForm = {
  readonly version: ApiVersion;
  /** The path under which the version is served. */
  readonly prefix: string;
  /** The rules of invoices. */
  readonly rules: RequestRules;
  /**
   * Whether answers have details about each member, and messages in the language that the client
   * prefers.
   */
  readonly hasDetails: boolean;
  /** Whether requests may be sent with an API key in place of a session token. */
  readonly acceptsKeys: boolean;
  /**
   * Whether the documented schemas of answers allow the members and the values of enumerations that
   * later versions add.
   */
  readonly hasOpenAnswers: boolean;
  /** The path of the invoices, and what the documentation calls one. */
  readonly invoices: { readonly path: string; readonly name: string };
};

/** The form of each version. */
export const API_FORMS: Readonly<Record<ApiVersion, ApiForm>> = {
  1: {
    version: 1,
    prefix: '/api/v1',
    rules: REQUEST_RULES[1],
    hasDetails: false,
    acceptsKeys: false,
    hasOpenAnswers: false,
    invoices: { path: '/batch_invoices', name: 'batch invoice' },
  },
  2: {
    version: 2,
    prefix: '/api/v2',
    rules: REQUEST_RULES[2],
    hasDetails: true,
    acceptsKeys: true,
    hasOpenAnswers: true,
    invoices: { path: '/invoices', name: 'invoice' },
  },
};

const OF_V2 = /^\/api\/v2(?:[/?]|$)/;

/**
 * Returns the form of the answer to a request. Paths that belong to no version are answered in the
 * form of version 1.
 */
export function formOf({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): ApiForm {
  return API_FORMS[OF_V2.test(routeOptions.url ?? url) ? 2 : 1];
}
