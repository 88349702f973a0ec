import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { buildRecordsDocument } from '../../src/domain/verifactu/build-envelope.ts';
import { readExportedRecords } from '../../src/persistence/read/chains.ts';
import {
  readDate,
  readId,
  readNif,
  readPath,
  requireOrganization,
  UsageError,
  withDatabase,
} from './command-context.ts';
import { runCommand } from './run-command.ts';

/* npm run export-records: the records of an issuer as AEAT's XML, at most a thousand per file. */

type Options = { organization: number; issuer: string; from: string; to: string; output: string };

const program = new Command('export-records')
  .description(
    "write an issuer's registration records of a period as AEAT's XML (SuministroLR.xsd), in the order of the chain",
  )
  .requiredOption('--organization <id>', 'its organization', readId)
  .requiredOption('--issuer <nif>', 'NIF of the issuer', readNif)
  .requiredOption('--from <date>', 'first issue date, YYYY-MM-DD', readDate)
  .requiredOption('--to <date>', 'last issue date, YYYY-MM-DD', readDate)
  .option('--output <directory>', 'where the files go', readPath, '.')
  .action(({ organization, issuer, from, to, output }: Options) =>
    withDatabase(async (database) => {
      if (from > to) throw new UsageError(`--from ${from} is after --to ${to}`);
      await requireOrganization(database, organization);
      await mkdir(output, { recursive: true, mode: 0o700 });
      let files = 0;
      for await (const records of readExportedRecords(database.pool, organization, issuer, { from, to })) {
        files += 1;
        // The header names the issuer as its newest record in the file does.
        const name = records.at(-1)!.issuerName;
        const xml = buildRecordsDocument({
          issuer: { nif: issuer, name },
          hasIncident: false,
          records: records.map((record) => record.xml),
        });
        const file = path.join(output, `${issuer}_${from}_${to}_${String(files).padStart(4, '0')}.xml`);
        // Personal data. Made anew: one that is there keeps the rights that it has, or leads elsewhere.
        await rm(file, { force: true });
        await writeFile(file, xml, { mode: 0o600, flag: 'wx' });
        console.log(`${file}  ${records.length} records`);
      }
      if (files === 0) throw new UsageError(`${issuer} has no registration records from ${from} to ${to}`);
    }),
  );

await runCommand(program);
