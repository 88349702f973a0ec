import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationStatusAnswer } from '../../src/contracts/answers.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

let test: TestRemission;
beforeAll(async () => {
  test = await openTestRemission();
});
afterAll(() => test[Symbol.asyncDispose]());

const get = (query = '', { token } = test.organization) =>
  test.api.get(token, `/registration_status${query}`);
const read = async (query = '', organization = test.organization) =>
  (await get(query, organization)).json<RegistrationStatusAnswer>().data;
const now = () => `${test.api.clock.now.toISOString().slice(0, 19)}Z`;

describe('the registration status', () => {
  it('contains, for each issuer, the pending records, the incident and the last answer of AEAT', async () => {
    expect(await read()).toEqual([]);
    const issuers = ['A12345674', 'B12345674'];
    const issuedAt = now();
    await issueBatch(test.api, test.organization, 3, 'STATUS', (index) => ({
      issuer_nif: issuers[index % 2]!,
    }));
    const [first, second] = await read();
    const waiting = { oldest_pending_at: issuedAt, incident: null, last_answer_at: null };
    expect([first, second]).toEqual([
      { issuer_nif: 'A12345674', pending: 2, ...waiting },
      { issuer_nif: 'B12345674', pending: 1, ...waiting },
    ]);
    test.pass(5);
    await test.remit(await test.chainOf('A12345674'));
    const answeredAt = now();
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503, count: 2 });
    const chainId = await test.chainOf('B12345674');
    const failedAt = now();
    await test.remit(chainId);
    test.pass(120);
    await test.remit(chainId);
    expect(await read()).toEqual([
      {
        issuer_nif: 'A12345674',
        pending: 0,
        oldest_pending_at: null,
        incident: null,
        last_answer_at: answeredAt,
      },
      {
        issuer_nif: 'B12345674',
        pending: 1,
        ...waiting,
        incident: { since: failedAt, reason: "AEAT's service answers with an error" },
      },
    ]);
    expect(await read('?issuer_nif=B12345674')).toMatchObject([{ issuer_nif: 'B12345674', pending: 1 }]);
    test.pass(120);
    await test.remit(chainId);
    expect(await read('?issuer_nif=B12345674')).toMatchObject([
      { pending: 0, incident: null, last_answer_at: now() },
    ]);
  });

  it('counts only the unanswered records of a message that AEAT answered in part', async () => {
    const organization = await test.api.createOrganization('En parte SL');
    test.pass(61);
    const issuedAt = now();
    await issueBatch(test.api, organization, 4, 'PART');
    const [chain] = await test.read<{ id: string }>('select id from chains where organization_id = $1', [
      organization.id,
    ]);
    test.sandbox.control.addFaults({ kind: 'partial', records: 1, count: 1 });
    await test.remit(Number(chain!.id));
    expect(await read('', organization)).toMatchObject([
      {
        pending: 1,
        oldest_pending_at: issuedAt,
        incident: { reason: "AEAT's answer does not cover all records" },
      },
    ]);
  });

  it('reports a chain that is halted or compared with the register of AEAT', async () => {
    const organization = await test.api.createOrganization('Parada SL');
    await issueBatch(test.api, organization, 1, 'HALT');
    const change = (columns: string) =>
      test.pool.query(`update remissions set ${columns} where organization_id = $1`, [organization.id]);
    await change(`compare_since = '2026-11-20T10:00:00Z'`);
    expect(await read('', organization)).toMatchObject([
      { incident: { since: '2026-11-20T10:00:00Z', reason: expect.stringContaining('compared with AEAT') } },
    ]);
    await change(`halted_at = '2026-11-20T11:00:00Z', halted_reason = 'AEAT 4112: not the holder'`);
    expect(await read('', organization)).toMatchObject([
      { incident: { since: '2026-11-20T10:00:00Z', reason: expect.stringMatching(/operator.*4112/) } },
    ]);
  });

  it('contains nothing of other organizations, and refuses a blank issuer', async () => {
    const stranger = await test.api.createOrganization('Ajena SL');
    expect(await read('', stranger)).toEqual([]);
    expect(await read('?issuer_nif=B12345674', stranger)).toEqual([]);
    const blank = await get('?issuer_nif=');
    expect([blank.statusCode, blank.json()]).toEqual([
      400,
      { error: { code: 'bad_request', message: "issuer_nif can't be blank" } },
    ]);
  });
});
