import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '#src/contracts/invoice-input.ts';
import { listDueRemissions } from '#src/remit/due-remissions.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

describe('submission of a chain', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const issue = (count: number, series: string, changes?: (index: number) => InvoiceInput) =>
    issueBatch(test.api, test.organization, count, series, changes);
  const sent = () => test.sandbox.control.log();

  it('moves invoices from the state remission to accepted', async () => {
    const batchId = await issue(3, 'A');
    expect(await test.states(batchId)).toEqual(['remission', 'remission', 'remission']);
    const chainId = await test.chainOf();
    expect(await test.remit(chainId)).toMatchObject({
      kind: 'sent',
      answered: 3,
      isComplete: true,
      pending: 0,
    });
    expect(await test.states(batchId)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
    expect(await test.remit(chainId)).toEqual({ kind: 'nothing' });
  });

  it('stores the exact request and answer, the CSV and the wait', async () => {
    await issue(2, 'KEPT');
    await test.remit(await test.chainOf());
    const [kept] = await test.read<{
      request: Buffer;
      answer: Buffer;
      csv: string;
      http_status: number;
      wait_seconds: number;
    }>('select * from submissions s join submission_attempts a on a.submission_id = s.id');
    const [arrival] = sent();
    expect(kept).toMatchObject({ csv: arrival!.csv, http_status: 200, wait_seconds: 60 });
    expect(zstdDecompressSync(kept!.request)).toHaveLength(arrival!.bytes);
    expect(zstdDecompressSync(kept!.answer).toString()).toContain(`<tikR:CSV>${arrival!.csv}</tikR:CSV>`);
  });

  it('sends at most 1000 records per envelope, in the order of the chain', async () => {
    for (const series of ['A', 'B', 'C']) await issue(800, series);
    const chainId = await test.chainOf();
    const results = [];
    for (let round = 0; round < 4; round += 1) {
      results.push(await test.remit(chainId));
      test.pass(61);
    }
    expect(results.map((result) => (result.kind === 'sent' ? result.answered : result.kind))).toEqual([
      1000,
      1000,
      400,
      'nothing',
    ]);
    expect(test.sandbox.control.gaps()).toMatchObject({
      ok: true,
      chains: [{ stored: 2400, repeats: 0, gaps: [] }],
    });
    expect(test.sandbox.control.records().map(({ record }) => record.id.number)).toEqual(
      ['A', 'B', 'C'].flatMap((series) =>
        Array.from({ length: 800 }, (_, index) => `${series}-${index + 1}`),
      ),
    );
  });

  it('stores refusals and errors with AEAT’s code and text, and continues', async () => {
    // The API refuses every error that it can detect. The stand-in's census therefore lacks a
    // recipient.
    test.sandbox.control.replaceCensus({ unknown: ['G12345674'] });
    const stranger = { recipient_document_number: 'G12345674' };
    const batchId = await issue(3, 'E', (index) => (index === 1 ? stranger : {}));
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const chainId = await test.chainOf();
    await test.remit(chainId);
    expect(await test.states(batchId)).toEqual(['accepted', 'accepted_with_errors', 'rejected']);
    expect(
      await test.read('select sequence::int, code, message from record_answers order by sequence'),
    ).toEqual([
      { sequence: 1, code: null, message: null },
      { sequence: 2, code: 2001, message: expect.stringContaining('NIF') },
      { sequence: 3, code: 1110, message: expect.stringContaining('NIF') },
    ]);
    const later = await issue(1, 'LATER');
    test.pass(61);
    await test.remit(chainId);
    expect(await test.states(later)).toEqual(['accepted']);
    test.pass(3600);
    expect(await test.remit(chainId)).toEqual({ kind: 'nothing' });
    expect(test.sandbox.control.gaps()).toMatchObject({
      ok: true,
      chains: [{ records: 4, stored: 3, rejected: 1, repeats: 0 }],
    });
  });

  it('uses the issuer’s name that AEAT accepted last, unless an operator has set one', async () => {
    const headerName = async () => {
      const [request] = await test.read<{ request: Buffer }>(
        'select request from submissions order by id desc limit 1',
      );
      return /<si:ObligadoEmision><si:NombreRazon>([^<]*)/.exec(
        zstdDecompressSync(request!.request).toString(),
      )?.[1];
    };
    const send = async (series: string, name: string) => {
      await issue(1, series, () => ({ issuer_name: name }));
      await test.remit(await test.chainOf());
      test.pass(61);
      return headerName();
    };
    expect(await send('FIRST', 'Nombre Primero SL')).toBe('Nombre Primero SL');
    expect(await send('OTHER', 'Otro Nombre SL')).toBe('Nombre Primero SL');
    expect(await send('THIRD', 'Tercer Nombre SL')).toBe('Otro Nombre SL');
    await test.pool.query(
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', '{"name":"Nombre Propio SL"}')`,
      [test.organization.id],
    );
    expect(await send('FOURTH', 'Cuarto Nombre SL')).toBe('Nombre Propio SL');
  });

  it('alternates between organizations, so that many chains of one do not delay another', async () => {
    const issuers = ['A12345674', 'B12345674', '12345678Z'];
    await issue(3, 'MANY', (index) => ({ issuer_nif: issuers[index]! }));
    const other = await test.api.createOrganization('Otra SL');
    await issueBatch(test.api, other, 1, 'ONE');
    const due = await listDueRemissions(test.pool, test.api.clock.now, 2);
    expect(due.map(({ organizationId }) => organizationId).toSorted((a, b) => a - b)).toEqual([
      test.organization.id,
      other.id,
    ]);
  });

  it('sends separate envelopes for each issuer and organization', async () => {
    const other = await test.api.createOrganization('Otra SL');
    await issue(2, 'MINE', (index) => ({ issuer_nif: index === 0 ? 'B12345674' : 'A12345674' }));
    await issueBatch(test.api, other, 2, 'THEIRS');
    const chains = await test.read<{ id: string }>('select id from chains');
    for (const { id } of chains) await test.remit(Number(id));
    expect(sent().map(({ obligado, records }) => [obligado, records.length])).toEqual([
      ['A12345674', 1],
      ['B12345674', 1],
      ['B12345674', 2],
    ]);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('sets Incidencia=S only when a record is sent late, and AEAT then accepts it without errors', async () => {
    const late = await issue(1, 'LATE');
    test.pass(250);
    const fresh = await issue(1, 'FRESH');
    const chainId = await test.chainOf();
    await test.remit(chainId);
    test.pass(61);
    const punctual = await issue(1, 'PUNCTUAL');
    test.pass(190);
    await test.remit(chainId);
    expect(sent().map(({ hasIncident }) => hasIncident)).toEqual([true, false]);
    for (const batchId of [late, fresh, punctual]) expect(await test.states(batchId)).toEqual(['accepted']);
  });

  it('sends nothing for an organization without VeriFactu', async () => {
    const off = await test.api.createOrganization('Sin VeriFactu SL', 'foral');
    await issueBatch(test.api, off, 1, 'OFF');
    const [chain] = await test.read<{ id: string }>('select id from chains where organization_id = $1', [
      off.id,
    ]);
    expect(await test.remit(Number(chain!.id))).toEqual({ kind: 'nothing' });
    expect(await test.remit(999_999)).toEqual({ kind: 'nothing' });
  });
});
