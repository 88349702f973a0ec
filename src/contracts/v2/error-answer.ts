import { type Static, Type } from 'typebox';
import { DetailView } from './details.ts';

const closed = { additionalProperties: false };

/** The body of every error answer of version 2. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'Error code for programs; it never changes.' }),
        message: Type.String({ description: 'Description of the error for people.' }),
        request_id: Type.String({
          description:
            'The `X-Request-Id` of the answer, by which the operator finds the request in the logs.',
          examples: ['6f1c2a52-6f0e-4d6a-9d0b-0d6c1b8f7a11'],
        }),
        details: Type.Array(DetailView, {
          description:
            'What is wrong with which members of the body; empty if the error does not concern members. At most 20 members are listed.',
        }),
        invoice_id: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'Id of the invoice that was stored and could not be issued, under which it can be read. Only in the answer to the creation of one invoice.',
          }),
        ),
      },
      { ...closed, title: 'ErrorObject' },
    ),
  },
  { ...closed, title: 'ErrorAnswer' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** The media type of an error answer in the form of RFC 9457, for clients that prefer it. */
export const PROBLEM_TYPE = 'application/problem+json';

const { code, request_id: requestId, details, invoice_id: invoiceId } = ErrorBody.properties.error.properties;

/** An error answer of version 2 in the form of RFC 9457, with the members of the other form. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: 'Address of the entry of the code in the reference of this engine.',
      examples: ['/api/v2/codes#error-validation_failed'],
    }),
    title: Type.String({ description: 'Meaning of the code; it is the same in every problem of this type.' }),
    status: Type.Integer({ description: 'Status of the answer.', examples: [422] }),
    detail: Type.String({ description: 'Description of this error for people.' }),
    instance: Type.String({
      description: 'Path of the request.',
      examples: ['/api/v2/invoice_batches'],
    }),
    code,
    request_id: requestId,
    details,
    invoice_id: invoiceId,
  },
  { ...closed, title: 'Problem' },
);
export type Problem = Static<typeof Problem>;
