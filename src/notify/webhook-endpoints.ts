import { nameKey, nameSealingKey, SealError } from '../platform/secrets/seal-secret.ts';
import type { Order } from '../contracts/acts.ts';
import type { WebhookEvent } from '../contracts/webhooks.ts';
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

/* What operators do with webhook endpoints, each with its act in one transaction. */

/** Adds an endpoint. @returns its id and its secret, which is shown only now. */
export function addEndpoint(
  orm: Orm,
  key: Uint8Array,
  endpoint: {
    readonly organizationId: number;
    readonly url: string;
    readonly eventTypes: readonly WebhookEvent[] | null;
  },
  order: Order,
): Promise<{ readonly id: number; readonly secret: string }> {
  const secret = generateSecret();
  const { organizationId, url, eventTypes } = endpoint;
  return orm.em.fork().transactional(async (em) => {
    const sealedSecret = sealWebhookSecret(key, secret, endpoint);
    const id = await insertEndpoint(em, { ...endpoint, sealedSecret, createdAt: new Date() });
    // Its path and query may hold a secret of the receiver's.
    const details = { host: new URL(url).host, events: eventTypes };
    await recordAct(em, order, { act: 'webhook.add', organizationId, subjectId: id, details });
    return { id, secret };
  });
}

/** Gives an endpoint a new secret; the previous one signs as well for a while. @returns null where there is no such endpoint. */
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

/** Removes an endpoint. @returns how many events waited for it; null where there is no such endpoint. */
export function dropEndpoint(orm: Orm, id: number, order: Order): Promise<number | null> {
  return change(orm, id, order, 'webhook.remove', {}, (em) => removeEndpoint(em, id, new Date()));
}

/** Lets an endpoint be sent to at once, one that is disabled too. @returns null where there is no such endpoint. */
export function enableEndpoint(orm: Orm, id: number, order: Order): Promise<true | null> {
  return change(orm, id, order, 'webhook.enable', {}, async (em) => {
    await wakeEndpoint(em, id);
    return true as const;
  });
}

/**
 * Sends again what was sent or given up, with the same ids, after what the endpoint was tried with before.
 * @returns how many events; null where there is no such endpoint, or it is disabled.
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

/** Seals an endpoint's secrets with the current key. @param keys the current one first, then those that may have sealed them. */
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

/** Changes an endpoint that is there and that may be changed so, and writes down that it was. */
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
    // Before: the database asks for it.
    await recordAct(em, order, { act, organizationId, subjectId: id, details });
    return work(em, endpoint);
  });
}
