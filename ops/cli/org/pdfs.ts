import { Argument, type Command } from 'commander';
import { setPrintsOnDemand } from '../../../src/operate/prints-on-demand.ts';
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

const WHEN = {
  ahead: 'of batches that end from now on each PDF is made as soon as the invoice is issued',
  'on-demand':
    'of batches that end from now on a PDF is made when somebody asks for it, or for the archive of its batch',
} as const;
type When = keyof typeof WHEN;

/** npm run org -- pdfs */
export function addPdfsCommand(program: Command): void {
  withOrder(program.command('pdfs'))
    .description(
      'set when the PDFs of an organization are made: ahead (as usual), or on demand, for those that download few',
    )
    .argument('<organization>', 'its id', readId)
    .addArgument(
      new Argument('<when>', 'before anybody asks, or when somebody does').choices(Object.keys(WHEN)),
    )
    .action((id: number, when: When, options: OrderOptions) =>
      withDatabase(async (database) => {
        await requireOrganization(database, id);
        if (!(await setPrintsOnDemand(database.pool, id, when === 'on-demand', readOrder(options))))
          throw new UsageError(`The PDFs of organization ${id} are made ${tell(when)} already`);
        await print(`The PDFs of organization ${id} are made ${tell(when)}: ${WHEN[when]}`);
      }),
    );
}

const tell = (when: When) => when.replace('-', ' ');
