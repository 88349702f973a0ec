import { Command, InvalidArgumentError } from 'commander';
import { showControls } from '../contracts/acts.ts';
import {
  DEFAULT_PAYLOAD_VERSION,
  DEFAULT_SECRET_HOURS,
  MAX_ENDPOINTS,
  MAX_SECRET_HOURS,
  PAYLOAD_VERSIONS,
  type PayloadVersion,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '../contracts/webhooks.ts';
import { findUrlFault } from '../notify/check-url.ts';
import {
  type OrderOptions,
  readId,
  readMoment,
  readOrder,
  readWhole,
  requireOrganization,
  UsageError,
  withOrder,
  withRole,
} from './command-context.ts';
import { print } from './print.ts';
import { readSealingKeys } from './sealing.ts';
import { describeDelivery, describeEndpoint, toJson } from './webhooks/describe.ts';

/*
 * npm run engine -- webhooks: manages the webhook endpoints of organizations and their deliveries.
 * See docs/webhooks.md.
 */

const MAX_SHOWN = 10_000;

function readEvents(text: string): WebhookEvent[] {
  const names = text.split(',');
  const known: readonly string[] = WEBHOOK_EVENTS;
  if (!names.every((name) => known.includes(name)) || new Set(names).size < names.length) {
    throw new InvalidArgumentError(
      `It must be a list of ${WEBHOOK_EVENTS.join(', ')}, separated by commas, each at most once.`,
    );
  }
  return names as WebhookEvent[];
}

function readPayloadVersion(text: string): PayloadVersion {
  const version = PAYLOAD_VERSIONS.find((known) => String(known) === text);
  if (version === undefined) throw new InvalidArgumentError(`It must be ${PAYLOAD_VERSIONS.join(' or ')}.`);
  return version;
}

const readHours = readWhole(0, MAX_SECRET_HOURS, `It must be a number of hours, 0 to ${MAX_SECRET_HOURS}.`);

function readCount(text: string): number {
  const count = readId(text);
  if (count > MAX_SHOWN) throw new InvalidArgumentError(`It must be at most ${MAX_SHOWN}.`);
  return count;
}

function readMessageId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new InvalidArgumentError('It must be the webhook-id of an event, from `webhooks deliveries`.');
  return text;
}

function refuseNone<T>(result: T | null, id: number): T {
  if (result === null) throw new UsageError(`There is no webhook endpoint ${id}`);
  return result;
}

const describeLostSecret = (id: number) =>
  `Endpoint ${id} has a new secret, which could not be shown: create another one (npm run engine -- webhooks rotate ${id})`;

export const command = new Command('webhooks').description(
  'manage webhook endpoints and deliveries: notifications about batches and invoices for organizations (standardwebhooks.com)',
);

type AddedOptions = OrderOptions & { events?: WebhookEvent[]; payloadVersion: PayloadVersion };

withOrder(command.command('add'))
  .description(
    'add an endpoint that receives all events of an organization from now on; prints its secret, which is shown only once',
  )
  .argument('<organization>', 'the id of the organization', readId)
  .argument('<url>', 'the https address of the endpoint, which must accept POST requests')
  .option(
    '--events <list>',
    `only these events, separated by commas: ${WEBHOOK_EVENTS.join(', ')}`,
    readEvents,
  )
  .option(
    '--payload-version <version>',
    'the version of the form of the events; in 2 their data has batch and invoice instead of invoice_batch and batch_invoice',
    readPayloadVersion,
    DEFAULT_PAYLOAD_VERSION,
  )
  .action((organizationId: number, url: string, options: AddedOptions) =>
    withRole('operator', async (database, environment) => {
      const { addEndpoint } = await import('../notify/webhook-endpoints.ts');
      const { listEndpoints } = await import('../notify/statements/endpoints.ts');
      await requireOrganization(database, organizationId);
      const [key] = readSealingKeys('webhook secrets');
      const fault = findUrlFault(url, environment.WEBHOOKS_ALLOW_PRIVATE);
      if (fault !== null) throw new UsageError(`The address ${fault.en}`);
      const { orm } = database;
      if ((await listEndpoints(orm.em.fork(), organizationId)).length >= MAX_ENDPOINTS)
        throw new UsageError(
          `Organization ${organizationId} has ${MAX_ENDPOINTS} endpoints, which is the maximum`,
        );
      const { events, payloadVersion } = options;
      const endpoint = { organizationId, url: new URL(url).href, eventTypes: events ?? null, payloadVersion };
      const { id, secret } = await addEndpoint(orm, key, endpoint, readOrder(options));
      await print(`Endpoint ${id}\nSecret ${secret}`, describeLostSecret(id));
    }),
  );

command
  .command('list')
  .description('list the endpoints and their state')
  .argument('[organization]', 'the id of the organization; default: all', readId)
  .option('--json', 'print one JSON object per line')
  .action((organizationId: number | undefined, { json }: { json?: boolean }) =>
    withRole('operator', async (database) => {
      const { listEndpoints } = await import('../notify/statements/endpoints.ts');
      if (organizationId !== undefined) await requireOrganization(database, organizationId);
      const endpoints = await listEndpoints(database.orm.em.fork(), organizationId ?? null);
      if (endpoints.length === 0 && !json) return await print('There is no webhook endpoint');
      for (const endpoint of endpoints)
        await print(json ? toJson(endpoint) : showControls(describeEndpoint(endpoint)));
    }),
  );

withOrder(command.command('rotate'))
  .description('give an endpoint a new secret; prints the secret, which is shown only once')
  .argument('<endpoint>', 'the id of the endpoint', readId)
  .option(
    '--hours <hours>',
    'the hours for which the previous secret also signs; 0: not at all',
    readHours,
    DEFAULT_SECRET_HOURS,
  )
  .action((id: number, options: OrderOptions & { hours: number }) =>
    withRole('operator', async ({ orm }) => {
      const { rotateSecret } = await import('../notify/webhook-endpoints.ts');
      const [key] = readSealingKeys('webhook secrets');
      const rotated = await rotateSecret(orm, key, id, options.hours, readOrder(options));
      const { secret, until } = refuseNone(rotated, id);
      const overlap =
        options.hours === 0
          ? 'The previous secret no longer signs'
          : `The previous secret also signs until ${until.toISOString()}`;
      await print(`Secret ${secret}\n${overlap}`, describeLostSecret(id));
    }),
  );

withOrder(command.command('enable'))
  .description('resume deliveries at once to an endpoint that is disabled (410) or paused after failures')
  .argument('<endpoint>', 'the id of the endpoint', readId)
  .action((id: number, options: OrderOptions) =>
    withRole('operator', async ({ orm }) => {
      const { enableEndpoint } = await import('../notify/webhook-endpoints.ts');
      refuseNone(await enableEndpoint(orm, id, readOrder(options)), id);
      await print(`Endpoint ${id} receives deliveries again`);
    }),
  );

withOrder(command.command('remove'))
  .description('remove an endpoint; its waiting deliveries are dropped')
  .argument('<endpoint>', 'the id of the endpoint', readId)
  .action((id: number, options: OrderOptions) =>
    withRole('operator', async ({ orm }) => {
      const { dropEndpoint } = await import('../notify/webhook-endpoints.ts');
      const dropped = refuseNone(await dropEndpoint(orm, id, readOrder(options)), id);
      await print(`Endpoint ${id} is removed; ${dropped} waiting deliveries were dropped`);
    }),
  );

type ShownOptions = {
  organization?: number;
  endpoint?: number;
  failed?: boolean;
  json?: boolean;
  limit: number;
};

command
  .command('deliveries')
  .description('list deliveries of events with their outcome, newest first; they are kept for 30 days')
  .option('--organization <id>', 'only deliveries of this organization', readId)
  .option('--endpoint <id>', 'only deliveries to this endpoint', readId)
  .option('--failed', 'only deliveries whose last attempt failed, or that were given up or dropped')
  .option('--limit <count>', 'the maximum number of deliveries to list', readCount, 50)
  .option('--json', 'print one JSON object per line')
  .action(({ organization, endpoint, failed, json, limit }: ShownOptions) =>
    withRole('operator', async (database) => {
      const { listDeliveries } = await import('../notify/statements/endpoints.ts');
      if (organization !== undefined) await requireOrganization(database, organization);
      const deliveries = await listDeliveries(database.orm.em.fork(), {
        organizationId: organization ?? null,
        endpointId: endpoint ?? null,
        failedOnly: failed ?? false,
        most: limit,
      });
      if (deliveries.length === 0 && !json) return await print('There is no such delivery');
      for (const delivery of deliveries)
        await print(json ? toJson(delivery) : showControls(describeDelivery(delivery)));
    }),
  );

type ReplayOptions = OrderOptions & { event?: string; failed?: boolean; since?: Date };

withOrder(command.command('replay'))
  .description('send events to an endpoint again, with the same webhook-id')
  .argument('<endpoint>', 'the id of the endpoint', readId)
  .option('--event <webhook-id>', 'the event with this webhook-id, from `webhooks deliveries`', readMessageId)
  .option('--failed', 'only deliveries that were given up or dropped')
  .option('--since <moment>', 'only events from this day (midnight UTC) or moment on', readMoment)
  .action((id: number, options: ReplayOptions) =>
    withRole('operator', async ({ orm }) => {
      const { replayDeliveries } = await import('../notify/webhook-endpoints.ts');
      const { event, failed, since } = options;
      if (event === undefined && !failed && since === undefined)
        throw new UsageError(
          'Choose the events to send again: --event, --failed, --since, or several of them',
        );
      const filter = { messageId: event ?? null, failedOnly: failed ?? false, since: since ?? null };
      const replayed = await replayDeliveries(orm, id, filter, readOrder(options));
      if (replayed === null)
        throw new UsageError(
          `There is no webhook endpoint ${id}, or it is disabled (npm run engine -- webhooks enable ${id})`,
        );
      await print(`${replayed} events are sent again`);
    }),
  );
