import { Type } from 'typebox';

/* The request bodies of corrections of issued invoices. */

/** The corrections that can be ordered, as the paths of the API name them. */
export type CorrectionAction = 'annul' | 'resend';

const closed = { additionalProperties: false };
const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'Reason of the correction: one line with at least one visible character. It is stored permanently with the record. Leading and trailing blanks are removed.',
});

export const AnnulBody = Type.Object({ reason }, { ...closed, title: 'AnnulBody' });

export const ResendBody = Type.Object(
  {
    reason,
    recipient_outside_census: Type.Optional(
      Type.Boolean({
        description:
          "True if the recipient's NIF is right but not in AEAT's census. The record then identifies the recipient with IDType 07, as AEAT advises for error 2001.",
      }),
    ),
  },
  { ...closed, title: 'ResendBody' },
);
