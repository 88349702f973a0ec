import type { Command } from 'commander';
import { pauseOrganization } from '../../../src/operate/pause-organization.ts';
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

const WHILE_PAUSED =
  'its batches are accepted and wait, nothing of them is issued; PDFs are rendered when a client asks for them; records that exist go to AEAT';

/** npm run org -- pause, resume */
export function addPauseCommands(program: Command): void {
  withOrder(program.command('pause'))
    .description(`pause an organization: ${WHILE_PAUSED}`)
    .argument('<organization>', 'its id', readId)
    .action((id: number, options: OrderOptions) => change(id, true, options));

  withOrder(program.command('resume'))
    .description('let an organization go on that is paused')
    .argument('<organization>', 'its id', readId)
    .action((id: number, options: OrderOptions) => change(id, false, options));
}

function change(id: number, isPaused: boolean, options: OrderOptions): Promise<void> {
  return withDatabase(async (database) => {
    await requireOrganization(database, id);
    if (!(await pauseOrganization(database.pool, id, isPaused, readOrder(options))))
      throw new UsageError(`Organization ${id} is ${isPaused ? 'paused already' : 'not paused'}`);
    await print(
      isPaused
        ? `Organization ${id} is paused: ${WHILE_PAUSED}. A batch that is being issued now is finished`
        : `Organization ${id} goes on: its batches that wait are issued within seconds`,
    );
  });
}
