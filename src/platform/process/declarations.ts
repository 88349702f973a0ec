import type { EntityManager } from '../postgres/open-database.ts';
import { ResponsibleDeclarationRow } from '../postgres/rows/installation-rows.ts';

/** The declaración responsable of a version (Orden HAC/1177/2024, art. 15). */
export type StoredDeclaration = {
  readonly version: string;
  /** Day of signing, `YYYY-MM-DD`. */
  readonly date: string;
  /** Title and points a) to l), as plain text in Spanish. */
  readonly text: string;
};

/**
 * Lists the NIFs of other producers whose versions ran on this database. The list is empty if a
 * version of this producer has run here.
 */
export async function listOtherProducers(em: EntityManager, producerNif: string): Promise<string[]> {
  const found = await em.findAll(ResponsibleDeclarationRow, { fields: ['producerNif'] });
  const nifs = new Set(found.map((declaration) => declaration.producerNif));
  return nifs.has(producerNif) ? [] : [...nifs];
}

/**
 * Stores the declaration of a version and its producer unless one is stored, which then remains
 * unchanged.
 */
export async function storeDeclaration(
  em: EntityManager,
  {
    version,
    producerNif,
    producerName,
    date,
    text,
  }: StoredDeclaration & { readonly producerNif: string; readonly producerName: string },
): Promise<void> {
  await em
    .createQueryBuilder(ResponsibleDeclarationRow)
    .insert({ version, producerNif, producerName, signedOn: date, text })
    .onConflict(['version', 'producerNif', 'producerName'])
    .ignore()
    .execute();
}

/**
 * Finds the declaration of a version, from its newest producer if it had several. It reads only
 * these columns, because the dashboard may read no others.
 * @returns null if none is stored.
 */
export async function findDeclaration(em: EntityManager, version: string): Promise<StoredDeclaration | null> {
  const found = await em
    .createQueryBuilder(ResponsibleDeclarationRow)
    .select(['signedOn', 'text'])
    .where({ version })
    .orderBy({ storedAt: 'desc' })
    .limit(1)
    .execute('get');
  return found === null ? null : { version, date: found.signedOn, text: found.text };
}
