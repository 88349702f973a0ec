import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { showControls } from '../../src/contracts/acts.ts';
import { findAcknowledgeable } from '../../src/console/acts/finding-acts.ts';
import { describeForAct } from '../../src/console/overview/acknowledge.ts';
import { recordAct } from '../../src/platform/audit/operator-acts.ts';
import { needsSomebody } from '../../src/console/overview/finding.ts';
import { judgeOverview, type Sight } from '../../src/console/overview/judge-overview.ts';
import { readInstallation, readOverview } from '../../src/console/overview/statements/overview.ts';
import { NO_QUEUE_SNAPSHOT, openQueueSnapshot } from '../../src/platform/jobs/queue-snapshot.ts';
import { askQueues } from './ask-queues.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  readWhole,
  UsageError,
  withDatabase,
  withOrder,
  withRole,
} from './command-context.ts';
import { OutputLost, print } from './print.ts';
import { describeView, toJson } from './status/describe.ts';

/* npm run status: what the operations page says, on a terminal. See docs/operations-page.md. */

/** The code of the process where the engine needs somebody. */
const NEEDS_SOMEBODY = 1;
/** The code of the process where it cannot be known whether the engine needs somebody. */
export const failureCode = 2;
const MAX_SECONDS = 3600;

type Options = OrderOptions & {
  readonly json?: boolean;
  readonly watch?: number | true;
  readonly acknowledge?: number;
};

async function look(pool: Pool): Promise<Sight> {
  const now = new Date();
  const overview = await readOverview(pool, now);
  const installation = await readInstallation(pool);
  const queues = await askQueues((jobQueues) => openQueueSnapshot(jobQueues)(now));
  return { overview, installation, queues: queues ?? NO_QUEUE_SNAPSHOT };
}

async function tell(pool: Pool, { json }: Options): Promise<void> {
  const sight = await look(pool);
  const findings = judgeOverview(sight);
  await print(json ? toJson(sight, findings) : describeView(sight, findings));
  process.exitCode = needsSomebody(findings) ? NEEDS_SOMEBODY : 0;
}

async function keepTelling(pool: Pool, options: Options, seconds: number): Promise<void> {
  for (;;) {
    // From the top left of an empty screen, where a person looks.
    if (!options.json && process.stdout.isTTY) await print('\u001B[2J\u001B[H');
    await tell(pool, options).catch((error: Error) => {
      if (error instanceof OutputLost) throw error;
      process.exitCode = failureCode;
      return print(
        options.json ? JSON.stringify({ error: error.message }) : `Nothing is known: ${error.message}`,
      );
    });
    await wait(seconds * 1000);
  }
}

const readSeconds = readWhole(1, MAX_SECONDS, `It must be a number of seconds, 1 to ${MAX_SECONDS}.`);

/** Acknowledges a finding as the dashboard does. What is found is read as everything else here, and the act is an operator's. */
async function acknowledge(id: number, options: Options): Promise<void> {
  if (options.reason === undefined)
    throw new UsageError('--acknowledge needs --reason: it is kept with the name');
  const finding = await withRole('reader', ({ pool }) => findAcknowledgeable(pool, id, new Date()));
  if (finding === null)
    throw new UsageError(
      `There is no finding ${id} on customers' data; npm run engine -- status lists those that there are`,
    );
  await withDatabase(({ orm }) =>
    recordAct(orm.em.fork(), readOrder(options), {
      act: 'finding.acknowledge',
      subjectId: id,
      details: describeForAct(finding),
    }),
  );
  await print(`Acknowledged until something new of it comes: ${showControls(finding.what)}`);
}

export const command = withOrder(new Command('status'))
  .description(
    'tell what the operations page tells: what needs somebody and what helps, what waits, fails, is refused or halted; ends with code 1 where the engine needs somebody, with 2 where that cannot be known',
  )
  .option('--json', 'one JSON object')
  .option(
    '--watch [seconds]',
    'again and again, every 5 seconds or as many as are told, until it is ended',
    readSeconds,
  )
  .option(
    '--acknowledge <number>',
    "acknowledge this finding on customers' data, with --reason, until something new of its kind comes",
    readId,
  )
  .action((options: Options) =>
    options.acknowledge === undefined
      ? withRole('reader', ({ pool }) =>
          options.watch === undefined
            ? tell(pool, options)
            : keepTelling(pool, options, options.watch === true ? 5 : options.watch),
        )
      : acknowledge(options.acknowledge, options),
  );
