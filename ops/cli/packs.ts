import { Command } from 'commander';
import { orderPacking } from '../../src/operating/pack-rows.ts';
import { readPacking } from '../../src/persistence/packs/packing.ts';
import { type OrderOptions, readOrder, UsageError, withDatabase, withOrder } from './command-context.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';

/* npm run packs: whether documents and records lie in packs, and that they begin to. See ops/adr/0053. */

/** More are not counted. */
const MOST = 1_000_000;

const program = withOrder(new Command('packs'))
  .description(
    'tell whether documents and records lie in packs, and how many invoices of before are left; with --start, begin, when no process of a version that knows no packs runs any more',
  )
  .option(
    '--start',
    'begin. Versions that know no packs cannot read what is issued from then on: there is no way back to them',
  )
  .action(({ start, ...options }: OrderOptions & { start?: boolean }) =>
    withDatabase(async ({ pool }) => {
      if (start && !(await orderPacking(pool, new Date(), readOrder(options))))
        throw new UsageError('Packing has begun already');
      const packing = await readPacking(pool, MOST + 1);
      if (packing === null)
        return print(
          'Documents and records stand in their rows, whole. When no process of the version before runs any more: npm run packs -- --start',
        );
      const since = new Date(packing.startedAt).toISOString();
      await print(`Documents and records lie in packs since ${since}; ${describe(packing.left)}`);
    }),
  );

function describe(left: number): string {
  if (left === 0) return 'so do those that were issued before';
  return `${left > MOST ? `more than ${MOST}` : left} invoices of before are packed by the workers, bit by bit`;
}

await runCommand(program);
