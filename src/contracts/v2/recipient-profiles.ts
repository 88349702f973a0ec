import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import { SPFE_CHANNELS } from '../spfe.ts';
import { flag, nested, object, text } from '../members.ts';
import { routingView } from './document-view.ts';
import { INVOICE_MEMBERS } from './invoice-members.ts';
import { LINE_MEMBERS } from './line-members.ts';
import { CONTACT, DIR3, ELECTRONIC_ADDRESS, PARTY, PERSON_NAME } from './nested-members.ts';

/* The requests and answers of version 2 about the profiles of recipients. */

const closed = { additionalProperties: false };

/** The profile of a recipient as a client sends it. */
export const RECIPIENT_PROFILE = object(
  'RecipientProfileInput',
  'The profile of a recipient. A member that is null or absent has no value.',
  {
    electronic_address: nested(ELECTRONIC_ADDRESS, {
      description: `${PARTY.members.electronic_address.description} For invoices that state none for this recipient.`,
    }),
    dir3: nested(DIR3, {
      description: `${PARTY.members.dir3.description} For invoices that state none for this recipient.`,
    }),
    contact: nested(CONTACT, {
      description: `${PARTY.members.contact.description} For invoices that state none for this recipient.`,
    }),
    person_name: nested(PERSON_NAME, {
      description:
        'The given name and the surnames of a natural person, which Facturae states, for invoices that state none for this recipient and whose `name` has the same words.',
    }),
    is_business: flag({
      description:
        'Whether the recipient acts as a business or professional, on which the duty of electronic invoices depends (RD 238/2026 art. 3), for invoices that do not state it of this recipient.',
    }),
    spfe_channel: text({
      ...INVOICE_MEMBERS.spfe_channel,
      description:
        "How the recipient receives invoices that the duty of electronic invoices concerns: through AEAT's public solution (`interconnect`), through a private platform while the engine sends the copy (`copy`), or through another program (`elsewhere`), for invoices that state none and whose first recipient this is.",
    }),
    accepts_without_pdf_since: text({
      description:
        'Day from which on the recipient accepts electronic invoices without a PDF: the proof of its consent while issuers of the first group also have to send a PDF (RD 238/2026, second transitional provision). Invoices do not state it.',
      format: 'date',
      examples: ['2027-10-06'],
    }),
    buyer_reference: text({
      ...INVOICE_MEMBERS.buyer_reference,
      description:
        'Reference of the buyer (EN 16931 BT-10), for invoices that state none and whose first recipient this is. Printed on the PDF.',
    }),
    accounting_reference: text({
      ...INVOICE_MEMBERS.accounting_reference,
      description:
        'Account in the books of the buyer (EN 16931 BT-19), for invoices that state none and whose first recipient this is. Printed on the PDF.',
    }),
    default_unit_code: text({
      ...LINE_MEMBERS.unit_code,
      description:
        'Unit of lines without `unit_code`: a code of UN/ECE Recommendation 20 (EN 16931 BT-130), for invoices whose first recipient this is. Printed on the PDF.',
    }),
  },
);
export const RecipientProfileInput = RECIPIENT_PROFILE.shape;
export type RecipientProfileInput = Static<typeof RecipientProfileInput>;

export const RecipientProfileView = Type.Object(
  {
    document_number: Type.String({
      description: 'NIF or tax number of the recipient, as invoices contain it.',
      examples: ['A12345674'],
    }),
    ...routingView,
    spfe_channel: Type.Union([wordOf(SPFE_CHANNELS), Type.Null()], {
      description: 'How the recipient receives invoices that the duty of electronic invoices concerns.',
    }),
    accepts_without_pdf_since: nullable(
      Type.String({
        format: 'date',
        description: 'Day from which on the recipient accepts electronic invoices without a PDF.',
      }),
    ),
    buyer_reference: nullable(Type.String({ description: 'Reference of the buyer.' })),
    accounting_reference: nullable(Type.String({ description: 'Account in the books of the buyer.' })),
    default_unit_code: nullable(Type.String({ description: 'Unit of lines without one.' })),
    changed_at: Type.String({ ...instant, description: 'Time of the last change.' }),
  },
  { ...closed, title: 'RecipientProfile' },
);
export type RecipientProfileView = Static<typeof RecipientProfileView>;
