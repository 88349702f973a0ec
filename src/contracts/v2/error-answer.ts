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
      },
      { ...closed, title: 'ErrorObject' },
    ),
  },
  { ...closed, title: 'ErrorAnswer' },
);
export type ErrorBody = Static<typeof ErrorBody>;
