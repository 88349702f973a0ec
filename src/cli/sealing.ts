import type { Orm } from '../platform/postgres/open-database.ts';
import type { Order } from '../contracts/acts.ts';
import { loadEnvironment } from '../platform/config/environment.ts';
import { readCertificateKeys } from '../platform/config/certificate-keys.ts';
import { UsageError } from './command-context.ts';
import { print, printError } from './print.ts';

/**
 * Returns the current sealing key, followed by previous ones.
 * @param what names the sealed data.
 * @throws UsageError if CERTIFICATE_KEY is not set.
 */
export function readSealingKeys(what: string): [Buffer, ...Buffer[]] {
  const [key, ...previous] = readCertificateKeys(loadEnvironment(process.env));
  if (key === undefined) {
    throw new UsageError(
      `CERTIFICATE_KEY must be set, because ${what} are stored sealed (create one with \`openssl rand -base64 32\`)`,
    );
  }
  return [key, ...previous];
}

/**
 * Seals the secrets of all webhook endpoints with the current key. Prints nothing if there are
 * none.
 * @returns the number of secrets that cannot be opened.
 */
export async function resealWebhooks(
  orm: Orm,
  keys: readonly [Buffer, ...Buffer[]],
  order: Order,
): Promise<number> {
  const { resealEndpoint } = await import('../notify/webhook-endpoints.ts');
  const { listEndpoints } = await import('../notify/statements/endpoints.ts');
  const counts = { resealed: 0, current: 0, closed: 0 };
  for (const { id } of await listEndpoints(orm.em.fork(), null)) {
    const result = await resealEndpoint(orm, keys, id, order);
    counts[result] += 1;
    if (result === 'closed')
      printError(`The secret of webhook endpoint ${id} cannot be opened with these keys`);
  }
  const { resealed, current, closed } = counts;
  if (resealed + current + closed > 0)
    await print(`${resealed} webhook secrets were resealed, ${current} had the current key already`);
  return closed;
}
