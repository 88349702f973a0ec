import { Command } from 'commander';
import { buildRecordsDocument } from 'verifactu-protocol/remission/build-envelope';
import { type ExportedRecord, readExportedRecords } from '../operate/chains/chains.ts';
import { writeTogether } from '../platform/files/durable-files.ts';
import {
  readDate,
  readId,
  readNif,
  readPath,
  requireOrganization,
  UsageError,
  withDatabase,
} from './command-context.ts';
import { print } from './print.ts';

/*
 * npm run engine -- export-records: writes the records of an issuer as AEAT's XML, at most 1000 per
 * file.
 */

type Options = { organization: number; issuer: string; from: string; to: string; output: string };

export const command = new Command('export-records')
  .description(
    "write an issuer's registration records of a period as AEAT's XML (SuministroLR.xsd), in the order of the chain",
  )
  .requiredOption('--organization <id>', 'the organization of the issuer', readId)
  .requiredOption('--issuer <nif>', 'the NIF of the issuer', readNif)
  .requiredOption('--from <date>', 'the first issue date, YYYY-MM-DD', readDate)
  .requiredOption('--to <date>', 'the last issue date, YYYY-MM-DD', readDate)
  .option('--output <directory>', 'the directory for the files', readPath, '.')
  .action(({ organization, issuer, from, to, output }: Options) =>
    withDatabase(async (database) => {
      if (from > to) throw new UsageError(`--from ${from} is after --to ${to}`);
      await requireOrganization(database, organization);
      const counts: number[] = [];
      // Several organizations may have the same issuer; their records differ by NumeroInstalacion.
      const prefix = `organization-${organization}_${issuer}_${from}_${to}`;
      async function* buildFiles() {
        for await (const records of readExportedRecords(database.pool, organization, issuer, { from, to })) {
          counts.push(records.length);
          yield {
            name: `${prefix}_${String(counts.length).padStart(4, '0')}.xml`,
            content: build(issuer, records),
          };
        }
      }
      const files = await writeTogether(output, buildFiles());
      if (files.length === 0)
        throw new UsageError(`${issuer} has no registration records from ${from} to ${to}`);
      await print(files.map((file, index) => `${file}  ${counts[index]} records`));
    }),
  );

/**
 * Builds the XML of a file. The header has the issuer's name from the newest record in the file.
 */
function build(nif: string, records: readonly ExportedRecord[]): string {
  return buildRecordsDocument({
    issuer: { nif, name: records.at(-1)!.issuerName },
    hasIncident: false,
    records: records.map(({ xml }) => xml),
  });
}
