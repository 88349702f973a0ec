import { FileDamage } from '../platform/literals/stored-file.ts';
import type { FileRequests } from './file-requests.ts';
import { markDamaged, readFacturae } from './reads/signed-facturae.ts';

/**
 * Reads the signed Facturae of issued invoices. A damaged one is logged and marked for the
 * operators, who can have it signed again: nobody else may decide that a file which was delivered
 * is replaced by another one.
 * @param ids of invoices whose signed files are stored.
 * @returns the files in the order of the ids; null in place of a damaged one.
 */
export async function openFacturae(
  { pool, logger }: Pick<FileRequests, 'pool' | 'logger'>,
  organizationId: number,
  ids: readonly number[],
): Promise<(Buffer | null)[]> {
  const files = await readFacturae(pool, organizationId, ids);
  const damaged = ids.filter((_, place) => files[place] instanceof FileDamage);
  if (damaged.length > 0) {
    for (const err of files)
      if (err instanceof FileDamage) logger.error({ err }, 'A signed Facturae is damaged');
    await markDamaged(pool, organizationId, damaged).catch((err: unknown) =>
      logger.warn({ err, damaged }, 'Damaged Facturae could not be marked for the operators'),
    );
  }
  return files.map((file) => (file instanceof FileDamage ? null : file));
}
