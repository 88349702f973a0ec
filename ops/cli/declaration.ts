import { Command } from 'commander';
import { loadEnvironment } from '../../src/config/environment.ts';
import { describeSoftware } from '../../src/config/software.ts';
import { buildDeclaration } from '../../src/domain/verifactu/build-declaration.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { readDate, UsageError } from './command-context.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';

/* npm run declaration: the declaración responsable of this version, from the configuration. */

/** The settings of all processes ask for a database; a declaration needs none. */
const NO_DATABASE = { DATABASE_URL: 'postgres://unused/unused', DATABASE_URL_FILE: '' };

const program = new Command('declaration')
  .description(
    'print the declaración responsable of this version (Orden HAC/1177/2024, article 15), in Spanish',
  )
  .option('--date <date>', 'day of signing, YYYY-MM-DD; default: today', readDate)
  .action(async ({ date }: { date?: string }) => {
    const environment = loadEnvironment({ ...process.env, ...NO_DATABASE });
    const { VERIFACTU_PRODUCER_ADDRESS: producerAddress, VERIFACTU_DECLARATION_PLACE: place } = environment;
    for (const name of ['VERIFACTU_PRODUCER_NAME', 'VERIFACTU_PRODUCER_NIF'] as const) {
      if (!process.env[name]) throw new UsageError(`${name} must be set: a declaration names its producer`);
    }
    if (producerAddress === undefined || place === undefined) {
      throw new UsageError('VERIFACTU_PRODUCER_ADDRESS and VERIFACTU_DECLARATION_PLACE must be set');
    }
    const software = describeSoftware(environment);
    await print(
      buildDeclaration({ software, producerAddress, place, date: date ?? todayInMadrid(new Date()) }),
    );
  });

await runCommand(program);
