import type { TSchema } from 'typebox';
import { ErrorBody } from '../../contracts/answers.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { describeCodes } from '../../contracts/v2/code-reference.ts';
import { ErrorBody as ErrorBodyV2, Problem, PROBLEM_TYPE } from '../../contracts/v2/error-answer.ts';
import { WEBHOOKS_TAG } from './describe-webhooks.ts';

type Tag = { readonly name: string; readonly description: string };
/** The schema of an error answer by its media type. */
export type ErrorForms = Readonly<Record<string, TSchema>>;
type Description = {
  readonly description: string;
  readonly tags: readonly Tag[];
  readonly errorForms: ErrorForms;
  /** The file with recorded requests and answers. */
  readonly examples: string;
  /** Returns the tag of an operation. @param own the tag that its route states. */
  readonly tagOf: (operationId: string, own: string) => string;
};

/** The operations that every implementation of version 1 has, with their tags. */
const FIRST_OPERATIONS: Readonly<Record<string, string>> = {
  createSession: 'Sessions',
  createInvoiceBatch: 'Invoice batches',
  listInvoiceBatches: 'Invoice batches',
  getInvoiceBatch: 'Invoice batches',
  listBatchInvoices: 'Batch invoices',
  getBatchInvoice: 'Batch invoices',
  downloadIssuedInvoicePdf: 'Batch invoices',
};
/** Tag of the other operations. */
const EXTENSIONS = 'Extensions';

const FOR_ALL =
  'Submit invoices in batches, follow their processing, and download the PDFs of the issued invoices. Every answer has the header `X-Request-Id`. A request with a method that the path does not support is answered with 405 `method_not_allowed` and the header `Allow`.';
const VALID_VALUES =
  'The schemas of requests describe valid values. If an invoice has correct JSON types but invalid values, the batch is still accepted. Only that invoice fails, with messages that name the members.';
const SESSIONS = {
  name: 'Sessions',
  description: 'Exchange an API key for a token that is valid for 24 hours.',
};
const BATCHES = {
  name: 'Invoice batches',
  description: 'Submit batches of 1 to 1000 invoices and follow their processing.',
};

/** What the OpenAPI document of each version says about the whole version. */
export const DESCRIPTIONS: Readonly<Record<ApiVersion, Description>> = {
  1: {
    description: `${FOR_ALL} In a 401, \`WWW-Authenticate\` contains the reason, for example that the request has an API key instead of a session token.\n\n${VALID_VALUES}`,
    errorForms: { 'application/json': ErrorBody },
    examples: 'examples.json',
    tagOf: (operationId) => FIRST_OPERATIONS[operationId] ?? EXTENSIONS,
    tags: [
      SESSIONS,
      BATCHES,
      {
        name: 'Batch invoices',
        description: 'Read the invoices of batches: number, PDF and state at AEAT.',
      },
      {
        name: EXTENSIONS,
        description:
          'Endpoints that other implementations of version 1 do not have. Authentication, errors, scope and limits are the same.',
      },
      WEBHOOKS_TAG,
    ],
  },
  2: {
    description:
      `${FOR_ALL}\n\n${VALID_VALUES}\n\n` +
      'Send your API key with every request: `Authorization: Bearer org_live_…`. A session token is accepted in its place. A 401 says what to send if the header has another secret.\n\n' +
      'Version 2 exists alongside version 1 and shares its batches, invoices, API keys, sessions, rights and limits: a batch that was created through one version is visible through the other. An invoice of version 1 becomes one of version 2 when `operation_date` is renamed to `issue_date`, unless all its lines have regime `14` or `15`. Taxed lines with the regimes `03` and `05` also need `margin`.\n\n' +
      'A decimal in a request is a JSON number or a string with a decimal point (`"12.50"`); both mean the same. Amounts in answers are decimal strings.\n\n' +
      'Errors have the form of `ErrorAnswer`, or of RFC 9457 (`application/problem+json`) if `Accept` prefers that.\n\n' +
      'Messages are in English or, if `Accept-Language` prefers it, in Spanish. Codes, paths and names of members do not depend on the language.',
    errorForms: { 'application/json': ErrorBodyV2, [PROBLEM_TYPE]: Problem },
    examples: 'examples-v2.json',
    tagOf: (_operationId, own) => own,
    tags: [
      {
        name: 'Access',
        description: 'What your API key gives access to.',
      },
      { ...SESSIONS, description: `${SESSIONS.description} Requests also accept the API key itself.` },
      BATCHES,
      {
        name: 'Invoices',
        description:
          'Find invoices in all batches, read everything about one invoice, and correct its registration.',
      },
      {
        name: 'Books',
        description:
          "The book of issued invoices of an issuer (RIVA, art. 63) in AEAT's common electronic format, for accountants.",
      },
      {
        name: 'Payments',
        description:
          'Record that issued invoices were paid, which SII needs with regime `07`. Recording needs an API key with the right `payments`.',
      },
      {
        name: 'Electronic invoices',
        description:
          "The deliveries of invoices to AEAT's public solution of electronic invoices (SPFE; RD 238/2026): their state, what recipients report, and what people order.",
      },
      {
        name: 'Recipient profiles',
        description:
          'Manage what electronic invoices need of recipients: electronic address, DIR3 codes, buyer reference and unit. Changes need an API key with the right `recipients`.',
      },
      {
        name: 'Series',
        description:
          'Manage the series that give invoices their numbers. Changes need an API key with the right `series`.',
      },
      {
        name: 'Webhook endpoints',
        description:
          'Manage the addresses that receive webhooks, with API keys that have the right `webhooks`.',
      },
      {
        name: 'Events',
        description: 'What happened to batches and invoices, whether or not an endpoint received it.',
      },
      { name: 'Codes', description: describeCodes() },
      WEBHOOKS_TAG,
    ],
  },
};
