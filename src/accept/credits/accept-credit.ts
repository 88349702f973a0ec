import type { Pool, PoolClient } from 'pg';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import type { PrepareContext } from '../../domain/invoice/prepare-invoice.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { FULL_RULES } from '../../domain/reading/request-rules.ts';
import type { SessionOrganization } from '../../organizations/access/session-statements.ts';
import type { Replay } from '../replay.ts';
import { findIdempotencyRecord } from '../statements/accept-statement.ts';
import { buildCredit } from './build-credit.ts';
import type { SentCredit } from './read-credit.ts';
import { findCreditOfBatch, insertCredit, isOrdinalTaken } from './stored-credits.ts';

/** How often a credit is built again because another one of the same invoice was stored meanwhile. */
const MAX_TRIES = 5;

/** A request to credit an invoice. */
export type CreditRequest = {
  readonly organization: SessionOrganization;
  /** Lower-case UUID. */
  readonly idempotencyKey: string;
  /** Id of the invoice that is credited. */
  readonly id: number;
  readonly sent: SentCredit;
};

export type CreditContext<Accepted> = {
  readonly pool: Pool;
  readonly now: () => Date;
  /** Bounds how many credits of an organization are built at once. */
  readonly withPermit: <T>(organizationId: number, build: () => Promise<T>) => Promise<T>;
  /**
   * Accepts a rectification as the batch of one invoice, and calls `onStored` in the transaction
   * that stores it.
   */
  readonly accept: (rectification: {
    readonly body: Buffer;
    readonly onStored: (client: PoolClient, batchId: number) => Promise<void>;
  }) => Promise<Accepted>;
};

type Replayed = Extract<Replay, { readonly kind: 'replayed' }>;

/**
 * Creates the rectification that a request orders, or finds the one that an earlier request with the
 * same key created (ops/adr/0079).
 * @throws ApiError if the invoice cannot be credited in this way, or if the key was used for another
 *   request.
 */
export async function acceptCredit<Accepted>(
  context: CreditContext<Accepted>,
  request: CreditRequest,
): Promise<Accepted | Replayed> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await replay(context, request);
    if (known !== null) return known;
    try {
      return await create(context, request);
    } catch (error) {
      if (isOrdinalTaken(error)) continue;
      // A request with the same key may have credited what this one finds credited.
      const created = error instanceof ApiError ? await replay(context, request) : null;
      if (created === null) throw error;
      return created;
    }
  }
  throw apiError('credited_meanwhile', {});
}

async function create<Accepted>(
  { pool, now, withPermit, accept }: CreditContext<Accepted>,
  { organization, id, sent }: CreditRequest,
): Promise<Accepted> {
  const { organizationId, organizationName, issuerNifs, isMigrating } = organization;
  const { request, inexactNumbers, sha256: requestSha256 } = sent;
  const today = todayInMadrid(now());
  const prepare: PrepareContext = {
    rules: FULL_RULES,
    organizationName,
    issuerNifs,
    isMigrating,
    today,
    inexactNumbers,
  };
  const { input, credit } = await withPermit(organizationId, () =>
    buildCredit(pool, { organizationId, id, request, requestSha256, context: prepare }),
  );
  return accept({
    body: Buffer.from(JSON.stringify(input)),
    onStored: (client, batchId) => insertCredit(client, organizationId, batchId, credit),
  });
}

/** @throws ApiError if the key was used for another request. */
async function replay(
  { pool, now }: Pick<CreditContext<unknown>, 'pool' | 'now'>,
  { organization: { organizationId }, idempotencyKey, id, sent }: CreditRequest,
): Promise<Replayed | null> {
  const record = await findIdempotencyRecord(pool, organizationId, idempotencyKey, now());
  if (record === null) return null;
  const credit = await findCreditOfBatch(pool, organizationId, record.batchId);
  if (credit?.originalId !== id || !credit.requestSha256.equals(sent.sha256))
    throw apiError('reused_idempotency_key', {});
  return { kind: 'replayed', batchId: record.batchId, response: record.response };
}
