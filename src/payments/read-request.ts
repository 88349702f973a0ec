import { hash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { describeErrors, refuseFaults } from '../accept/refuse-shape.ts';
import { ApiError } from '../contracts/api-error.ts';
import { MAX_RECORDED_PAYMENTS } from '../contracts/limits.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { readPlace } from '../contracts/v2/details.ts';
import { RECORDED_PAYMENT, RECORDED_PAYMENTS, type RecordedPaymentInput } from '../contracts/v2/payments.ts';
import { parseJson } from '../json/parse-json.ts';
import { writeCanonically } from '../json/write-canonically.ts';

const one = Compile(RECORDED_PAYMENT.shape);
const several = Compile(RECORDED_PAYMENTS.shape);

/** A payment as it arrived. */
export type SentPayment = {
  /** Null if the payment names no invoice. */
  readonly invoiceId: number | null;
  readonly input: RecordedPaymentInput;
  /** Whether the literal of its amount has more digits than a double can hold. */
  readonly isInexact: boolean;
};

/** A request to record payments, as it arrived. */
export type SentPayments = {
  readonly payments: readonly SentPayment[];
  /** SHA-256 of what it asks for, regardless of the order of its members. */
  readonly sha256: Buffer;
};

/**
 * Reads the body of a request to record a payment of an invoice.
 * @throws ApiError if the body is not JSON or has another shape.
 */
export function readOnePayment(invoiceId: number, body: Buffer): SentPayments {
  const { value, inexactNumbers } = parseJson(body);
  if (!one.Check(value))
    throw new ApiError(refuseFaults(describeErrors(one, value, [], RECORDED_PAYMENT.shape)));
  return {
    payments: [{ invoiceId, input: value, isInexact: inexactNumbers.has('amount') }],
    sha256: hash('sha256', writeCanonically([invoiceId, value], inexactNumbers), 'buffer'),
  };
}

/**
 * Reads the body of a request to record payments of several invoices.
 * @throws ApiError if the body is not JSON, has another shape, or has none or more than a thousand payments.
 */
export function readPayments(body: Buffer): SentPayments {
  const { value, inexactNumbers } = parseJson(body);
  if (!several.Check(value))
    throw new ApiError(refuseFaults(describeErrors(several, value, [], RECORDED_PAYMENTS.shape)));
  const { payments } = value;
  const place = ['payments'];
  if (payments === null || payments === undefined)
    throw new ApiError(refuseFaults([{ place, code: 'missing', text: formatMessage('required') }]));
  if (payments.length === 0)
    throw new ApiError(refuseFaults([{ place, code: 'too_few', text: formatMessage('without_item') }]));
  if (payments.length > MAX_RECORDED_PAYMENTS) {
    const text = formatMessage('many_items', { most: MAX_RECORDED_PAYMENTS });
    throw new ApiError(refuseFaults([{ place, code: 'too_many', text }]));
  }
  const noInteger = [...inexactNumbers.keys()].find((path) => path.endsWith('.invoice_id'));
  if (noInteger !== undefined)
    throw new ApiError(
      refuseFaults([{ place: readPlace(noInteger), code: 'wrong_type', text: formatMessage('not_integer') }]),
    );
  return {
    payments: payments.map(({ invoice_id: invoiceId, ...input }, index) => ({
      invoiceId: invoiceId ?? null,
      input,
      isInexact: inexactNumbers.has(`payments[${index}].amount`),
    })),
    sha256: hash('sha256', writeCanonically([value], inexactNumbers), 'buffer'),
  };
}
