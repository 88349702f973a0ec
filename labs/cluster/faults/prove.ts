import { buildTable } from '../../../src/checker/build-table.ts';
import { checkInvariants } from '../../../src/checker/check-invariants.ts';
import { readBook } from '../../../src/checker/check-book.ts';
import { readSpfe } from '../../../src/checker/check-spfe-book.ts';
import { readRegisterLog } from '../../../src/checker/check-register.ts';
import { buildApiUrl } from '../cluster.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { countLeft } from '../../../test/faults/support/world.ts';
import { isWhole, openPool, PATIENCE_MS, type World } from './world.ts';

/** The number of PDFs and requests with which the API is checked per organization. */
const SAMPLES = 10;

/**
 * Waits until no work is left, then proves that nothing was lost, duplicated, forked or mixed up.
 * @returns the number of invariants that were checked.
 */
export async function prove(world: World): Promise<number> {
  const { cluster, clients } = world;
  await eventually(() => isWhole(cluster), {
    within: PATIENCE_MS,
    every: 250,
    what: 'the cluster to recover',
  });
  const pool = openPool(cluster, await world.primary());
  try {
    let left: object | undefined;
    const isFinished = async () => {
      const found = await countLeft(pool).catch(() => undefined);
      left = found ?? left;
      return found !== undefined && found.batches + found.pdfs + found.records === 0;
    };
    await eventually(isFinished, { within: 2 * PATIENCE_MS, every: 250, what: 'all work to end' }).catch(
      (error: unknown) => {
        throw new Error(`${(error as Error).message}: still left: ${JSON.stringify(left)}`, { cause: error });
      },
    );
    const verdicts = await checkInvariants(pool, {
      registerLog: await readRegisterLog(cluster.variables['AEAT_URL']!),
      book: await readBook(cluster.variables['AEAT_URL']!),
      spfe: await readSpfe(cluster.variables['AEAT_URL']!),
      answers: clients.flatMap(({ answers }) => answers),
      api: {
        address: buildApiUrl(cluster),
        apiKeys: clients.map(({ account }) => account.apiKey),
        samples: SAMPLES,
      },
      logFiles: cluster.processes.map(({ log }) => log),
      secrets: [cluster.secrets.postgresPassword, cluster.secrets.redisPassword],
    });
    if (verdicts.some(({ broken }) => broken > 0)) throw new Error(`\n${buildTable(verdicts)}`);
    return verdicts.length;
  } finally {
    await pool.end();
  }
}
