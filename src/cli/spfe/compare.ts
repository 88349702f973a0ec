import type { Command } from 'commander';
import { showControls } from '../../contracts/acts.ts';
import { type Difference, listDifferences, orderComparison } from '../../remit/spfe/compare/comparisons.ts';
import {
  type OrderOptions,
  readId,
  readNif,
  readOrder,
  requireOrganization,
  UsageError,
  withRole,
  withOrder,
  withPool,
} from '../command-context.ts';
import { print } from '../print.ts';
import { enqueueSpfe } from './enqueue-spfe.ts';
import { sayIfUnpublished } from './say-if-unpublished.ts';

/** The most differences that are listed. */
const MOST = 1000;

/** Adds `compare` and `differences`, about the documents that the SPFE has and the deliveries of the engine. */
export function addComparisonCommands(program: Command): void {
  withOrder(program.command('compare'))
    .description(
      'compare the documents that the SPFE has of an issuer with its deliveries at once; workers do so every day for those of the last 35 days',
    )
    .argument('<organization>', 'the id of the organization', readId)
    .argument('<issuer>', 'the NIF of the issuer', readNif)
    .action((organizationId: number, issuerNif: string, options: OrderOptions) =>
      withRole('operator', async (database, environment) => {
        await requireOrganization(database, organizationId);
        if (!(await orderComparison(database.pool, { organizationId, issuerNif }, readOrder(options))))
          throw new UsageError(`Nothing of ${issuerNif} was ever sent in organization ${organizationId}`);
        await enqueueSpfe(database.pool, organizationId, issuerNif);
        if (await sayIfUnpublished(environment))
          return print(`The documents of ${issuerNif} are compared once there is a connection to the SPFE`);
        await print(
          `The documents of ${issuerNif} are compared: npm run engine -- spfe differences ${organizationId} shows what is found`,
        );
      }),
    );

  program
    .command('differences')
    .description('show the documents of an organization in which the SPFE and the deliveries differ')
    .argument('<organization>', 'the id of the organization', readId)
    .option('--issuer <nif>', 'only those of this issuer', readNif)
    .action((organizationId: number, { issuer }: { issuer?: string }) =>
      withPool('operator', async (database) => {
        await requireOrganization(database, organizationId);
        const differences = await listDifferences(database.pool, organizationId, issuer ?? null, MOST);
        if (differences.length === 0) await print('No difference is known');
        for (const difference of differences) await print(describeDifference(difference));
        if (differences.length === MOST) await print(`Only the first ${MOST} are shown`);
      }),
    );
}

const KINDS: Readonly<Record<Difference['kind'], string>> = {
  foreign: 'is at the SPFE, and the engine did not send it',
  missing: 'was admitted, and is not at the SPFE',
  content: 'has other contents at the SPFE',
  unasked: 'was in an answer, and nobody had sent it',
};

/** `B12345674  F-1 of 2026-11-20 (invoice 42000) is at the SPFE, and the engine did not send it: foreign, found 2026-11-21T02:00:00.000Z` */
function describeDifference(difference: Difference): string {
  const { issuerNif, kind, number, issueDate, invoiceId, details, foundAt } = difference;
  const which = invoiceId === null ? '' : ` (invoice ${invoiceId})`;
  const more = details === null ? '' : ` (${showControls(details)})`;
  return `${issuerNif}  ${showControls(number)} of ${issueDate}${which} ${KINDS[kind]}${more}: ${kind}, found ${new Date(foundAt).toISOString()}`;
}
