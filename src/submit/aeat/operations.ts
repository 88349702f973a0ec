import type { ConsultaAnswer, RegistrationAnswer } from '../../domain/verifactu/answer.ts';
import { CONSULTA_ANSWER, readConsultaAnswer } from './read-consulta-answer.ts';
import type { Reading } from './read-outcome.ts';
import { readRegistrationAnswer, REGISTRATION_ANSWER } from './read-registration-answer.ts';

/** What AEAT can be asked, with what comes back. */
export type Answers = { readonly submission: RegistrationAnswer; readonly consulta: ConsultaAnswer };
export type Operation = keyof Answers;

const MIB = 1024 * 1024;

/** How the answers are read, and what is read of them. */
export const READINGS: { readonly [O in Operation]: Reading<Answers[O]> } = {
  // AEAT's answer to 1000 records has 1 MB, 1.5 MB where each is a duplicate or has an error, and about 45,000 tags: four times that.
  submission: {
    expected: REGISTRATION_ANSWER,
    read: readRegistrationAnswer,
    maxMarkup: 250_000,
    maxBytes: 6 * MIB,
  },
  // A page has up to 10,000 invoices, of about 2.5 KB and 120 tags each.
  consulta: { expected: CONSULTA_ANSWER, read: readConsultaAnswer, maxMarkup: 2_000_000, maxBytes: 40 * MIB },
};
