import { Type } from 'typebox';

/* What is sent to correct an issued invoice. */

const closed = { additionalProperties: false };
const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Why: one line that can be seen; kept with the record for good. Outer blanks are dropped.',
});

export const AnnulBody = Type.Object({ reason }, { ...closed, title: 'AnnulBody' });

export const ResendBody = Type.Object(
  {
    reason,
    recipient_outside_census: Type.Optional(
      Type.Boolean({
        description:
          "The recipient's NIF is right, but AEAT's census does not have it: told with IDType 07, as AEAT advises on error 2001.",
      }),
    ),
  },
  { ...closed, title: 'ResendBody' },
);
