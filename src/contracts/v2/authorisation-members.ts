import { Type } from 'typebox';
import { nullable } from '../answers.ts';
import { REFERENCE_LENGTH } from '../limits.ts';
import { object, text } from '../members.ts';

/** The members of an authorisation in version 2. */
export const BILLING_AUTHORISATION = object('BillingAuthorisationInput', 'An authorisation of AEAT.', {
  number: text({
    description: 'Number of the authorisation.',
    required: true,
    maxLength: REFERENCE_LENGTH,
    examples: ['RGE-2026-000017'],
  }),
  description: text({
    description: 'What it authorises.',
    maxLength: 250,
    examples: ['Datos de la factura (art. 4.3 RD 1619/2012)'],
  }),
});

/** The authorisations of an issued invoice in the answers of version 2. */
export const BillingAuthorisationsView = Type.Array(
  Type.Object(
    {
      number: Type.String({ description: 'Number.' }),
      description: nullable(Type.String({ description: 'What it authorises.' })),
    },
    { additionalProperties: false, title: 'IssuedBillingAuthorisation' },
  ),
  {
    description:
      'Authorisations of AEAT that the invoice states; if it states none, those of the issuer’s profile of the time of issue apply.',
  },
);
