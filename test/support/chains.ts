import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { fillXml } from './literals.ts';
import { readTexts } from './read-texts.ts';

type StoredRecord = {
  chain_id: string;
  sequence: string;
  previous_hash: string | null;
  hash: string;
  xml: string | null;
  issued_invoice_id: string;
};

/**
 * Recomputes every chain of a database from the stored literals alone, following AEAT's
 * specification of the huella and without the product's code.
 * @returns the number of records per
 * chain.
 * @throws at the first break, naming its place.
 */
export async function verifyChains(pool: Pool): Promise<Map<string, number>> {
  const stored = await pool.query<StoredRecord>(
    'select * from registration_records order by chain_id, sequence',
  );
  const rows = await fillXml(pool, stored.rows);
  const lengths = new Map<string, number>();
  let previous: { chain: string; hash: string } | undefined;
  for (const row of rows) {
    const place = `chain ${row.chain_id}, record ${row.sequence}`;
    const expected = (lengths.get(row.chain_id) ?? 0) + 1;
    if (Number(row.sequence) !== expected) throw new Error(`${place}: expected sequence ${expected}`);
    const before = previous?.chain === row.chain_id ? previous.hash : '';
    if ((row.previous_hash ?? '') !== before) throw new Error(`${place}: the link is broken`);
    const texts = readTexts(row.xml);
    const literal = readHashInput(texts);
    const hash = createHash('sha256').update(literal).digest('hex').toUpperCase();
    if (hash !== row.hash || texts.get('RegistroAlta/Huella') !== row.hash)
      throw new Error(`${place}: the stored hash differs from the computed one`);
    lengths.set(row.chain_id, expected);
    previous = { chain: row.chain_id, hash: row.hash };
  }
  const { rows: heads } = await pool.query<{ id: string; sequence: string }>(
    'select id, sequence from chains',
  );
  for (const { id, sequence } of heads) {
    if ((lengths.get(id) ?? 0) !== Number(sequence))
      throw new Error(`chain ${id}: its head is not its last record`);
  }
  return lengths;
}

function readHashInput(texts: ReadonlyMap<string, string>): string {
  const fields = [
    ['IDEmisorFactura', 'IDFactura/IDEmisorFactura'],
    ['NumSerieFactura', 'IDFactura/NumSerieFactura'],
    ['FechaExpedicionFactura', 'IDFactura/FechaExpedicionFactura'],
    ['TipoFactura', 'TipoFactura'],
    ['CuotaTotal', 'CuotaTotal'],
    ['ImporteTotal', 'ImporteTotal'],
    ['Huella', 'Encadenamiento/RegistroAnterior/Huella'],
    ['FechaHoraHusoGenRegistro', 'FechaHoraHusoGenRegistro'],
  ];
  return fields.map(([name, place]) => `${name}=${texts.get(`RegistroAlta/${place}`) ?? ''}`).join('&');
}
