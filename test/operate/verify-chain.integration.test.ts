import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/platform/postgres/database.ts';
import { withSnapshot } from '../../src/platform/postgres/snapshot.ts';
import { listChains } from '../../src/operate/chains/chains.ts';
import { verifyChain, type ChainVerdict } from '../../src/operate/verify-chain.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { copyXmlIntoRows } from '../support/literals.ts';

class Undo extends Error {}

describe('the verification of a chain', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
    await issueBatch(api, organization, 8, 'V & <1>'.replace(/[<>]/g, '-'));
    await copyXmlIntoRows(api.database.pool);
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /**
   * Damages the database as an intruder with all rights could, verifies the chain and reverts the
   * damage.
   */
  async function verifyAfter(...damage: string[]): Promise<ChainVerdict> {
    let verdict: ChainVerdict | undefined;
    await withTransaction(api.database.pool, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`);
      for (const sql of damage) await client.query(sql);
      const [chain] = await listChains(client, organization.id, 'B12345674');
      verdict = await verifyChain(client, chain!);
      throw new Undo();
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
    return verdict!;
  }

  const change = (sequence: number, assignment: string) =>
    `update registration_records set ${assignment} where sequence = ${sequence}`;
  const inXml = (sequence: number, from: string, to: string) =>
    change(sequence, `xml = regexp_replace(xml, '${from}', '${to}')`);

  it('finds an issued chain intact, also after damage was reverted', async () => {
    expect(await verifyAfter()).toEqual({ kind: 'intact', records: 8 });
    await verifyAfter('delete from registration_records');
    expect(await verifyAfter()).toEqual({ kind: 'intact', records: 8 });
  });

  it.each([
    ['a changed total', 4, [inXml(4, '<si:ImporteTotal>121', '<si:ImporteTotal>122')]],
    [
      'a changed total, also in the issued invoice',
      4,
      [
        inXml(4, '<si:ImporteTotal>121', '<si:ImporteTotal>122'),
        `update issued_invoices set total = 122 where invoice_number like '%-4'`,
      ],
    ],
    ['a changed tax', 3, [inXml(3, '<si:CuotaTotal>21', '<si:CuotaTotal>20')]],
    ['a changed type', 3, [inXml(3, '<si:TipoFactura>F1', '<si:TipoFactura>F3')]],
    [
      'a changed timestamp',
      5,
      [inXml(5, '<si:FechaHoraHusoGenRegistro>2', '<si:FechaHoraHusoGenRegistro>3')],
    ],
    [
      'a changed number',
      5,
      [
        inXml(
          5,
          '(IDFactura><si:IDEmisorFactura>B12345674</si:IDEmisorFactura><si:NumSerieFactura)>.',
          '\\1>X',
        ),
      ],
    ],
    [
      'a changed huella in the XML',
      6,
      [
        inXml(
          6,
          '<si:Huella>.(.{63})</si:Huella></si:RegistroAlta>',
          '<si:Huella>Z\\1</si:Huella></si:RegistroAlta>',
        ),
      ],
    ],
    ['a changed huella beside the XML', 6, [change(6, `hash = repeat('A', 64)`)]],
    ['a changed link beside the XML', 2, [change(2, `previous_hash = repeat('A', 64)`)]],
    ['a changed link in the XML', 2, [inXml(2, '<si:Huella>.', '<si:Huella>Z')]],
    ['a link that names another invoice', 7, [inXml(7, '(RegistroAnterior>.*?NumSerieFactura)>.', '\\1>X')]],
    [
      'a second first record',
      3,
      [inXml(3, '<si:RegistroAnterior>.*</si:RegistroAnterior>', '<si:PrimerRegistro>S</si:PrimerRegistro>')],
    ],
    ['a text after the element', 8, [change(8, `xml = xml || '<si:RegistroAlta/>'`)]],
    ['a deleted record', 5, ['delete from registration_records where sequence = 4']],
    ['a deleted last record', 7, ['delete from registration_records where sequence = 8']],
    [
      'a deleted last record with the head moved back',
      7,
      ['delete from registration_records where sequence = 8', `update chains set sequence = 7`],
    ],
    ['a head with another huella', 8, [`update chains set last_hash = repeat('A', 64)`]],
    [
      'two records exchanged',
      3,
      [change(3, 'sequence = 99'), change(4, 'sequence = 3'), change(99, 'sequence = 4')],
    ],
    [
      'an issued invoice with another date',
      2,
      [`update issued_invoices set issue_date = '2026-11-19' where invoice_number like '%-2'`],
    ],
    ['the deletion of all records', 0, ['delete from registration_records']],
  ])('finds %s at record %i', async (_what, sequence, damage) => {
    expect(await verifyAfter(...damage)).toMatchObject({ kind: 'broken', sequence });
  });

  it('reads chains of more than 1000 records completely', async () => {
    const other = await api.createOrganization('Larga SL');
    for (const series of ['L1', 'L2', 'L3']) await issueBatch(api, other, 700, series);
    const verdict = await withSnapshot(api.database.pool, async (client) => {
      const [chain] = await listChains(client, other.id, null);
      return await verifyChain(client, chain!);
    });
    expect(verdict).toEqual({ kind: 'intact', records: 2100 });
  });
});

describe('the verification of a chain whose records are in literal blocks', () => {
  it.each([
    ['intact without damage', 'select', { kind: 'intact', records: 70 }],
    [
      'broken at the first record of a literal block with a flipped bit',
      'update record_blocks set content = set_byte(content, length(content) - 9, get_byte(content, length(content) - 9) # 1) where part = 1',
      { kind: 'broken', sequence: 65, problem: expect.stringContaining('part 1 of the records of batch') },
    ],
    [
      'broken at the first record of a lost literal block',
      'delete from record_blocks where part = 1',
      { kind: 'broken', sequence: 65, problem: expect.stringContaining('are not stored') },
    ],
  ])('finds the chain %s', async (_what, damage, expected) => {
    await using api = await openTestApi();
    const organization = await api.createOrganization();
    await issueBatch(api, organization, 70, 'PACKED');
    await withTransaction(api.database.pool, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`);
      await client.query(damage);
      const [chain] = await listChains(client, organization.id, null);
      expect(await verifyChain(client, chain!)).toEqual(expected);
    });
  });
});
