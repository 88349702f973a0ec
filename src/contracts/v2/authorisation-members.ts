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
