import { type Command, InvalidArgumentError } from 'commander';
import { LEAST_KEEP_YEARS, MOST_KEEP_YEARS, setKeepYears } from '../../../src/operate/keep-years.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  requireOrganization,
  UsageError,
  withDatabase,
  withOrder,
} from '../command-context.ts';
import { print } from '../print.ts';

const SOURCES =
  'six (Código de Comercio, art. 30), which each has at first; ten where losses are carried forward (LGT, art. 66 bis)';

function readYears(text: string): number {
  const years = Number(text);
  if (!/^[1-9][0-9]?$/.test(text) || years < LEAST_KEEP_YEARS || years > MOST_KEEP_YEARS)
    throw new InvalidArgumentError(
      `It must be a number of years from ${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}.`,
    );
  return years;
}

/** npm run org -- keep */
export function addKeepCommand(program: Command): void {
  withOrder(program.command('keep'))
    .description(
      `set how many years the law wants kept what an organization issued, from the end of the year on: ${SOURCES}`,
    )
    .argument('<organization>', 'its id', readId)
    .argument('<years>', `${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}`, readYears)
    .action((id: number, years: number, options: OrderOptions) =>
      withDatabase(async (database) => {
        await requireOrganization(database, id);
        if (!(await setKeepYears(database.pool, id, years, readOrder(options))))
          throw new UsageError(`What organization ${id} issued is to be kept ${years} years already`);
        await print(`What organization ${id} issued is to be kept ${years} years after the end of its year`);
      }),
    );
}
