import type { HttpAnswer } from './internal/exchange-message.ts';
import { type Answers, type Operation, READINGS } from './internal/operations.ts';
import type { Reading } from '../remission/reading.ts';
import { readOutcome } from './internal/read-outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * Reads AEAT's response to a message that another HTTP client sent.
 * @param operation `submission` of records, or `consulta` of the register.
 * @param response the complete response.
 */
export function readResponse<O extends Operation>(operation: O, response: HttpAnswer): Outcome<Answers[O]> {
  return readResponseAs(READINGS[operation], response);
}

/** Reads the response to a message of another service of AEAT. @param reading how it is read. */
export function readResponseAs<Answer>(reading: Reading<Answer>, response: HttpAnswer): Outcome<Answer> {
  return readOutcome({ answer: response, failure: null }, reading);
}
