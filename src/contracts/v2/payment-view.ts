import { Type } from 'typebox';
import { nullable, wordOf } from '../answers.ts';
import { PAYMENT_MEANS } from '../codes.ts';

/* What an issued invoice in answers of version 2 says of its payment and of suplidos. */

const closed = { additionalProperties: false };
const textIf = (description: string) => nullable(Type.String({ description }));
const amount = (description: string) => Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$', description });

export const PaymentView = Type.Object(
  {
    means: Type.Union([wordOf(PAYMENT_MEANS), Type.Null()], {
      description: 'Means of payment; null if none was given.',
    }),
    info: textIf('Free text about the payment.'),
    iban: textIf('IBAN of the account.'),
    bic: textIf('BIC of the bank.'),
    mandate_reference: textIf('Reference of the SEPA mandate.'),
    creditor_id: textIf('SEPA creditor identifier.'),
    terms: textIf('Terms of payment.'),
    reference: textIf('Text that the payment shall carry.'),
    paid_on: textIf('Day on which the invoice was paid.'),
    due: Type.Array(
      Type.Object(
        { date: Type.String({ format: 'date', description: 'Due date.' }), amount: amount('Amount.') },
        { ...closed, title: 'IssuedDueAmount' },
      ),
      { description: 'Due dates with their amounts; empty if there is one date, `due_date`, or none.' },
    ),
    paid: nullable(
      Type.Boolean({ description: 'Whether the invoice is paid; null if that was not stated.' }),
    ),
  },
  { ...closed, title: 'IssuedPayment' },
);

export const ReimbursableExpensesView = Type.Array(
  Type.Object(
    {
      description: Type.String({ description: 'What was paid in the name of the recipient.' }),
      amount: amount('Amount.'),
    },
    { ...closed, title: 'IssuedReimbursableExpense' },
  ),
  { description: 'The suplidos one by one; empty if only their sum was given.' },
);
