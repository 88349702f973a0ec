import { randomBytes } from 'node:crypto';
import type { PayloadVersion, WebhookEvent } from '../../../src/contracts/webhooks.ts';
import { addEndpoint } from '../../../src/notify/webhook-endpoints.ts';
import { type Database, openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { openLogger } from '../../../src/platform/telemetry/logger.ts';
import { createMetrics } from '../../support/metrics.ts';
import { openNameResolver } from '../../../src/notify/name-resolver.ts';
import { deliverWebhooks } from '../../../src/notify/deliver-webhooks.ts';
import type { DeliverContext, DeliveryReport } from '../../../src/notify/delivering.ts';
import type { LightMyRequestResponse } from 'fastify';
import { BY_TEST, createSession } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { UNKNOWING } from '../../support/tracker.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export type TestWebhooks = AsyncDisposable & {
  readonly test: TestRemission;
  /** A database connection with the rights of the CLI commands. */
  readonly operator: Database;
  readonly key: Buffer;
  readonly log: string[];
  readonly metrics: ReturnType<typeof createMetrics>;
  openReceiver(): Promise<Receiver>;
  /**
   * Posts and processes a batch of the test's organization in a new session.
   * @returns the id of the batch.
   */
  issue(count: number, series: string): Promise<number>;
  /** Adds an endpoint for an organization, by default the test's own. */
  add(
    url: string,
    options?: { organizationId?: number; eventTypes?: WebhookEvent[]; payloadVersion?: PayloadVersion },
  ): Promise<{ id: number; secret: string }>;
  /** Requests a test event for an endpoint, as an API key with the right does. */
  requestTest(endpointId: number): Promise<LightMyRequestResponse>;
  /** Runs the job of an endpoint once. */
  deliver(
    endpointId: number,
    changes?: Partial<DeliverContext['webhooks']>,
    tracker?: DeliverContext['tracker'],
  ): Promise<DeliveryReport>;
  /** Delivers again and again until nothing is sent. */
  deliverAll(endpointId: number): Promise<void>;
};

/** Opens the product with the AEAT stand-in, an operator and receivers. */
export async function openTestWebhooks(): Promise<TestWebhooks> {
  const resources = new AsyncDisposableStack();
  const test = resources.use(await openTestRemission());
  const { api } = test;
  const operator = resources.use(
    openDatabase({
      url: api.database.urlOf('operator'),
      applicationName: 'test-operator',
      role: 'operator',
      refusesExcess: true,
    }),
  );
  const key = randomBytes(32);
  const names = openNameResolver();
  const log: string[] = [];
  const metrics = createMetrics();
  const logger = openLogger({
    level: 'info',
    process: 'test',
    destination: { write: (line) => void log.push(line) },
  });
  const deliver: TestWebhooks['deliver'] = (endpointId, changes, tracker = UNKNOWING) =>
    deliverWebhooks(
      {
        pool: api.workers.pool,
        logger,
        metrics,
        now: () => api.clock.now,
        random: () => 1,
        tracker,
        webhooks: { keys: [key], allowsPrivate: true, timeoutMs: 2000, names, ...changes },
      },
      endpointId,
    );
  /** Gives the keys of the organization the right. @returns the token of a session that has it. */
  const allowWebhooks = async () => {
    await api.database.pool.query(
      `update api_keys set rights = rights || '{webhooks}' where organization_id = $1 and not 'webhooks' = any (rights)`,
      [test.organization.id],
    );
    return createSession((request) => api.inject(request), test.organization.apiKey);
  };
  return {
    test,
    operator,
    key,
    log,
    metrics,
    async issue(count, series) {
      const { id, apiKey } = test.organization;
      const answer = await api.inject({
        method: 'POST',
        url: '/api/v1/auth/sessions',
        payload: { api_key: apiKey },
      });
      const token = answer.json<{ session_token: string }>().session_token;
      return issueBatch(api, { id, apiKey, token }, count, series);
    },
    openReceiver: async () => resources.use(await openReceiver()),
    add(url, { organizationId = test.organization.id, eventTypes = null, payloadVersion = 1 } = {}) {
      return addEndpoint(operator.orm, key, { organizationId, url, eventTypes, payloadVersion }, BY_TEST);
    },
    async requestTest(endpointId) {
      const token = await allowWebhooks();
      return api.inject({
        method: 'POST',
        url: `/api/v2/webhook_endpoints/${endpointId}/test`,
        headers: { authorization: `Bearer ${token}` },
      });
    },
    deliver,
    async deliverAll(endpointId) {
      for (;;) {
        const { delivered, failed } = await deliver(endpointId);
        if (delivered + failed === 0) return;
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
