import { hash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { ApiError } from '../../contracts/api-error.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { CREDIT, type CreditInput } from '../../contracts/v2/credit-members.ts';
import { readPlace } from '../../contracts/v2/details.ts';
import { describeErrors, refuseFaults } from '../refuse-shape.ts';
import { findNoInteger } from '../find-no-integer.ts';
import { parseJson } from '../../json/parse-json.ts';
import { writeCanonically } from '../../json/write-canonically.ts';

const validator = Compile(CREDIT.shape);

/** A request to credit an invoice, as it arrived. */
export type SentCredit = {
  readonly request: CreditInput;
  /** Places whose JSON literal has more significant digits than a double can hold. */
  readonly inexactNumbers: ReadonlySet<string>;
  /** SHA-256 of the invoice's id and the JSON value, regardless of the order of its members. */
  readonly sha256: Buffer;
};

/**
 * Reads the body of a request to credit an invoice.
 * @param id of the invoice.
 * @throws ApiError if the body is not JSON or has another shape.
 */
export function readCredit(id: number, body: Buffer): SentCredit {
  const { value, inexactNumbers } = parseJson(body);
  if (!validator.Check(value)) throw new ApiError(refuseFaults(describeErrors(validator, value, [])));
  const noInteger = findNoInteger(inexactNumbers);
  if (noInteger !== null)
    throw new ApiError(
      refuseFaults([{ place: readPlace(noInteger), code: 'wrong_type', text: formatMessage('not_integer') }]),
    );
  const canonical = writeCanonically([id, value], inexactNumbers);
  return {
    request: value,
    inexactNumbers: new Set(inexactNumbers.keys()),
    sha256: hash('sha256', canonical, 'buffer'),
  };
}
