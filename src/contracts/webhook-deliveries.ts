import { Type } from 'typebox';
import { instant, nullable, wordOf } from './answers.ts';
import type { SpfeState } from './spfe.ts';

/*
 * What events say of an invoice: its ids, and what AEAT's public solution of electronic invoices
 * (SPFE) and the recipient there answer.
 */

export const invoiceMembers = {
  id: Type.Integer({ minimum: 1, description: 'Id of the batch invoice, for requests to the API.' }),
  external_invoice_id: nullable(Type.String({ description: 'Your own id of the invoice, as you sent it.' })),
  invoice_number: Type.String({ description: 'Number of the issued invoice.' }),
};

const spfeState = (state: SpfeState, description: string) => wordOf([state], { description });

export const AdmittedDelivery = Type.Object(
  {
    ...invoiceMembers,
    spfe_state: spfeState('admitted', 'AEAT has the document.'),
    is_copy: Type.Boolean({ description: 'Whether it is a copy of what a private platform delivers.' }),
    csv: Type.String({ description: "CSV of AEAT's acknowledgement." }),
    localizador: nullable(Type.String({ description: 'Address of the document at AEAT (localizador).' })),
  },
  { title: 'AdmittedDelivery', description: "The invoice and AEAT's acknowledgement." },
);

export const RejectedDelivery = Type.Object(
  {
    ...invoiceMembers,
    spfe_state: spfeState('rejected', 'AEAT does not have the document.'),
    spfe_code: nullable(Type.String({ description: "AEAT's code; null if AEAT gave none." })),
    spfe_message: nullable(Type.String({ description: "AEAT's description, in Spanish." })),
  },
  { title: 'RejectedDelivery', description: 'The invoice and why AEAT rejected its document.' },
);

export const WithdrawnDelivery = Type.Object(
  { ...invoiceMembers, spfe_state: spfeState('withdrawn', 'AEAT has withdrawn the document.') },
  { title: 'WithdrawnDelivery', description: 'The invoice whose document AEAT has withdrawn.' },
);

export const OverdueDelivery = Type.Object(
  {
    ...invoiceMembers,
    due_by: Type.String({ ...instant, description: 'When AEAT should have had it: UTC, whole seconds.' }),
  },
  { title: 'OverdueDelivery', description: 'The invoice and when AEAT should have had it.' },
);

const reportedDay = (description: string) =>
  Type.String({ format: 'date', examples: ['2027-11-25'], description });

export const PaidByRecipient = Type.Object(
  {
    ...invoiceMembers,
    paid_on: reportedDay('Day of the full payment, as the recipient states it.'),
    due_on: nullable(reportedDay('Due date, as the recipient states it.')),
  },
  { title: 'PaidByRecipient', description: 'The invoice and the payment that its recipient reported.' },
);

export const RejectedByRecipient = Type.Object(
  {
    ...invoiceMembers,
    rejected_on: reportedDay('Day of the rejection.'),
    condition: nullable(
      Type.String({
        examples: ['01'],
        description:
          'Why: `01` commercial reasons, `02` the operation is not for its business (Orden HAC/1028/2026, Annex II).',
      }),
    ),
  },
  { title: 'RejectedByRecipient', description: 'The invoice and why its recipient rejected it.' },
);
