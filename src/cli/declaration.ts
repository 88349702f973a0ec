import { Command } from 'commander';
import { VERSION } from '../platform/config/software.ts';
import { UsageError, withDatabase } from './command-context.ts';
import { print } from './print.ts';

/*
 * npm run engine -- declaration: prints the declaración responsable of a version, as it was stored
 * when the version first ran.
 */

export const command = new Command('declaration')
  .description(
    'print the declaración responsable of a version (Orden HAC/1177/2024, article 15), in Spanish, as it was stored when the version first ran',
  )
  .argument('[version]', 'a version that ran in this installation', VERSION)
  .action((version: string) =>
    withDatabase(async ({ orm }) => {
      const { findDeclaration } = await import('../platform/process/declarations.ts');
      const stored = await findDeclaration(orm.em.fork(), version);
      if (stored === null) {
        throw new UsageError(
          `There is no declaración responsable of version ${version}. An ingress or a worker of that version stores it when it starts with VERIFACTU_PRODUCER_NAME, VERIFACTU_PRODUCER_NIF, VERIFACTU_PRODUCER_ADDRESS and VERIFACTU_DECLARATION_PLACE; its log names what is missing. Example NIFs such as B12345674 are not accepted`,
        );
      }
      await print(stored.text);
    }),
  );
