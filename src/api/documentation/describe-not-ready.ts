import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { describeError } from './describe-answers.ts';

/** What an operation answers that may come too early: 409 now, 422 never. */
type NotReady = { readonly now: string; readonly never: string };

const FAILED = 'the invoice failed (the message contains the reason)';
const PROCESSING = 'the invoice is still being processed';
const ARCHIVED = 'its month is archived';

const correction: NotReady = {
  now: '`not_issued` or `not_answered_yet`: the invoice is still being processed, or AEAT has not answered its last record',
  never:
    '`validation_failed`: the body is wrong, and the details name the member. Another code: the correction is impossible, and the message contains the reason',
};

/** By the id of the operation. Version 1 answers 422 to both, with and without `Retry-After`. */
const NOT_READY: Readonly<Record<string, NotReady>> = {
  downloadIssuedInvoicePdf: {
    now: `${PROCESSING}, or its PDF is not rendered yet`,
    never: `${FAILED}, or ${ARCHIVED}`,
  },
  downloadBatchPdfs: {
    now: 'the batch is still being processed, or some PDFs are not rendered yet. If PDFs are rendered on demand, this request starts it',
    never: 'no invoice of the batch was issued, or its month is archived',
  },
  listDocumentFormats: { now: PROCESSING, never: `${FAILED}, or ${ARCHIVED}` },
  downloadDocument: {
    now: `${PROCESSING}, or the document is not rendered or signed yet`,
    never: `the format cannot express the invoice (the message contains the rule and the formats that can), its issuer has no certificate that can sign it (the message contains the reason and the remedy), its stored signed file is damaged (the operator can have it signed again), ${FAILED}, or ${ARCHIVED}`,
  },
  downloadBatchDocuments: {
    now: 'the batch is still being processed, or some files are not ready yet: PDFs with `hybrid`, signatures with `facturae`, which this request starts',
    never:
      'no invoice was issued; none of them has a document in this format, and the message contains the reason of the first; or their month is archived',
  },
  annulInvoice: correction,
  resendInvoice: correction,
};

/** The operations that can answer 409, which always has `Retry-After`. */
export const MAY_WAIT: ReadonlySet<string> = new Set(Object.keys(NOT_READY));

/**
 * Describes the answers of version 2 to a request that comes too early: 409 with `Retry-After`. 422
 * remains for what waiting does not change.
 */
export function describeNotReady(schema: FastifySchema): FastifySchema {
  const { operationId, response } = schema as { operationId?: string; response?: Record<string, TSchema> };
  const texts = NOT_READY[operationId ?? ''];
  if (texts === undefined) return schema;
  return {
    ...schema,
    response: {
      ...response,
      409: describe('not_ready', `${texts.now}; send the request again after \`Retry-After\``),
      422: describe('unprocessable_content', texts.never),
    },
  };
}

/** @param code of the error, unless the text begins with codes. */
function describe(code: string, text: string): TSchema {
  return describeError(text.startsWith('`') ? text : `\`${code}\`: ${text}`);
}
