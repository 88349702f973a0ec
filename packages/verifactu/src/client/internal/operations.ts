import type { ConsultaAnswer, RegistrationAnswer } from '../../remission/answer.ts';
import { CONSULTA_ANSWER, readConsultaAnswer } from './read-consulta-answer.ts';
import type { Reading } from '../../remission/reading.ts';
import { readRegistrationAnswer, REGISTRATION_ANSWER } from './read-registration-answer.ts';

/** The operations of AEAT's service and the types of their answers. */
export type Answers = { readonly submission: RegistrationAnswer; readonly consulta: ConsultaAnswer };
export type Operation = keyof Answers;

const MIB = 1024 * 1024;
const at = (key: Operation) => ({ url: import.meta.url, exported: 'READINGS', key });

/** How the answer of each operation is read, and its limits. */
export const READINGS: { readonly [O in Operation]: Reading<Answers[O]> } = {
  // AEAT's answer to 1000 records has 1 MB and about 45,000 tags, or 1.5 MB when each record is a
  // duplicate or has an error. The limits are four times that.
  submission: {
    expected: REGISTRATION_ANSWER,
    read: readRegistrationAnswer,
    maxMarkup: 250_000,
    maxBytes: 6 * MIB,
    module: at('submission'),
  },
  // A page contains up to 10,000 invoices, of about 2.5 KB and 120 tags each.
  consulta: {
    expected: CONSULTA_ANSWER,
    read: readConsultaAnswer,
    maxMarkup: 2_000_000,
    maxBytes: 40 * MIB,
    module: at('consulta'),
  },
};
