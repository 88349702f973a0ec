import os from 'node:os';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { listenForShutdown } from '../../ops/local/engine/shutdown.ts';
import { installLab } from '../install-lab.ts';
import { measureAcceptLatency } from './goals/accept-latency.ts';
import { measureAcceptThroughput } from './goals/accept-throughput.ts';
import { measureArchives } from './goals/archives.ts';
import { measureAtRest } from './goals/at-rest.ts';
import { measureBooks } from './goals/books.ts';
import { measureCosts } from './goals/costs.ts';
import { measureElectronicDocuments } from './goals/electronic-documents.ts';
import { measureEventLoop } from './goals/event-loop.ts';
import { measureFairness } from './goals/fairness.ts';
import { measureIssuing } from './goals/issuing.ts';
import { measureMemory } from './goals/memory.ts';
import { measureNeighbours } from './goals/neighbours.ts';
import { measureOrmLatency } from './goals/orm-latency.ts';
import { measurePdfs } from './goals/pdfs.ts';
import { measureRemission } from './goals/remission.ts';
import { measureSiiEntries } from './goals/sii-entries.ts';
import { measureSpfe } from './goals/spfe.ts';
import { measureSpfeSending } from './goals/spfe-sending.ts';
import { measureSingles } from './goals/singles.ts';
import { measureSmallBatches } from './goals/small-batches.ts';
import { measureSoak } from './goals/soak.ts';
import { measureStages } from './goals/stages.ts';
import { measureStatements } from './goals/statements.ts';
import { measureTableSizes } from './goals/table-sizes.ts';
import { measureTraces } from './goals/traces.ts';
import { measureSeries } from './goals/series.ts';
import { measureVersions } from './goals/versions.ts';
import { measureWebhooks } from './goals/webhooks.ts';
import { measureWorkers } from './goals/workers.ts';
import { type Bench, openBench } from './open-bench.ts';
import { readOptions } from './read-options.ts';
import { buildTable } from './report/build-table.ts';
import type { Finding } from './report/finding.ts';
import { writeResults } from './report/write-results.ts';

/*
 * `npm run bench` measures every goal, prints a table, and writes results.json and the charts. It
 * installs the packages that the engine is compared with.
 */

const GOALS: Readonly<Record<string, (bench: Bench) => Promise<Finding[]>>> = {
  '1': measureAcceptLatency,
  '2': measureOrmLatency,
  '3': measureAcceptThroughput,
  '4': measureSmallBatches,
  '5': measureIssuing,
  '6': measurePdfs,
  '7': measureMemory,
  '8': measureTableSizes,
  '9': measureFairness,
  '10': measureRemission,
  '11': measureWorkers,
  '12': measureArchives,
  '13': measureWebhooks,
  '14': measureTraces,
  '15': measureAtRest,
  '16': measureNeighbours,
  '17': measureVersions,
  '18': measureElectronicDocuments,
  series: measureSeries,
  singles: measureSingles,
  book: measureBooks,
  sii: measureSiiEntries,
  spfe: measureSpfe,
  'spfe-sending': measureSpfeSending,
  loop: measureEventLoop,
  costs: measureCosts,
  stages: measureStages,
  statements: measureStatements,
  soak: measureSoak,
};
/**
 * This goal takes an hour. A whole run includes it only on request, a quick run in a short form.
 */
const ON_REQUEST = 'soak';

const shutdown = listenForShutdown();
try {
  await Promise.race([
    run(),
    shutdown.requested.then(() => {
      throw new SetupError('Interrupted');
    }),
  ]);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof SetupError ? `✖ ${error.message}` : error);
}
await shutdown.stopAll();
process.exit();

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Object.keys(GOALS));
  await installLab();
  const startedAt = new Date();
  await using bench = await openBench(options, shutdown);
  const findings: Finding[] = [];
  const failed: string[] = [];
  const loads: Record<string, number> = {};
  for (const [goal, measure] of Object.entries(GOALS)) {
    const isWanted = options.only.length === 0 && (goal !== ON_REQUEST || options.isQuick);
    if (!isWanted && !options.only.includes(goal)) continue;
    await bench.tidyUp();
    const started = Date.now();
    loads[goal] = os.loadavg()[0] ?? 0;
    bench.say(`goal ${goal} …`);
    // If a goal cannot be measured, the results of the others are still shown.
    const found = await measure(bench).catch((error: unknown) => {
      failed.push(goal);
      console.error(`✖ goal ${goal} could not be measured:`, error);
      return [];
    });
    for (const finding of found) findings.push(finding);
    console.log(buildTable(found));
    bench.say(
      `${((Date.now() - started) / 1000).toFixed(0)} s, load before the goal ${loads[goal].toFixed(1)}`,
    );
  }
  console.log(`\n${buildTable(findings)}`);
  if (failed.length > 0)
    throw new SetupError(`Could not measure ${failed.join(', ')}, so no results were written`);
  await writeResults({ options, startedAt, findings, loads, servers: bench.settings });
}
