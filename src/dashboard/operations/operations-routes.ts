import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { NO_QUEUE_SNAPSHOT } from '../../platform/jobs/queue-snapshot.ts';
import { withinTime } from '../../platform/telemetry/within-time.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { layOut } from '../pages/layout.ts';
import { sendIfNew, sendPage } from '../pages/send-page.ts';
import { drillDownPages } from './drill-down-routes.ts';
import type { OperationsOptions } from './operations-options.ts';
import { shareReading } from './share-reading.ts';
import { showOperations } from './show-operations.ts';
import { NO_ANSWER, NO_DATABASE } from './unknown.ts';

/**
 * Minimum interval between two reads of the database, in milliseconds, for any number of viewers.
 */
const FRESH_MS = 1000;
const SELDOM_FRESH_MS = 60_000;
/** Limit for Redis in milliseconds. Redis normally answers in a thousandth of it. */
const REDIS_PATIENCE_MS = 1000;

/**
 * Routes of the operations page: `/operations`, and its main part at `/operations/now` for a page
 * that stays open.
 */
export const operationsPages: FastifyPluginCallback<OperationsOptions> = (app, options, done) => {
  const { source, version, loginOf, showActFor } = options;
  const readQueues = shareReading(
    () => withinTime(options.readQueues(), REDIS_PATIENCE_MS).catch(() => NO_QUEUE_SNAPSHOT),
    FRESH_MS,
  );
  const readOverview = source && shareReading(() => source.readOverview(new Date()), FRESH_MS);
  const readInstallation = source && shareReading(() => source.readInstallation(), SELDOM_FRESH_MS);

  async function show(request: FastifyRequest): Promise<Html> {
    if (readOverview === null || readInstallation === null) return NO_DATABASE;
    try {
      const [overview, installation, queues] = await Promise.all([
        readOverview(),
        readInstallation(),
        readQueues(),
      ]);
      return showOperations({ overview, installation, queues }, version, showActFor(request));
    } catch (error) {
      request.log.warn({ err: error }, 'The database could not be read for the operations page');
      return NO_ANSWER;
    }
  }

  app.get('/operations', async (request, reply) =>
    sendPage(
      reply,
      layOut({
        title: 'Operations',
        place: '/operations',
        main: await show(request),
        liveFrom: '/operations/now',
        login: loginOf(request),
      }),
    ),
  );
  app.register(drillDownPages, options);
  app.get('/operations/now', async (request, reply) => sendIfNew(request, reply, await show(request)));
  done();
};
