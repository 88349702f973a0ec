import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueBatch } from '../../../support/engine.ts';
import { openTestRemission, type TestRemission } from '../../../support/remission.ts';

/*
 * Statements about submission that the database refuses for every role. Records 1 to 3 of the chain
 * are answered, 4 to 6 are in an open submission, and 7 was issued later.
 */
describe('the guards of the tables of submission', () => {
  let test: TestRemission;
  let chainId: number;
  let otherChainId: number;

  beforeAll(async () => {
    test = await openTestRemission();
    const other = await test.api.createOrganization('Otra SL');
    await issueBatch(test.api, other, 2, 'THEIRS');
    await issueBatch(test.api, test.organization, 3, 'A');
    chainId = await test.chainOf();
    const [theirs] = await test.read<{ id: string }>('select id from chains where organization_id = $1', [
      other.id,
    ]);
    otherChainId = Number(theirs!.id);
    await test.remit(chainId);
    await issueBatch(test.api, test.organization, 3, 'B');
    test.pass(61);
    test.sandbox.control.addFaults({ kind: 'partial', records: 2, count: 1 });
    await test.remit(chainId);
    await issueBatch(test.api, test.organization, 1, 'C');
    await test.read(
      `insert into certificates (organization_id, sealed_pkcs12, sealed_passphrase, subject, not_before, not_after, created_at)
       values ($1, '\\x00', '\\x00', 'CN=x', now(), now(), now())`,
      [test.organization.id],
    );
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const refused = (sql: string) =>
    test.pool
      .query(sql.replaceAll('$chain', String(chainId)).replaceAll('$other', String(otherChainId)))
      .then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );

  it.each(['remissions', 'submissions', 'submission_attempts', 'record_answers', 'certificates'])(
    'refuse a deletion from %s',
    async (table) => {
      expect(await refused(`delete from ${table}`)).toBe('23001');
      expect(await refused(`truncate ${table} cascade`)).toBe('23001');
    },
  );

  it.each([
    ['an answer', `update record_answers set state = 'rejected'`],
    ['the message of an answer', `update record_answers set message = 'x'`],
    ['an attempt', `update submission_attempts set outcome = 'answered'`],
    ['the CSV of an attempt', `update submission_attempts set csv = null`],
    ['the request of a submission', `update submissions set request = '\\x00'`],
    ['the records of a submission', `update submissions set last_sequence = last_sequence + 1`],
    ['the incident flag of a submission', `update submissions set has_incident = true`],
    ['an answered submission', `update submissions set answered_at = null where answered_at is not null`],
    ['the passphrase of a certificate', `update certificates set sealed_passphrase = '\\x01'`],
  ])('refuse a change of %s', async (_what, sql) => {
    expect(await refused(sql)).toBe('23001');
  });

  it('refuse to restore a removed certificate', async () => {
    await test.read('update certificates set removed_at = now()');
    expect(await refused('update certificates set removed_at = null')).toBe('23001');
  });

  const submission = (changes: Record<string, string>) => {
    const values = {
      organization_id: String(test.organization.id),
      chain_id: '$chain',
      first_sequence: '4',
      last_sequence: '6',
      has_incident: 'false',
      request: `'\\x00'`,
      created_at: 'now()',
      ...changes,
    };
    return refused(
      `insert into submissions (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`,
    );
  };
  it.each([
    ['beside an open one', {}, '23505'],
    ['that leaves a record out', { first_sequence: '5' }, '23503'],
    ['of records that are answered', { first_sequence: '1', last_sequence: '3' }, '23503'],
    ['beyond the end of its chain', { last_sequence: '8' }, '23503'],
    ['of more than 1000 records', { last_sequence: '1004' }, /23503|23514/],
    ['of no record', { last_sequence: '3' }, '23514'],
    ['of another organization', { organization_id: '0' }, '23503'],
  ])('refuse a submission %s', async (_what, changes, code) => {
    expect(await submission(changes)).toMatch(code);
  });

  it('refuse a submission that ends before all its records are answered, or twice', async () => {
    const open = 'where answered_at is null';
    expect(await refused(`update submissions set answered_at = now() ${open}`)).toBe('23001');
    expect(await refused(`update submissions set answered_at = now(), superseded_at = now() ${open}`)).toBe(
      '23001',
    );
  });

  const answer = (changes: Record<string, string>) => {
    const values = {
      chain_id: '$chain',
      sequence: '5',
      organization_id: String(test.organization.id),
      submission_id: '(select max(id) from submissions)',
      attempt: '2',
      state: `'accepted'`,
      answered_at: 'now()',
      ...changes,
    };
    return refused(
      `insert into record_answers (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`,
    );
  };
  it.each([
    [
      'to a record that has one',
      { sequence: '1', submission_id: '(select min(id) from submissions)' },
      '23505',
    ],
    ['to a record of another submission', { sequence: '7' }, '23503'],
    ['to no record', { sequence: '99' }, '23503'],
    ['to a record of another chain', { chain_id: '$other', sequence: '1' }, '23503'],
    ['of another organization', { organization_id: '0' }, '23503'],
    ['of no submission', { submission_id: '0' }, '23503'],
    ['in an unknown state', { state: `'remission'` }, '23514'],
  ])('refuse an answer %s', async (_what, changes, code) => {
    expect(await answer(changes)).toBe(code);
  });

  it.each([
    ['goes back', 'remitted_sequence = 2', '23001'],
    ['runs ahead of the answers', 'remitted_sequence = 6', '23001'],
    ['counts its attempts backwards', 'attempt = 0', '23001'],
    ['skips attempts', 'attempt = attempt + 2', '23001'],
    ['changes its organization', 'organization_id = 0', '23001'],
    ['is halted without a reason', 'halted_at = now()', '23514'],
    ['has a negative wait', 'wait_seconds = -1', '23514'],
  ])('refuse a remission that %s', async (_what, change, code) => {
    expect(await refused(`update remissions set ${change} where chain_id = $chain`)).toBe(code);
  });

  it('refuse an attempt without a submission, of another chain or that never began', async () => {
    const attempt = (chain: string, number: string, submissionId: string) =>
      refused(`insert into submission_attempts (chain_id, attempt, organization_id, submission_id, started_at, ended_at, outcome)
               values (${chain}, ${number}, ${test.organization.id}, ${submissionId}, now(), now(), 'answered')`);
    const last = '(select max(id) from submissions)';
    expect(await attempt('$chain', '1', '0')).toMatch(/^23503|23505$/);
    expect(await attempt('$other', '0', last)).toBe('23503');
    expect(await attempt('$chain', '9', last)).toBe('23503');
    expect(await attempt('$chain', '2', last)).toBe('23505');
  });
});
