import { SetupError } from '../../../ops/local/boot/boot-report.js';
import { listenForShutdown } from '../../../ops/local/engine/shutdown.ts';
import { openBench } from '../open-bench.ts';
import { isNear } from './check/check-result.ts';
import { runCheck } from './check/run-check.ts';
import { type DayOptions, readOptions } from './read-options.ts';
import { buildCheckTable } from './report/build-check-table.ts';
import { buildLoadTables } from './report/build-load-tables.ts';
import { keepResults, loadCosts, signBasis } from './results.ts';
import { simulateLoad } from './simulate-load.ts';

/*
 * npm run day simulates days of invoices with the costs that npm run bench measured, and reports
 * what each day needs and which limit it reaches first. With --check it runs a small day for real
 * and compares it with its simulation. The exit code is 1 if the two differ by more than their
 * bounds.
 */

const shutdown = listenForShutdown();
try {
  const options = readOptions(process.argv.slice(2));
  const work = options.isCheck ? check(options) : Promise.resolve(simulateAll(options));
  const interrupted = shutdown.requested.then((): boolean => {
    throw new SetupError('Interrupted');
  });
  process.exitCode = (await Promise.race([work, interrupted])) ? 0 : 1;
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof SetupError ? `✖ ${error.message}` : error);
}
await shutdown.stopAll();
process.exit();

function simulateAll({ invoices, seed, isKept }: DayOptions): boolean {
  const costs = loadCosts();
  const loads = invoices.map((count) => simulateLoad(count, seed, costs, (text) => console.log(`  ${text}`)));
  console.log(`\n${buildLoadTables(loads)}`);
  if (isKept) keepResults({ simulated: { seed, basis: signBasis(costs), loads } });
  return true;
}

async function check(options: DayOptions): Promise<boolean> {
  const benchOptions = { isQuick: false, repeats: 1, only: [], isKept: false, minutes: null, loads: [] };
  await using bench = await openBench(benchOptions, shutdown);
  const checked = await runCheck(bench, options, loadCosts());
  console.log(`\n${buildCheckTable(checked)}`);
  const far = checked.comparisons.filter((each) => !isNear(each));
  for (const { what } of far) console.log(`✖ ${what} differs from the simulation by more than its bound`);
  if (options.isKept && far.length === 0) keepResults({ checked });
  return far.length === 0;
}
