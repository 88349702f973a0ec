import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import { object, text } from '../members.ts';
import {
  SHOWN_SPFE_STATES,
  SPFE_CHANNELS,
  SPFE_FACTS,
  SPFE_MESSAGE_KINDS,
  SPFE_MISSING_FACTS,
  SPFE_REASONS,
  SPFE_REPORT_KINDS,
  SPFE_TOLD_STATES,
  SPFE_WITHDRAWAL_REASONS,
} from '../spfe.ts';

/*
 * The requests and answers of version 2 about AEAT's public solution of electronic invoices (SPFE;
 * RD 238/2026, Orden HAC/1028/2026).
 */

const closed = { additionalProperties: false };
const isoDay = { format: 'date', examples: ['2027-11-25'] };
const day = (description: string) => Type.String({ ...isoDay, description });
const dayIf = (description: string) => nullable(day(description));

/** The states of a delivery, as answers show and filters name them. */
export const SpfeStateWord = wordOf(SHOWN_SPFE_STATES, {
  description:
    '`not_concerned`: the duty does not concern the invoice, see `reason`. `unknown`: nobody can tell, because the facts in `missing` are missing. `elsewhere`: another program delivers it. `blocked`: it cannot be expressed, see `rule`. `prepared`: its file is prepared and kept. `waiting_transport`: AEAT has not published the service, so the file is prepared and kept, and nothing leaves the engine. `held`: its invoice was annulled while it waited; resend it or leave it. `pending`: it waits for its turn. `sending`: it is in a request without an answer. `uncertain`: the answer was lost, so AEAT is asked before anything else happens. `admitted`: AEAT has it, see `csv`. `rejected`: AEAT does not have it because of `error`. `withdrawing`: AEAT has it, and its withdrawal was ordered. `withdrawn`: AEAT has withdrawn it. `conflict`: AEAT has other contents under the same unique code.',
});

const SpfeErrorView = Type.Object(
  {
    code: Type.String({ description: "AEAT's code." }),
    message: nullable(Type.String({ description: "AEAT's text, in Spanish." })),
  },
  { ...closed, title: 'SpfeError' },
);
const errorOf = (of: string) =>
  Type.Union([SpfeErrorView, Type.Null()], { description: `Why AEAT rejected ${of}; otherwise null.` });

const toldState = wordOf(SPFE_TOLD_STATES, {
  description:
    '`waiting`: it waits until AEAT has the invoice, or for its turn. `waiting_transport`: AEAT has not published the service, so it is kept. `sending`: it is in a request without an answer. `uncertain`: the answer was lost. `accepted`: AEAT has it. `rejected`: AEAT does not have it, see `error` of the message; once the cause is mended, cancel the last payment and record it again, or report the default again. `cancelling`: AEAT has it or may have it, and its cancellation follows.',
});

const SpfeSettlementView = Type.Object(
  {
    state: toldState,
    collected_on: day('Day on which the invoice was collected in full.'),
    due_on: dayIf('Due date of the invoice; null if it has none, or several.'),
    goods_received_on: dayIf(
      'Day on which the goods or services were received; null if no payment states it.',
    ),
    invoice_received_on: dayIf('Day on which the invoice was received; null if no payment states it.'),
    financed: Type.Boolean({ description: 'Whether it was collected through a financing arrangement.' }),
  },
  { ...closed, title: 'SpfeSettlement' },
);

const SpfeDefaultView = Type.Object(
  {
    state: toldState,
    due_on: day('Day on which the invoice was due and was not paid.'),
    goods_received_on: dayIf('Day on which the goods or services were received; null if not stated.'),
    invoice_received_on: dayIf('Day on which the invoice was received; null if not stated.'),
  },
  { ...closed, title: 'SpfeDefault' },
);

const SpfeRecipientView = Type.Object(
  {
    paid_on: dayIf('Day on which the recipient says to have paid in full; null if it reported none.'),
    due_on: dayIf('Due date that the recipient stated with its payment.'),
    rejected_on: dayIf('Day on which the recipient rejected the invoice; null if it did not.'),
    condition: nullable(
      Type.String({
        description:
          'Why it rejected the invoice (Orden HAC/1028/2026, Annex II): `01` commercial reasons, `02` the operation is not for its business.',
        examples: ['01'],
      }),
    ),
    presumed_accepted: Type.Boolean({
      description:
        'Whether the invoice counts as accepted, because AEAT has it, the recipient did not reject it, and no invoice rectifies it (Orden, art. 7.1). It is a presumption that a later rejection ends, and never an event.',
    }),
  },
  { ...closed, title: 'SpfeRecipient' },
);

const SpfeVersionView = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'Number of the version, from 1.' }),
    is_copy: Type.Boolean({
      description: 'Whether it is a copy of what a private platform delivers (BT-ES-1).',
    }),
    size: Type.Integer({ minimum: 1, description: 'Bytes of the file.' }),
    sha256: Type.String({
      examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      description: 'SHA-256 of the file, hexadecimal.',
    }),
    reason: nullable(
      Type.String({ description: 'Why a version after the first one was ordered; null for the first one.' }),
    ),
    created_at: Type.String({ ...instant, description: 'When it was written.' }),
  },
  { ...closed, title: 'SpfeVersion' },
);

const SpfeMessageView = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the message.' }),
    kind: wordOf(SPFE_MESSAGE_KINDS, {
      description:
        'What AEAT is told: the invoice was collected (`SETTLEMENT`), it was not paid when it was due (`DEFAULT`), one of these was wrong (`CANCELSETTLEMENT`, `CANCELDEFAULT`), or the invoice is withdrawn (`CANCELINVOICE`).',
    }),
    state: wordOf([...SPFE_TOLD_STATES.filter((state) => state !== 'cancelling'), 'superseded'] as const, {
      description:
        '`superseded`: it was taken back, or its document was withdrawn, before AEAT had it. The others are those of `settlement`.',
    }),
    effective_on: dayIf('Day of the fact; null for a cancellation.'),
    due_on: dayIf('Due date with a settlement; null if the invoice has none.'),
    goods_received_on: dayIf('Day on which the goods or services were received.'),
    invoice_received_on: dayIf('Day on which the invoice was received.'),
    financed: Type.Boolean({
      description: 'Whether a settlement was collected through a financing arrangement.',
    }),
    cancels: nullable(Type.Integer({ minimum: 1, description: 'Id of the message that it cancels.' })),
    payment_id: nullable(
      Type.Integer({ minimum: 1, description: 'Id of the payment or counter-entry that it follows from.' }),
    ),
    reason: Type.Union([wordOf(SPFE_WITHDRAWAL_REASONS), Type.Null()], {
      description: 'Why the invoice is withdrawn; otherwise null.',
    }),
    csv: nullable(Type.String({ description: 'CSV with which AEAT took it; null until then.' })),
    error: errorOf('it'),
    requested_at: Type.String({ ...instant, description: 'When it was requested or derived.' }),
  },
  { ...closed, title: 'SpfeMessage' },
);

const SpfeFactView = Type.Object(
  {
    fact: wordOf(SPFE_FACTS, { description: 'The fact.' }),
    value: Type.Boolean({ description: 'Whether it is so.' }),
    recorded_at: Type.String({ ...instant, description: 'When it was stated.' }),
  },
  { ...closed, title: 'SpfeFact' },
);

/** The delivery of an issued invoice to the SPFE, as answers of version 2 show it. */
export const SpfeDeliveryView = Type.Object(
  {
    state: SpfeStateWord,
    reason: Type.Union([wordOf(SPFE_REASONS), Type.Null()], {
      description: 'Why the duty does not concern the invoice; otherwise null.',
    }),
    missing: Type.Array(wordOf(SPFE_MISSING_FACTS), {
      description:
        'The facts that are missing: state them with `POST /invoices/{id}/spfe/facts`. Empty unless `state` is `unknown`.',
    }),
    rule: nullable(
      Type.String({ description: 'The rule because of which it is `blocked`; otherwise null.' }),
    ),
    rule_message: nullable(
      Type.String({
        description: 'What the rule says of this invoice, in the language of the answer; otherwise null.',
      }),
    ),
    channel: wordOf(SPFE_CHANNELS, {
      description:
        'Who delivers: the engine sends the original (`interconnect`), it sends a copy of what a private platform delivers (`copy`), or another program does both (`elsewhere`).',
    }),
    is_copy: Type.Boolean({ description: 'Whether the file says that it is a copy (BT-ES-1).' }),
    unique_code: Type.Object(
      {
        issuer_nif: Type.String({ description: 'NIF of the issuer.' }),
        number: Type.String({ description: 'Series and number.' }),
        issue_date: day('Issue date.'),
      },
      {
        ...closed,
        title: 'SpfeUniqueCode',
        description: 'The three values that name the invoice at AEAT (Orden, art. 6). Compare all three.',
      },
    ),
    due_by: nullable(
      Type.String({
        ...instant,
        description:
          'When AEAT must have it: when the invoice is issued, or later after a long downtime of the service (Orden, art. 5.7). Null if nothing is due.',
      }),
    ),
    csv: nullable(
      Type.String({
        description: 'CSV of the acknowledgement with which AEAT admitted it; null until then.',
      }),
    ),
    localizador: nullable(
      Type.String({ description: 'Address of the document at AEAT (localizador); null until then.' }),
    ),
    error: errorOf('the document'),
    remains_after_annulment: Type.Boolean({
      description:
        'Whether the invoice is annulled in its register and AEAT still has the document. Withdraw it if the operation never existed; otherwise issue a rectifying invoice. It never happens by itself.',
    }),
    settlement: Type.Union([SpfeSettlementView, Type.Null()], {
      description:
        'The message that the invoice was collected, which follows from its payments; null if none is to be told.',
    }),
    default: Type.Union([SpfeDefaultView, Type.Null()], {
      description: 'The message that the invoice was not paid when it was due; null if none is to be told.',
    }),
    recipient: SpfeRecipientView,
    facts: Type.Array(SpfeFactView, {
      description: 'The facts that were stated after the invoice was issued, oldest first.',
    }),
    versions: Type.Array(SpfeVersionView, { description: 'The versions of the file, oldest first.' }),
    messages: Type.Array(SpfeMessageView, { description: 'All messages about the invoice, oldest first.' }),
    pdf_companion_required: Type.Boolean({
      description:
        'Whether you must give the recipient a PDF beside the electronic invoice (RD 238/2026, DT 2): until 2028-10-05 if the duty of the issuer follows from its turnover, unless the profile of the recipient has `accepts_without_pdf_since`.',
    }),
  },
  { ...closed, title: 'SpfeDelivery' },
);
export type SpfeDeliveryView = Static<typeof SpfeDeliveryView>;

/** What a recipient reported to the SPFE about an invoice. */
export const SpfeRecipientReportView = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the report.' }),
    invoice_id: Type.Integer({ minimum: 1, description: 'Id of the batch invoice.' }),
    external_invoice_id: nullable(
      Type.String({ description: 'Your own id of the invoice, as you sent it.' }),
    ),
    issuer_nif: Type.String({ description: 'NIF of the issuer.' }),
    invoice_number: Type.String({ description: 'Number of the invoice.' }),
    issue_date: day('Issue date of the invoice.'),
    kind: wordOf(SPFE_REPORT_KINDS, {
      description: 'Whether the recipient paid in full (`PAYMENT`) or rejected the invoice (`REJECTION`).',
    }),
    effective_on: day('Day of the payment or of the rejection.'),
    due_on: dayIf('Due date that the recipient stated.'),
    condition: nullable(Type.String({ description: 'Why it rejected the invoice, as in `recipient`.' })),
    first_seen_at: Type.String({ ...instant, description: 'When the engine first read it.' }),
    gone_at: nullable(
      Type.String({
        ...instant,
        description: 'When AEAT no longer told it, because the recipient cancelled it; null if it stands.',
      }),
    ),
  },
  { ...closed, title: 'SpfeRecipientReport' },
);
export type SpfeRecipientReportView = Static<typeof SpfeRecipientReportView>;

export const SpfeWithdrawalBody = Type.Object(
  {
    reason: wordOf(SPFE_WITHDRAWAL_REASONS, {
      description:
        '`never_happened`: the operation never existed (Orden, art. 3.5). `interconnect_instead`: the original goes through the SPFE instead of the copy (art. 5.5). Wrong contents are no reason: issue a rectifying invoice.',
    }),
  },
  { ...closed, title: 'SpfeWithdrawalBody' },
);

export const SpfeResendBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Why it is sent again: one line with at least one visible character. It is stored with the version.',
    }),
  },
  { ...closed, title: 'SpfeResendBody' },
);

export const SpfeFactsBody = Type.Object(
  {
    is_business: Type.Optional(
      Type.Boolean({
        description: 'Whether a recipient of the invoice acts as a business or professional.',
      }),
    ),
    establishment_in_spain: Type.Optional(
      Type.Boolean({
        description:
          'Whether a recipient of the invoice, a foreign entity, has its seat or an establishment in Spain for which the operation is.',
      }),
    ),
  },
  {
    ...closed,
    title: 'SpfeFactsBody',
    description: 'Exactly one fact that `missing` names.',
  },
);

/** The default of an invoice, as a client reports it. */
export const SPFE_DEFAULT = object('SpfeDefaultInput', 'An invoice was not paid when it was due.', {
  due_on: text({
    description: 'Day on which the invoice was due: from its issue date to yesterday, in Madrid.',
    format: 'date',
    required: true,
    examples: ['2027-11-25'],
  }),
  goods_received_on: text({
    description: 'Day on which the goods or services were received: not after today.',
    format: 'date',
    examples: ['2027-10-25'],
  }),
  invoice_received_on: text({
    description: 'Day on which the recipient received the invoice: not after today.',
    format: 'date',
    examples: ['2027-10-26'],
  }),
});
export type SpfeDefaultInput = Static<typeof SPFE_DEFAULT.shape>;
