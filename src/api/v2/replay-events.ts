import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { ApiError, apiError } from '../../contracts/api-error.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { ReplayAnswer, ReplayBody } from '../../contracts/v2/events.ts';
import { LISTED_EVENTS, MAX_REPLAYED_EVENTS } from '../../contracts/webhooks.ts';
import { refuseFaults } from '../../accept/refuse-shape.ts';
import { replayEvents } from '../../notify/events.ts';
import { listOwnEndpoints } from '../../notify/own-endpoints.ts';
import { organizationOf, sessionOf } from '../authentication.ts';
import { openBodyReader } from '../bodies/open-body-reader.ts';
import type { WithBody } from '../bodies/request-bodies.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer, describeError, documentErrors } from '../documentation/describe-answers.ts';
import { createDelivery } from './deliver-now.ts';
import { endOf, sinceOf } from './events.ts';
import { refuseEndpoint } from './webhook-endpoints.ts';

const BODY_LIMIT = 16 * 1024;
const TAG = ['Webhook endpoints'];
const Params = Type.Object({ id: Type.Integer({ minimum: 1, description: 'The `id` of the endpoint.' }) });

/** POST /webhook_endpoints/{id}/replay: sends the events of a span to an endpoint. */
export const replayRoutes: FastifyPluginAsync<Dependencies & { readonly withBody: WithBody }> = async (
  app,
  dependencies,
) => {
  const { pool, withBody, now } = dependencies;
  const deliver = createDelivery(dependencies);
  const readReplay = openBodyReader(ReplayBody);

  app.post<{ Params: { id: number } }>(
    '/webhook_endpoints/:id/replay',
    {
      bodyLimit: BODY_LIMIT,
      config: { right: 'webhooks' },
      schema: {
        operationId: 'replayEvents',
        summary: 'Replay events to a webhook endpoint',
        description: `Sends the events of a span to the endpoint that it has not received, of the types that it receives, also those from before it existed. A request replays at most ${MAX_REPLAYED_EVENTS} events. They have the \`id\` of the list of events as \`webhook-id\`, and wait for their delivery as any others.`,
        tags: TAG,
        params: Params,
        body: ReplayBody,
        response: {
          202: describeAnswer('The number of events that now wait for their delivery', ReplayAnswer),
          ...documentErrors(400, 401, 404, 408, 413, 415, 429, 500, 503),
          422: describeError(
            '`validation_failed`: the body is not a span. `endpoint_disabled`: the endpoint receives no events. `replay_waiting`: too many events wait for the endpoint. `too_many_events`: the span has more events than one request replays',
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const id = request.params.id;
      const input = await withBody(request, async (bytes) => readReplay(bytes));
      const at = now();
      const [from, to] = [input.occurred_from, input.occurred_to].map((text) =>
        text === undefined ? null : new Date(text),
      );
      const wrong = [from, to].findIndex((time) => time != null && Number.isNaN(time.getTime()));
      if (wrong !== -1) {
        const place = [wrong === 0 ? 'occurred_from' : 'occurred_to'];
        throw new ApiError(
          refuseFaults([{ place, code: 'unknown_value', text: formatMessage('not_utc_time') }]),
        );
      }
      const [endpoint] = await listOwnEndpoints(pool, organizationId, id);
      if (endpoint === undefined) throw apiError('unknown_endpoint', {});
      const { event_types: types } = endpoint;
      const replayed = await replayEvents(
        pool,
        sessionOf(request),
        id,
        {
          from: sinceOf(from!, at),
          to: endOf(to ?? at)!,
          types: types && LISTED_EVENTS.filter((type) => types.includes(type)),
          again: input.include_delivered === true,
        },
        at,
      );
      if (typeof replayed === 'string') throw refuseEndpoint(replayed);
      if (replayed > 0) deliver(organizationId, id);
      reply.code(202);
      return { data: { queued_events: replayed } };
    },
  );
};
