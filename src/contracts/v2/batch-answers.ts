import { type Static, type TSchema, Type } from 'typebox';
import { BatchView, nullable } from '../answers.ts';
import { TaxGroupView, TotalsView } from './amounts.ts';
import { DetailView, WarningView } from './details.ts';

/* The answers of version 2 to `POST /invoice_batches` and to its dry run. */

const closed = { additionalProperties: false };

const place = {
  index: Type.Integer({ minimum: 0, description: 'Index of the invoice in the request, from 0.' }),
  external_invoice_id: nullable(Type.String({ description: 'Your own id of the invoice, as you sent it.' })),
};

const remarksOf = <D extends TSchema>(title: string, details: D, description: string) =>
  Type.Object({ ...place, details: Type.Array(details, { minItems: 1, description }) }, { ...closed, title });

const lists = {
  errors: Type.Array(remarksOf('InvoiceErrors', DetailView, 'What is wrong, at most 20 details.'), {
    description: 'The invoices that fail, in the order of the request; empty if none fails.',
  }),
  warnings: Type.Array(
    remarksOf('InvoiceWarnings', WarningView, 'What is questionable, at most 20 details.'),
    {
      description:
        'The valid invoices with values that a tax adviser would question, in the order of the request; empty if there are none. Such invoices are issued.',
    },
  ),
};

export const CreateBatchAnswer = Type.Object(
  { data: BatchView, ...lists },
  { ...closed, title: 'CreateBatchAnswer' },
);
export type CreateBatchAnswer = Static<typeof CreateBatchAnswer>;

const ComputedInvoice = Type.Object(
  {
    ...place,
    totals: TotalsView,
    tax_groups: Type.Array(TaxGroupView, {
      minItems: 1,
      description: 'Amounts per tax, regime, key and rate.',
    }),
  },
  { ...closed, title: 'ComputedInvoice' },
);
export type ComputedInvoice = Static<typeof ComputedInvoice>;

export const ValidationAnswer = Type.Object(
  {
    data: Type.Object(
      {
        invoices_count: Type.Integer({ minimum: 1, description: 'Number of invoices in the request.' }),
        valid_invoices_count: Type.Integer({
          minimum: 0,
          description: 'Number of invoices without errors.',
        }),
        invoices: Type.Array(ComputedInvoice, {
          description:
            'The valid invoices with the amounts that they would have, in the order of the request.',
        }),
      },
      { ...closed, title: 'ValidationSummary' },
    ),
    ...lists,
  },
  { ...closed, title: 'ValidationAnswer' },
);
export type ValidationAnswer = Static<typeof ValidationAnswer>;
