import { DEFAULT_SECRET_HOURS, type PayloadVersion, type WebhookEvent } from '../contracts/webhooks.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../platform/postgres/scoped-query.ts';
import { sealForOwner } from '../platform/secrets/sealing-pair.ts';
import { query } from '../platform/postgres/statement.ts';
import { generateSecret, nameSecret } from './secrets.ts';
import * as sql from './statements/webhooks.sql.ts';

/*
 * Changes to webhook endpoints by an API key with the right `webhooks`. The database checks the
 * right and records each change as an act of the key. Secrets are sealed for the workers: this
 * process cannot unseal them.
 */

/** The key that manages endpoints: its organization and the hash of its session token. */
export type EndpointOwner = { readonly organizationId: number; readonly tokenHash: Buffer };

export type OwnEndpoint = sql.ListOwnEndpointsRow;

/**
 * Why nothing was changed. `no_key`: no worker has published a key with which a secret can be
 * sealed. `key_reused`: an earlier request with the Idempotency-Key asked for another endpoint.
 */
export type EndpointRefusal =
  | 'forbidden'
  | 'unknown'
  | 'many'
  | 'disabled'
  | 'waiting'
  | 'no_key'
  | 'key_reused';

/** Lists the endpoints of an organization. @param id only this endpoint; null: all. */
export async function listOwnEndpoints(
  connection: Connection,
  organizationId: number,
  id: number | null,
): Promise<OwnEndpoint[]> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listOwnEndpoints(organizationId, id),
  );
  return rows;
}

type Sealed = { readonly secret: string; readonly sealed: Buffer };

/** Generates a secret and seals it for the workers. Returns null if no key was published. */
async function sealNewSecret(
  connection: Connection,
  organizationId: number,
  url: string,
): Promise<Sealed | null> {
  const { rows } = await query(connection, sql.findSealingKey());
  if (rows[0] === undefined) return null;
  const secret = generateSecret();
  return { secret, sealed: sealForOwner(rows[0], Buffer.from(secret), nameSecret(organizationId, url)) };
}

const HOUR_MS = 3_600_000;

/**
 * Adds an endpoint, once for each idempotency key as long as the endpoint exists. A repetition returns the same
 * endpoint with a new secret, because nobody can read the first one again; that one also signs for
 * a day, so that it does not matter which of the two answers arrived.
 * @param endpoint.key the Idempotency-Key; null for none.
 * @param most maximum number of endpoints of the organization.
 * @returns its id and its secret, which is shown only once.
 */
export async function addOwnEndpoint(
  connection: Connection,
  owner: EndpointOwner,
  endpoint: {
    readonly url: string;
    readonly eventTypes: readonly WebhookEvent[] | null;
    readonly payloadVersion: PayloadVersion;
    readonly key: string | null;
  },
  now: Date,
  most: number,
): Promise<{ readonly id: number; readonly secret: string; readonly isKnown: boolean } | EndpointRefusal> {
  const { organizationId, tokenHash } = owner;
  const { url, eventTypes, payloadVersion, key } = endpoint;
  const sealed = await sealNewSecret(connection, organizationId, url);
  if (sealed === null) return 'no_key';
  // The path and query may contain a secret of the receiver, so the act has only the host.
  const { host } = new URL(url);
  const { rows } = await queryAsOrganization(
    connection,
    organizationId,
    sql.createOwnEndpoint(tokenHash, now, url, host, eventTypes, payloadVersion, sealed.sealed, most, key),
  );
  const { outcome, id } = rows[0]!;
  if (outcome === 'reused') return 'key_reused';
  if (outcome === 'known') {
    const newSecret = { previousUntil: new Date(now.getTime() + DEFAULT_SECRET_HOURS * HOUR_MS) };
    const changed = await changeOwnEndpoint(connection, owner, id!, { newSecret }, now);
    return typeof changed === 'string' ? changed : { id: id!, secret: changed.secret!, isKnown: true };
  }
  return outcome === 'done' ? { id: id!, secret: sealed.secret, isKnown: false } : outcome;
}

export type EndpointChange = {
  /** undefined: no change; null: all events. */
  readonly eventTypes?: readonly WebhookEvent[] | null;
  readonly isEnabled?: boolean;
  readonly payloadVersion?: PayloadVersion;
  /** A new secret, and until when the previous one also signs; null: not at all. */
  readonly newSecret?: { readonly previousUntil: Date | null };
};

/**
 * Changes an endpoint.
 * @returns the new secret, which is shown only once; null if it did not change.
 */
export async function changeOwnEndpoint(
  connection: Connection,
  { organizationId, tokenHash }: EndpointOwner,
  id: number,
  { eventTypes, isEnabled, payloadVersion, newSecret }: EndpointChange,
  now: Date,
): Promise<{ readonly secret: string | null } | EndpointRefusal> {
  let sealed: Sealed | null = null;
  if (newSecret !== undefined) {
    const [endpoint] = await listOwnEndpoints(connection, organizationId, id);
    if (endpoint === undefined) return 'unknown';
    sealed = await sealNewSecret(connection, organizationId, endpoint.url);
    if (sealed === null) return 'no_key';
  }
  const statement = sql.changeOwnEndpoint(
    tokenHash,
    now,
    id,
    eventTypes !== undefined,
    eventTypes ?? null,
    isEnabled ?? null,
    sealed?.sealed ?? null,
    newSecret?.previousUntil ?? null,
    payloadVersion ?? null,
  );
  const { rows } = await queryAsOrganization(connection, organizationId, statement);
  const { outcome } = rows[0]!;
  return outcome === 'done' ? { secret: sealed?.secret ?? null } : outcome;
}

/** Removes an endpoint; its waiting events are dropped. */
export async function removeOwnEndpoint(
  connection: Connection,
  { organizationId, tokenHash }: EndpointOwner,
  id: number,
  now: Date,
): Promise<'done' | EndpointRefusal> {
  const statement = sql.removeOwnEndpoint(tokenHash, now, id);
  const { rows } = await queryAsOrganization(connection, organizationId, statement);
  return rows[0]!.outcome;
}

/** Creates a test event for an endpoint. @returns its `webhook-id`. */
export async function sendOwnTest(
  connection: Connection,
  { organizationId, tokenHash }: EndpointOwner,
  id: number,
  now: Date,
): Promise<{ readonly messageId: string } | EndpointRefusal> {
  const { rows } = await queryAsOrganization(connection, organizationId, sql.sendOwnTest(tokenHash, now, id));
  const { outcome, messageId } = rows[0]!;
  return outcome === 'done' ? { messageId: messageId! } : outcome;
}
