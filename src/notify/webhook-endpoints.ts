import { nameKey, nameSealingKey, SealError } from '../platform/secrets/seal-secret.ts';
import type { Order } from '../contracts/acts.ts';
import type { PayloadVersion, WebhookEvent } from '../contracts/webhooks.ts';
import type { EntityManager, Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import {
  insertEndpoint,
  type LockedEndpoint,
  lockEndpoint,
  removeEndpoint,
  reopenDeliveries,
  replaceSecrets,
  type ReplayFilter,
  resealSecrets,
  wakeEndpoint,
} from './statements/endpoints.ts';
import { generateSecret, sealWebhookSecret, unsealWebhookSecret } from './secrets.ts';

/*
 * Operators' changes to webhook endpoints. Each is recorded as an act in the same transaction.
 */

/**
 * Adds an endpoint.
 * @returns its id and its secret, which is shown only once.
 */
export function addEndpoint(
  orm: Orm,
  key: Uint8Array,
  endpoint: {
    readonly organizationId: number;
    readonly url: string;
    readonly eventTypes: readonly WebhookEvent[] | null;
    readonly payloadVersion: PayloadVersion;
  },
  order: Order,
): Promise<{ readonly id: number; readonly secret: string }> {
  const secret = generateSecret();
  const { organizationId, url, eventTypes, payloadVersion } = endpoint;
  return orm.em.fork().transactional(async (em) => {
    const sealedSecret = sealWebhookSecret(key, secret, endpoint);
    const id = await insertEndpoint(em, { ...endpoint, sealedSecret, createdAt: new Date() });
    // The path and query may contain a secret of the receiver.
    const details = { host: new URL(url).host, events: eventTypes, payload_version: payloadVersion };
    await recordAct(em, order, { act: 'webhook.add', organizationId, subjectId: id, details });
    return { id, secret };
  });
}

/**
 * Gives an endpoint a new secret. The previous one also signs for some hours.
 * @returns null if there is no such endpoint.
 */
export function rotateSecret(
  orm: Orm,
  key: Uint8Array,
  id: number,
  hours: number,
  order: Order,
): Promise<{ readonly secret: string; readonly until: Date } | null> {
  const secret = generateSecret();
  const until = new Date(Date.now() + hours * 3600 * 1000);
  return change(orm, id, order, 'webhook.rotate', { hours }, async (em, endpoint) => {
    const previous = hours === 0 ? null : { sealed: endpoint.sealedSecret, until };
    await replaceSecrets(em, id, sealWebhookSecret(key, secret, endpoint), previous);
    return { secret, until };
  });
}

/**
 * Removes an endpoint.
 * @returns the number of dropped events; null if there is no such endpoint.
 */
export function dropEndpoint(orm: Orm, id: number, order: Order): Promise<number | null> {
  return change(orm, id, order, 'webhook.remove', {}, (em) => removeEndpoint(em, id, new Date()));
}

/**
 * Enables an endpoint, so that its events are sent at once.
 * @returns null if there is no such endpoint.
 */
export function enableEndpoint(orm: Orm, id: number, order: Order): Promise<true | null> {
  return change(orm, id, order, 'webhook.enable', {}, async (em) => {
    await wakeEndpoint(em, id);
    return true as const;
  });
}

/**
 * Sends ended deliveries again with the same message ids. It also enables the endpoint and ends its
 * pause.
 * @returns the number of events; null if there is no such endpoint or it is disabled.
 */
export function replayDeliveries(
  orm: Orm,
  id: number,
  filter: ReplayFilter,
  order: Order,
): Promise<number | null> {
  const { messageId, failedOnly, since } = filter;
  const details = { messageId, failedOnly, since: since?.toISOString() ?? null };
  const reopen = async (em: EntityManager) => {
    await wakeEndpoint(em, id);
    return reopenDeliveries(em, id, filter);
  };
  return change(orm, id, order, 'webhook.replay', details, reopen, isEnabled);
}

export type ResealedEndpoint = 'resealed' | 'current' | 'closed';

/**
 * Seals an endpoint's secrets with the current key.
 * @param keys the current key first, then the keys that may have sealed them.
 */
export async function resealEndpoint(
  orm: Orm,
  keys: readonly [Uint8Array, ...Uint8Array[]],
  id: number,
  order: Order,
): Promise<ResealedEndpoint> {
  const to = nameKey(keys[0]);
  return orm.em.fork().transactional(async (em) => {
    const endpoint = await lockEndpoint(em, id);
    if (endpoint === null) return 'current';
    const { organizationId, sealedSecret, sealedPreviousSecret } = endpoint;
    const reseal = (sealed: Buffer) =>
      sealWebhookSecret(keys[0], unsealWebhookSecret(keys, sealed, endpoint), endpoint);
    try {
      const secret = reseal(sealedSecret);
      const previous = sealedPreviousSecret === null ? null : reseal(sealedPreviousSecret);
      const names = [sealedSecret, sealedPreviousSecret ?? sealedSecret].map(nameSealingKey);
      if (names.every((name) => name === to)) return 'current';
      await resealSecrets(em, id, secret, previous);
    } catch (error) {
      if (error instanceof SealError) return 'closed';
      throw error;
    }
    await recordAct(em, order, { act: 'webhook.reseal', organizationId, subjectId: id, details: { to } });
    return 'resealed';
  });
}

const isEnabled = ({ isDisabled }: LockedEndpoint) => !isDisabled;

/** Changes an endpoint, if it exists and `may` accepts it, and records the act. */
function change<T>(
  orm: Orm,
  id: number,
  order: Order,
  act: 'webhook.rotate' | 'webhook.remove' | 'webhook.enable' | 'webhook.replay',
  details: Readonly<Record<string, unknown>>,
  work: (em: EntityManager, endpoint: LockedEndpoint) => Promise<T>,
  may: (endpoint: LockedEndpoint) => boolean = () => true,
): Promise<T | null> {
  return orm.em.fork().transactional(async (em) => {
    const endpoint = await lockEndpoint(em, id);
    if (endpoint === null || !may(endpoint)) return null;
    const { organizationId } = endpoint;
    // Recorded first, because the database requires the act for the change.
    await recordAct(em, order, { act, organizationId, subjectId: id, details });
    return work(em, endpoint);
  });
}
