import { type Static, Type } from 'typebox';
import { nullable, wordOf } from './answers.ts';
import { FINDING_CODES, WARNING_CODES } from './codes.ts';

const closed = { additionalProperties: false };

const remarkPlace = {
  index: Type.Integer({ minimum: 0, description: 'Index of the invoice in the request, from 0.' }),
  external_invoice_id: nullable(Type.String({ description: 'Your own id of the invoice, as you sent it.' })),
  field: Type.String({
    description: 'Path of the member in the invoice.',
    examples: ['lines[1].tax_rate', 'issuer_nif'],
  }),
};

const FindingView = Type.Object(
  {
    ...remarkPlace,
    code: wordOf(FINDING_CODES, { description: 'Kind of the error; the codes never change.' }),
    aeat_code: nullable(Type.Integer({ description: 'Error code with which AEAT would reject the record.' })),
    message: Type.String({ description: 'The same message as in `errors` and `processing_error`.' }),
  },
  { ...closed, title: 'Finding' },
);

const WarningView = Type.Object(
  {
    ...remarkPlace,
    code: wordOf(WARNING_CODES, { description: 'Kind of the warning; the codes never change.' }),
    aeat_code: nullable(
      Type.Integer({ description: 'Error code with which AEAT would accept the record with errors.' }),
    ),
    message: Type.String({ description: 'An English sentence that begins with the name of the member.' }),
  },
  { ...closed, title: 'Warning' },
);

export const ValidationAnswer = Type.Object(
  {
    data: Type.Object(
      {
        invoices_count: Type.Integer({ minimum: 1, description: 'Number of invoices in the request.' }),
        valid_invoices_count: Type.Integer({
          minimum: 0,
          description: 'Number of invoices without findings.',
        }),
      },
      { ...closed, title: 'ValidationSummary' },
    ),
    findings: Type.Array(FindingView, {
      description: 'Errors in the order of the request; at most 20 per invoice.',
    }),
    warnings: Type.Array(WarningView, {
      description:
        'Warnings about invoices without findings, in the order of the request. Such invoices are accepted, but a tax adviser would question them.',
    }),
  },
  { ...closed, title: 'ValidationAnswer' },
);
export type ValidationAnswer = Static<typeof ValidationAnswer>;
