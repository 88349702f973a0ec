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
    description: 'Months after the end of a batch until `npm run engine -- retention` erases its raw body.',
  }),
  RETENTION_FAILURE_MONTHS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 13,
    description: 'Months after the end of a batch until the texts of its failed invoices are erased.',
  }),
  RETENTION_CERTIFICATE_MONTHS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 1,
    description: 'Months after the removal of a certificate until its encrypted bytes are erased.',
  }),
  RETENTION_ENVELOPE_YEARS: Type.Integer({
    minimum: 6,
    maximum: 100,
    default: 6,
    description:
      'Whole years after the year of the answer until an envelope to AEAT and its answer are erased; 10 if losses or deductions are carried forward.',
  }),
};
