import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { Installation, Overview } from '../../persistence/overview/overview.ts';
import type { Pause } from '../../queue/pauses.ts';
import { withinTime } from '../../telemetry/within-time.ts';
import type { Html } from '../pages/html.ts';
import { layOut } from '../pages/layout.ts';
import { sendIfNew, sendPage } from '../pages/send-page.ts';
import { shareReading } from './share-reading.ts';
import type { ShowAct } from './show-findings.ts';
import { showNothing, showOperations } from './show-operations.ts';

/** Where the pages read from. */
export type OperationsSource = {
  readonly readOverview: (now: Date) => Promise<Overview>;
  readonly readInstallation: () => Promise<Installation>;
};

export type OperationsOptions = {
  /** null: the dashboard has no database. */
  readonly source: OperationsSource | null;
  readonly readPauses: () => Promise<readonly Pause[]>;
  readonly version: string;
  readonly loginOf: (request: FastifyRequest) => string;
  readonly showActFor: (request: FastifyRequest) => ShowAct;
};

/** However many look, the database is asked so often. */
const FRESH_MS = 1000;
const SELDOM_FRESH_MS = 60_000;
/** Redis answers in a thousandth of that, or is away. */
const REDIS_PATIENCE_MS = 1000;

const NO_DATABASE = showNothing(
  'Nothing is known here',
  'This dashboard has no database: DATABASE_URL is not set for it. Jobs are shown all the same.',
  'set DATABASE_URL of the dashboard to the login that npm run migrate makes of DASHBOARD_DATABASE_URL, and start it anew',
  false,
);

/** The operations page: `/operations`, and its main part at `/operations/now` for who keeps it open. */
export const operationsPages: FastifyPluginCallback<OperationsOptions> = (app, options, done) => {
  const { source, version, loginOf, showActFor } = options;
  const readPauses = shareReading(
    () => withinTime(options.readPauses(), REDIS_PATIENCE_MS).catch(() => null),
    FRESH_MS,
  );
  const readOverview = source && shareReading(() => source.readOverview(new Date()), FRESH_MS);
  const readInstallation = source && shareReading(() => source.readInstallation(), SELDOM_FRESH_MS);

  async function show(request: FastifyRequest): Promise<Html> {
    if (readOverview === null || readInstallation === null) return NO_DATABASE;
    try {
      const [overview, installation, pauses] = await Promise.all([
        readOverview(),
        readInstallation(),
        readPauses(),
      ]);
      return showOperations({ overview, installation, pauses }, version, showActFor(request));
    } catch (error) {
      request.log.warn({ err: error }, 'The database could not be read for the operations page');
      return showNothing(
        'The database does not answer',
        'Nothing can be told, and nothing is accepted, issued or sent before it is back. This page goes on by itself then.',
        'start PostgreSQL, or mend the way to it (DATABASE_URL); /readyz of each process says what is wrong',
        true,
      );
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
  app.get('/operations/now', async (request, reply) => sendIfNew(request, reply, await show(request)));
  done();
};
