import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { single } from '../../contracts/answers.ts';
import {
  ChangedEndpointAnswer,
  ChangeEndpointBody,
  CreatedEndpointAnswer,
  CreateEndpointBody,
  EndpointsAnswer,
  EndpointView,
  TestAnswer,
} from '../../contracts/v2/webhook-endpoints.ts';
import {
  DEFAULT_PAYLOAD_VERSION,
  DEFAULT_SECRET_HOURS,
  MAX_ENDPOINTS,
  MAX_REPLAYED_EVENTS,
} from '../../contracts/webhooks.ts';
import { findUrlFault } from '../../notify/check-url.ts';
import {
  addOwnEndpoint,
  changeOwnEndpoint,
  type EndpointRefusal,
  listOwnEndpoints,
  removeOwnEndpoint,
  sendOwnTest,
} from '../../notify/own-endpoints.ts';
import type { ReplayRefusal } from '../../notify/events.ts';
import { refuseFaults } from '../../accept/refuse-shape.ts';
import { readIdempotencyKey } from '../acceptance.ts';
import { organizationOf, sessionOf } from '../authentication.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import { createDelivery } from './deliver-now.ts';

/** Room for an address and the JSON around it. */
const BODY_LIMIT = 16 * 1024;
const HOUR_MS = 3_600_000;

const TAG = ['Webhook endpoints'];
const Params = Type.Object({ id: Type.Integer({ minimum: 1, description: 'The `id` of the endpoint.' }) });

/**
 * Routes of version 2 with which an API key with the right `webhooks` manages the webhook endpoints
 * of its organization.
 */
export const webhookEndpointRoutes: FastifyPluginAsync<
  Dependencies & { readonly withBody: WithBody }
> = async (app, dependencies) => {
  const { pool, withBody, now, environment } = dependencies;
  const deliver = createDelivery(dependencies);
  const readCreation = openBodyReader(CreateEndpointBody);
  const readChange = openBodyReader(ChangeEndpointBody);

  /** Reads an endpoint of the request's organization. @throws 404 */
  async function find(request: FastifyRequest, id: number): Promise<EndpointView> {
    const [endpoint] = await listOwnEndpoints(pool, organizationOf(request).organizationId, id);
    if (endpoint === undefined) throw apiError('unknown_endpoint', {});
    return endpoint;
  }

  app.get(
    '/webhook_endpoints',
    {
      config: { right: 'webhooks' },
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'Lists the webhook endpoints of the organization with the state of their deliveries.',
        tags: TAG,
        response: {
          200: describeAnswer('The endpoints', EndpointsAnswer),
          ...documentErrors(400, 401, 429, 500, 503),
        },
      },
    },
    async (request) => ({ data: await listOwnEndpoints(pool, organizationOf(request).organizationId, null) }),
  );

  app.get<{ Params: { id: number } }>(
    '/webhook_endpoints/:id',
    {
      config: { right: 'webhooks' },
      schema: {
        operationId: 'getWebhookEndpoint',
        summary: 'Get a webhook endpoint',
        description: 'Returns a webhook endpoint with the state of its deliveries.',
        tags: TAG,
        params: Params,
        response: {
          200: describeAnswer('The endpoint', single(EndpointView)),
          ...documentErrors(400, 401, 404, 429, 500, 503),
        },
      },
    },
    async (request) => ({ data: await find(request, request.params.id) }),
  );

  app.post(
    '/webhook_endpoints',
    {
      bodyLimit: BODY_LIMIT,
      config: { right: 'webhooks' },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description: `Adds an endpoint that receives events from now on. An organization has at most ${MAX_ENDPOINTS}. The answer contains the secret that signs the messages; it is shown only once.`,
        tags: TAG,
        headers: Type.Object({
          'Idempotency-Key': Type.Optional(
            Type.String({
              format: 'uuid',
              description:
                'A UUID that you choose for this endpoint. As long as the endpoint exists, the same request with the same UUID returns it instead of creating another one. The answer then has a new secret, and that of the first answer also signs for 24 hours.',
            }),
          ),
        }),
        body: CreateEndpointBody,
        response: {
          201: describeAnswer('The endpoint with its secret', CreatedEndpointAnswer),
          ...documentErrors(400, 401, 408, 413, 415, 429, 500, 503),
          422: describeError(
            '`validation_failed`: the body is not an endpoint, or its address is not allowed. `too_many_endpoints`: the organization has the maximum number. `invalid_idempotency_key`: not a UUID, or already used with another body',
          ),
        },
      },
    },
    async (request, reply) => {
      const input = await withBody(request, async (bytes) => readCreation(bytes));
      const fault = findUrlFault(input.url, environment.WEBHOOKS_ALLOW_PRIVATE);
      if (fault !== null)
        throw new ApiError(refuseFaults([{ place: ['url'], code: 'unknown_value', text: fault }]));
      const endpoint = {
        url: new URL(input.url).href,
        eventTypes: input.event_types ?? null,
        payloadVersion: input.payload_version ?? DEFAULT_PAYLOAD_VERSION,
        key: request.headers['idempotency-key'] === undefined ? null : readIdempotencyKey(request),
      };
      const added = await addOwnEndpoint(pool, sessionOf(request), endpoint, now(), MAX_ENDPOINTS);
      if (typeof added === 'string') throw refuseEndpoint(added);
      if (added.isKnown) reply.header('Idempotency-Replayed', 'true');
      reply.code(201);
      return { data: { ...(await find(request, added.id)), secret: added.secret } };
    },
  );

  app.patch<{ Params: { id: number } }>(
    '/webhook_endpoints/:id',
    {
      bodyLimit: BODY_LIMIT,
      config: { right: 'webhooks' },
      schema: {
        operationId: 'changeWebhookEndpoint',
        summary: 'Change a webhook endpoint',
        description:
          'Changes the members that are sent: the events, the version of their form, whether the endpoint is enabled, and the secret. The address cannot change; create another endpoint instead.',
        tags: TAG,
        params: Params,
        body: ChangeEndpointBody,
        response: {
          200: describeAnswer('The changed endpoint', ChangedEndpointAnswer),
          ...documentErrors(400, 401, 404, 408, 413, 415, 429, 500, 503),
          422: describeError('`validation_failed`: the body is not a change of an endpoint'),
        },
      },
    },
    async (request) => {
      const id = request.params.id;
      const input = await withBody(request, async (bytes) => readChange(bytes));
      const at = now();
      const { event_types: eventTypes, enabled: isEnabled, new_secret: asked } = input;
      const { payload_version: payloadVersion } = input;
      const hours = asked?.previous_valid_hours ?? DEFAULT_SECRET_HOURS;
      const changed = await changeOwnEndpoint(
        pool,
        sessionOf(request),
        id,
        {
          ...(eventTypes !== undefined && { eventTypes }),
          ...(isEnabled !== undefined && { isEnabled }),
          ...(payloadVersion !== undefined && { payloadVersion }),
          ...(asked !== undefined && {
            newSecret: { previousUntil: hours === 0 ? null : new Date(at.getTime() + hours * HOUR_MS) },
          }),
        },
        at,
      );
      if (typeof changed === 'string') throw refuseEndpoint(changed);
      return { data: { ...(await find(request, id)), secret: changed.secret } };
    },
  );

  app.delete<{ Params: { id: number } }>(
    '/webhook_endpoints/:id',
    {
      config: { right: 'webhooks' },
      schema: {
        operationId: 'removeWebhookEndpoint',
        summary: 'Remove a webhook endpoint',
        description: 'Removes the endpoint. Its waiting events are dropped.',
        tags: TAG,
        params: Params,
        response: {
          204: { description: 'The endpoint is removed', type: 'null' },
          ...documentErrors(400, 401, 404, 415, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const removed = await removeOwnEndpoint(pool, sessionOf(request), request.params.id, now());
      if (removed !== 'done') throw refuseEndpoint(removed);
      return reply.code(204).send();
    },
  );

  app.post<{ Params: { id: number } }>(
    '/webhook_endpoints/:id/test',
    {
      config: { right: 'webhooks' },
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Test a webhook endpoint',
        description:
          'Sends a `webhook.test` event to the endpoint. If it does not arrive, the endpoint shows the reason in `last_failure`. One test event waits at a time.',
        tags: TAG,
        params: Params,
        response: {
          202: describeAnswer('The test event, which is sent now', TestAnswer),
          ...documentErrors(400, 401, 404, 415, 429, 500, 503),
          422: describeError(
            '`endpoint_disabled`: the endpoint receives no events. `test_waiting`: the last test event has not arrived yet',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const id = request.params.id;
      const sent = await sendOwnTest(pool, sessionOf(request), id, now());
      if (typeof sent === 'string') throw refuseEndpoint(sent);
      deliver(organizationId, id);
      reply.code(202);
      return { data: { webhook_id: sent.messageId } };
    },
  );
};

/** Returns the error answer for a change of an endpoint that was not made. */
export function refuseEndpoint(refusal: EndpointRefusal | ReplayRefusal): ApiError {
  switch (refusal) {
    case 'forbidden':
      return apiError('missing_right', { right: 'webhooks' });
    case 'unknown':
      return apiError('unknown_endpoint', {});
    case 'many_events':
      return apiError('many_events', { most: MAX_REPLAYED_EVENTS });
    case 'full':
      return apiError('replay_waiting', {});
    case 'many':
      return apiError('many_endpoints', { most: MAX_ENDPOINTS });
    case 'disabled':
      return apiError('endpoint_disabled', {});
    case 'waiting':
      return apiError('test_waiting', {});
    case 'key_reused':
      return apiError('reused_idempotency_key', {});
    case 'no_key':
      return apiError('no_sealing_key', {});
  }
}
