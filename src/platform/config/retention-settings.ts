import { Type } from 'typebox';

/**
 * The retention periods of data that the law does not require to be kept forever, for `npm run engine --
 * retention`. They are part of the environment (`environment.ts`).
 */
export const RETENTION_SETTINGS = {
  RETENTION_BODY_MONTHS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 13,
    description:
      'Months after the end of a batch that `npm run engine -- retention` leaves its raw body in place.',
  }),
  RETENTION_FAILURE_MONTHS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 13,
    description: 'Months after the end of a batch that the texts of its failed invoices stay.',
  }),
  RETENTION_CERTIFICATE_MONTHS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 1,
    description: 'Months after its removal that the sealed bytes of a certificate stay.',
  }),
  RETENTION_ENVELOPE_YEARS: Type.Integer({
    minimum: 6,
    maximum: 100,
    default: 6,
    description:
      "Whole years after the year of its answer that an envelope to AEAT and AEAT's answer stay; 10 where losses or deductions are carried forward.",
  }),
};
