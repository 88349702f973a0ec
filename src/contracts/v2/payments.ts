import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import { RECORDED_MEANS } from '../codes.ts';
import { SII_STATES } from '../registers.ts';
import { CENTS, MAGNITUDE, MAX_RECORDED_PAYMENTS } from '../limits.ts';
import { decimal, flag, integer, list, object, text } from '../members.ts';
import { DetailView } from './details.ts';
import { SiiEntryView } from './sii-entry.ts';

/* The requests and answers of version 2 about payments of issued invoices. */

const closed = { additionalProperties: false };

/** The most characters of an account, which are those of SII's Cuenta_O_Medio and of an IBAN. */
const ACCOUNT_LENGTH = 34;

const PAYMENT_MEMBERS = {
  date: text({
    description:
      'Day of the payment: not after today in Madrid, and at most a year before the issue date of the invoice.',
    format: 'date',
    required: true,
    examples: ['2026-11-25'],
  }),
  amount: decimal({
    description:
      'Amount in the currency of the invoice: positive, or negative for what is paid back of an invoice with a negative amount to pay. It cannot exceed what is outstanding.',
    required: true,
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['121.00'],
  }),
  means: text({
    description:
      'Means of payment. `not_collected` is for the cash accounting scheme (regime `07`) alone: the amount was not collected until 31 December of the year after the operation, when its tax falls due (LIVA, art. 163 terdecies). It leaves the amount outstanding.',
    required: true,
    enum: RECORDED_MEANS,
    examples: ['bank_transfer'],
  }),
  account: text({
    description:
      'Account or other place where the payment arrived. A text that begins like an IBAN must be one; its blanks are removed.',
    maxLength: ACCOUNT_LENGTH,
    examples: ['ES9121000418450200051332'],
  }),
  goods_received_on: text({
    description:
      'Day on which the recipient received the goods or services: not after `date`. AEAT’s public solution is told the last one stated with a payment of the invoice, once nothing is left to pay.',
    format: 'date',
    examples: ['2026-11-20'],
  }),
  invoice_received_on: text({
    description: 'Day on which the recipient received the invoice: as `goods_received_on`.',
    format: 'date',
    examples: ['2026-11-21'],
  }),
  financed: flag({
    description:
      'Whether the payment was collected through a financing arrangement, such as factoring or confirming: told as `goods_received_on`.',
    examples: [false],
  }),
};

/** A payment of the invoice in the path. */
export const RECORDED_PAYMENT = object(
  'RecordedPaymentInput',
  'A payment of an issued invoice.',
  PAYMENT_MEMBERS,
);
export type RecordedPaymentInput = Static<typeof RECORDED_PAYMENT.shape>;

/** A payment of one of the invoices in a request. */
const PAYMENT_OF_INVOICE = object('PaymentOfInvoiceInput', 'A payment of one of several issued invoices.', {
  invoice_id: integer({
    description: 'The `id` of the batch invoice.',
    required: true,
    minimum: 1,
    examples: [3000],
  }),
  ...PAYMENT_MEMBERS,
});

export const RECORDED_PAYMENTS = object('RecordedPaymentsInput', 'Payments of issued invoices.', {
  payments: list(PAYMENT_OF_INVOICE, {
    description: 'The payments, in the order in which they are recorded.',
    required: true,
    minItems: 1,
    maxItems: MAX_RECORDED_PAYMENTS,
  }),
});

const AMOUNT = { pattern: '^-?[0-9]+\\.[0-9]{2}$' };
const paymentId = { minimum: 1 };

/** What SII is told of a payment. */
const CollectionView = Type.Object(
  {
    state: wordOf(SII_STATES, {
      description:
        '`pending`: it waits to be sent, until AEAT has the invoice. `sent`: it is in a message that AEAT has not answered yet. `accepted`: AEAT has it. `accepted_with_errors`: AEAT has it, and found `error`. `rejected`: AEAT does not have it because of `error`; cancel the payment, and record it again when the cause is mended. `withdrawn`: the payment was cancelled before AEAT had it.',
    }),
    due_by: nullable(
      Type.String({
        format: 'date',
        examples: ['2026-12-01'],
        description:
          'Last day on which it may be sent (RIVA, art. 69 bis), in Madrid; null if the engine knows no calendar of that year.',
      }),
    ),
    csv: nullable(
      Type.String({ description: 'CSV of the message with which AEAT registered it; null until then.' }),
    ),
    error: SiiEntryView.properties.error,
  },
  { ...closed, title: 'SiiCollection' },
);
export type CollectionView = Static<typeof CollectionView>;

export const PaymentView = Type.Object(
  {
    id: Type.Integer({ ...paymentId, description: 'Id of the payment.' }),
    invoice_id: Type.Integer({ minimum: 1, description: 'Id of the batch invoice.' }),
    external_invoice_id: nullable(
      Type.String({ description: 'Your own id of the invoice, as you sent it.' }),
    ),
    date: Type.String({ format: 'date', description: 'Day of the payment.', examples: ['2026-11-25'] }),
    amount: Type.String({
      ...AMOUNT,
      description: 'Amount, which a counter-entry has with the opposite sign.',
      examples: ['121.00'],
    }),
    currency: Type.String({ description: 'Currency of the invoice: ISO 4217.', examples: ['EUR'] }),
    means: wordOf(RECORDED_MEANS, { description: 'Means of payment.' }),
    account: nullable(
      Type.String({
        description: 'Account or other place where the payment arrived; null if none was stated.',
      }),
    ),
    goods_received_on: nullable(
      Type.String({
        format: 'date',
        description: 'Day on which the recipient received the goods or services; null if not stated.',
      }),
    ),
    invoice_received_on: nullable(
      Type.String({
        format: 'date',
        description: 'Day on which the recipient received the invoice; null if not stated.',
      }),
    ),
    financed: nullable(
      Type.Boolean({
        description: 'Whether it was collected through a financing arrangement; null if not stated.',
      }),
    ),
    outstanding_amount: Type.String({
      ...AMOUNT,
      description: 'What was left to pay of the invoice after this payment.',
      examples: ['0.00'],
    }),
    reverses: nullable(
      Type.Integer({
        ...paymentId,
        description: 'Id of the payment that this counter-entry cancels; otherwise null.',
      }),
    ),
    reversed_by: nullable(
      Type.Integer({
        ...paymentId,
        description: 'Id of the counter-entry that cancels this payment; null if there is none.',
      }),
    ),
    sii: Type.Union([CollectionView, Type.Null()], {
      description:
        'The collection (cobro) of an invoice with regime `07` in SII; null for other invoices, and for a counter-entry of which AEAT need not know.',
    }),
    recorded_at: Type.String({ ...instant, description: 'When it was recorded.' }),
  },
  { ...closed, title: 'RecordedPayment' },
);
export type PaymentView = Static<typeof PaymentView>;

const PaymentResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Index of the payment in the request, from 0.' }),
    payment: Type.Union([PaymentView, Type.Null()], {
      description: 'The recorded payment; null if it was refused.',
    }),
    details: Type.Array(DetailView, {
      description: 'Why it was refused, with pointers that begin at the payment; empty if it was recorded.',
    }),
  },
  { ...closed, title: 'PaymentResult' },
);

export const PaymentsAnswer = Type.Object(
  {
    data: Type.Array(PaymentResult, {
      description: 'One answer for each payment, in the order of the request.',
    }),
  },
  { ...closed, title: 'PaymentsAnswer' },
);
export type PaymentsAnswer = Static<typeof PaymentsAnswer>;
