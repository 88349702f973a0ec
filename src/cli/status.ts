import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { showControls } from '../contracts/acts.ts';
import { findAcknowledgeable } from '../monitor/find-acknowledgeable.ts';
import { describeForAct } from '../monitor/acknowledge.ts';
import { needsSomebody } from '../monitor/finding.ts';
import { judgeOverview, type Sight } from '../monitor/judge-overview.ts';
import { readInstallation, readOverview } from '../monitor/statements/overview.ts';
import { NO_QUEUE_SNAPSHOT, openQueueSnapshot } from '../platform/jobs/queue-snapshot.ts';
import { askQueues } from './ask-queues.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  readWhole,
  UsageError,
  withDatabase,
  withOrder,
  withPool,
} from './command-context.ts';
import { OutputLost, print } from './print.ts';
import { describeView, toJson } from './status/describe.ts';

/*
 * npm run engine -- status: prints the contents of the operations page. See
 * docs/operations-page.md.
 */

/** The exit code if the engine needs an operator. */
const NEEDS_SOMEBODY = 1;
/** The exit code if it is unknown whether the engine needs an operator. */
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
  const queues = await askQueues(pool, (jobQueues) => openQueueSnapshot(jobQueues)(now));
  return { overview, installation, queues: queues ?? NO_QUEUE_SNAPSHOT };
}

async function printStatus(pool: Pool, { json }: Options): Promise<void> {
  const sight = await look(pool);
  const findings = judgeOverview(sight);
  await print(json ? toJson(sight, findings) : describeView(sight, findings));
  process.exitCode = needsSomebody(findings) ? NEEDS_SOMEBODY : 0;
}

async function keepTelling(pool: Pool, options: Options, seconds: number): Promise<void> {
  for (;;) {
    // Clears the screen and moves the cursor to the top left.
    if (!options.json && process.stdout.isTTY) await print('\u001B[2J\u001B[H');
    await printStatus(pool, options).catch((error: Error) => {
      if (error instanceof OutputLost) throw error;
      process.exitCode = failureCode;
      return print(
        options.json ? JSON.stringify({ error: error.message }) : `The state is unknown: ${error.message}`,
      );
    });
    await wait(seconds * 1000);
  }
}

const readSeconds = readWhole(1, MAX_SECONDS, `It must be a number of seconds, 1 to ${MAX_SECONDS}.`);

/**
 * Acknowledges a finding as the dashboard does. Reads the finding with the role `reader` and
 * records the act with the role `operator`.
 */
async function acknowledge(id: number, options: Options): Promise<void> {
  const { recordAct } = await import('../platform/audit/operator-acts.ts');
  if (options.reason === undefined)
    throw new UsageError('--acknowledge needs --reason, which is recorded with the name');
  const finding = await withPool('reader', ({ pool }) => findAcknowledgeable(pool, id, new Date()));
  if (finding === null)
    throw new UsageError(
      `There is no finding ${id} on customers' data; npm run engine -- status lists the findings`,
    );
  await withDatabase(({ orm }) =>
    recordAct(orm.em.fork(), readOrder(options), {
      act: 'finding.acknowledge',
      subjectId: id,
      details: describeForAct(finding),
    }),
  );
  await print(`Acknowledged until a new one of its kind occurs: ${showControls(finding.what)}`);
}

export const command = withOrder(new Command('status'))
  .description(
    'print the state of the engine, as on the operations page; includes the findings with their remedies, the waiting work, failures, rejected records and halted chains. Ends with code 1 if the engine needs an operator, 2 if that is unknown',
  )
  .option('--json', 'print one JSON object')
  .option(
    '--watch [seconds]',
    'print repeatedly, every 5 seconds or as often as given, until interrupted',
    readSeconds,
  )
  .option(
    '--acknowledge <number>',
    "acknowledge this finding on customers' data, with --reason, until a new one of its kind occurs",
    readId,
  )
  .action((options: Options) =>
    options.acknowledge === undefined
      ? withPool('reader', ({ pool }) =>
          options.watch === undefined
            ? printStatus(pool, options)
            : keepTelling(pool, options, options.watch === true ? 5 : options.watch),
        )
      : acknowledge(options.acknowledge, options),
  );
