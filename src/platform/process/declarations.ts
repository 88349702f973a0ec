import type { Connection } from '../postgres/database.ts';

/** The declaración responsable of a version (Orden HAC/1177/2024, art. 15). */
export type StoredDeclaration = {
  readonly version: string;
  /** Day of signing, `YYYY-MM-DD`. */
  readonly date: string;
  /** Title and points a) to l), plain text in Spanish. */
  readonly text: string;
};

const STORE_DECLARATION = {
  name: 'store-declaration',
  text: `insert into responsible_declarations (version, producer_nif, producer_name, signed_on, text)
values ($1, $2, $3, $4, $5)
on conflict (version, producer_nif, producer_name) do nothing`,
};
const FIND_DECLARATION = {
  name: 'find-declaration',
  text: `select version, to_char(signed_on, 'YYYY-MM-DD') as date, text
from responsible_declarations
where version = $1
order by stored_at desc limit 1`,
};

const LIST_OTHER_PRODUCERS = {
  name: 'list-other-producers',
  text: `select distinct producer_nif as nif from responsible_declarations
where producer_nif <> $1 and not exists (select from responsible_declarations d where d.producer_nif = $1)`,
};

/** NIFs of other producers whose versions ran here, where none of this one did; none otherwise. */
export async function listOtherProducers(connection: Connection, producerNif: string): Promise<string[]> {
  const { rows } = await connection.query<{ nif: string }>({
    ...LIST_OTHER_PRODUCERS,
    values: [producerNif],
  });
  return rows.map(({ nif }) => nif);
}

/** Stores the declaration of a version and its producer, unless there is one: that one stays as it is. */
export async function storeDeclaration(
  connection: Connection,
  {
    version,
    date,
    text,
    producerNif,
    producerName,
  }: StoredDeclaration & {
    readonly producerNif: string;
    readonly producerName: string;
  },
): Promise<void> {
  await connection.query({ ...STORE_DECLARATION, values: [version, producerNif, producerName, date, text] });
}

/** Finds the declaration of a version: of its newest producer, where it had several. @returns null where none was stored. */
export async function findDeclaration(
  connection: Connection,
  version: string,
): Promise<StoredDeclaration | null> {
  const { rows } = await connection.query<StoredDeclaration>({ ...FIND_DECLARATION, values: [version] });
  return rows[0] ?? null;
}
