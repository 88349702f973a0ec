import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { errorBody } from './endpoints.ts';
import type { CorrectionAction } from '../../src/contracts/correction-input.ts';
import { openCorrecting, type TestCorrecting } from './support/open-correcting.ts';

/** Enough rounds for either side to win some of them. */
const ROUNDS = 8;

let test: TestCorrecting;
let { order, send, refuseNext, remitted, readActs, countRecords } = {} as TestCorrecting;
beforeEach(async () => {
  test = await openCorrecting();
  ({ order, send, refuseNext, remitted, readActs, countRecords } = test);
});
afterEach(() => test[Symbol.asyncDispose]());

describe('a correction', () => {
  const refusalOf = async (action: CorrectionAction, invoice: number, by?: string) => {
    const before = await countRecords();
    const answer = await order(action, invoice, { reason: 'x' }, by);
    const made = (await countRecords()) - before + (await readActs()).length;
    return { status: answer.statusCode, ...answer.json<{ error: object }>().error, made };
  };
  const refusal = (code: string, words: string) => ({
    status: 422,
    code,
    message: expect.stringContaining(words) as string,
    made: 0,
  });

  it('is refused for an invoice that failed or is still being processed', async () => {
    const failed = await issueBatch(test.api, test.organization, 1, 'F', () => ({ issuer_nif: 'x' }));
    expect(await refusalOf('annul', failed * 1000)).toEqual(
      refusal('not_issued', 'Invoice was not issued: '),
    );
    const pending = await postBatch(test.api, test.organization, 1, 'W');
    expect(await refusalOf('resend', pending * 1000)).toEqual(
      refusal('not_issued', 'Invoice is still being processed'),
    );
  });

  it('is refused for an invoice issued without VeriFactu', async () => {
    const plain = await test.api.createOrganization('Sin SL', 'exempt', KEY_RIGHTS);
    const batchId = await issueBatch(test.api, plain, 1, 'OFF');
    expect(await refusalOf('annul', batchId * 1000, plain.token)).toEqual(
      refusal('not_registered', 'issued without VeriFactu'),
    );
  });

  it('is refused until AEAT has answered, also while the record is being sent', async () => {
    const batchId = await issueBatch(test.api, test.organization, 1, 'S');
    expect(await refusalOf('annul', batchId * 1000)).toEqual(
      refusal('not_answered_yet', 'AEAT has not answered record 1 yet'),
    );
    test.sandbox.control.addFaults({ kind: 'timeout', when: 'after', milliseconds: 1000, count: 1 });
    const sending = test.remit(await test.chainOf());
    await test.arrived(1);
    expect(await refusalOf('annul', batchId * 1000)).toEqual(
      refusal('not_answered_yet', 'AEAT has not answered record 1 yet'),
    );
    expect(await refusalOf('resend', batchId * 1000)).toEqual(
      refusal('not_answered_yet', 'AEAT has not answered record 1 yet'),
    );
    await sending;
    expect(await refusalOf('annul', batchId * 1000)).toEqual(
      refusal('not_answered_yet', 'AEAT has not answered record 1 yet'),
    );
    test.pass(61);
    await send();
    expect((await order('annul', batchId * 1000)).statusCode).toBe(202);
  });

  it('is refused if AEAT accepted the record or if an operator has annulled the invoice', async () => {
    const invoice = await remitted('O');
    expect(await refusalOf('resend', invoice)).toEqual(refusal('nothing_to_correct', 'AEAT accepted it'));
    const action = { action: 'annul', reason: 'y', operator: 'Ana' } as const;
    await correctInvoice(test.correcting(), { invoiceId: invoice, ...action });
    await send();
    const answer = await order('annul', invoice);
    expect(answer.json()).toMatchObject({ error: { code: 'already_annulled' } });
  });

  it.each([
    ['F1', 'R4'],
    ['F2', 'F3'],
  ] as const)(
    'is refused for an %s that an %s corrects or replaces, until that invoice is annulled',
    async (first, later) => {
      const nobody = {
        recipient_legal_name: null,
        recipient_document_type: null,
        recipient_document_number: null,
      };
      const firstBatch = await issueBatch(test.api, test.organization, 1, `A${first}`, () => ({
        invoice_type: first,
        ...(first === 'F2' && nobody),
      }));
      const laterBatch = await issueBatch(test.api, test.organization, 1, `B${later}`, () => ({
        invoice_type: later,
        rectified_invoice_id: firstBatch * 1000,
      }));
      test.pass(61);
      await send();
      const { rows } = await test.pool.query<{ number: string }>(
        'select invoice_number as number from issued_invoices where id = $1',
        [laterBatch * 1000],
      );
      expect(await refusalOf('annul', firstBatch * 1000)).toEqual(
        refusal(
          'corrected_by_others',
          `${rows[0]!.number} corrects or replaces it: annul that invoice first`,
        ),
      );
      expect((await order('annul', laterBatch * 1000)).statusCode).toBe(202);
      expect((await order('annul', firstBatch * 1000)).statusCode).toBe(202);
    },
  );

  it('and a rectifying invoice that is issued at the same time never both succeed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice = await remitted(`R${round}`);
      const batchId = await postBatch(test.api, test.organization, 1, `L${round}`, () => ({
        invoice_type: 'R4',
        rectified_invoice_id: invoice,
      }));
      const [annulment] = await Promise.all([
        order('annul', invoice),
        processBatch(issuingContext(test.api), batchId),
      ]);
      const { rows } = await test.pool.query('select from issued_invoices where id = $1', [batchId * 1000]);
      expect({ issued: rows.length, status: annulment.statusCode }).toEqual(
        rows.length === 1 ? { issued: 1, status: 422 } : { issued: 0, status: 202 },
      );
      test.pass(61);
      await send();
    }
  });

  it('with recipient_outside_census is refused if the recipient is not a natural person', async () => {
    refuseNext();
    const invoice = await remitted('J');
    const answer = await order('resend', invoice, { reason: 'x', recipient_outside_census: true });
    expect(answer.json()).toMatchObject({ error: { code: 'recipient_not_applicable' } });
  });

  it('is refused in a halted or suspended chain, and for a record that AEAT reports as a duplicate', async () => {
    const invoice = await remitted('C');
    const remissions = (sql: string) => test.pool.query(`update remissions set ${sql}`);
    await remissions(`halted_at = now(), halted_reason = 'x'`);
    expect(await refusalOf('annul', invoice)).toEqual(
      refusal('chain_halted', 'halted until an operator resumes it'),
    );
    await remissions('halted_at = null, halted_reason = null, compare_since = now()');
    expect(await refusalOf('annul', invoice)).toEqual(
      refusal('chain_suspended', 'waits for its comparison with AEAT'),
    );
    await remissions('compare_since = null');
    const other = await test.api.createOrganization('Otra SL', null, KEY_RIGHTS);
    test.pass(1);
    const duplicate = await issueBatch(test.api, other, 1, 'C');
    const [{ id }] = (await test.read<{ id: number }>('select max(id)::int as id from chains')) as [
      { id: number },
    ];
    await test.remit(id);
    for (const action of ['annul', 'resend'] as const)
      expect(await refusalOf(action, duplicate * 1000, other.token)).toEqual(
        refusal('register_unclear', 'an operator can query it'),
      );
  });

  it('is refused in a superseded database', async () => {
    const invoice = await remitted('B');
    await test.pool.query('update database_identities set timeline = timeline + 1');
    expect(await refusalOf('annul', invoice)).toEqual(
      refusal('chain_suspended', 'The database is not the active one'),
    );
  });

  it('is refused with 404 for an invoice of another organization', async () => {
    const invoice = await remitted('Z');
    const other = await test.api.createOrganization('Ajena SL', null, KEY_RIGHTS);
    for (const id of [invoice, invoice + 1, 0, 'x', '9'.repeat(30)]) {
      const answer = await order('annul', id, { reason: 'x' }, other.token);
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        errorBody('not_found', 'Batch invoice not found'),
      ]);
    }
    expect(await countRecords()).toBe(1);
  });
});

describe('a request for a correction', () => {
  it('that waits for a locked chain does not delay other requests, and receives 429', async () => {
    const invoice = await remitted('BUSY');
    const other = await test.api.createOrganization('Otra SL', null, KEY_RIGHTS);
    const client = await test.pool.connect();
    await client.query('begin');
    await client.query('select from chains for update');
    const begun = performance.now();
    const took = () => performance.now() - begun;
    const waiting = Promise.all(Array.from({ length: 30 }, () => order('annul', invoice)));
    const [read, theirs] = await Promise.all([
      test.api.get(test.organization.token, `/batch_invoices/${invoice}/registration`),
      order('annul', invoice, { reason: 'x' }, other.token),
    ]);
    expect([read.statusCode, theirs.statusCode]).toEqual([200, 404]);
    const othersTook = took();
    const answers = await waiting;
    expect(othersTook).toBeLessThan(took() / 2);
    for (const answer of answers)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1']);
    await client.query('rollback');
    client.release();
    expect([(await order('annul', invoice)).statusCode, await countRecords()]).toEqual([202, 2]);
  }, 30_000);

  it('is refused as soon as its key has lost the right, even if its session is cached', async () => {
    const invoice = await remitted('K');
    expect((await order('annul', 1)).statusCode).toBe(404);
    await test.grant('{submit,read}');
    const lost = await order('annul', invoice);
    expect([lost.statusCode, lost.json()]).toMatchObject([403, { error: { code: 'forbidden' } }]);
    await test.grant('{correct}');
    await test.pool.query('update api_keys set revoked_at = now()');
    expect((await order('annul', invoice)).statusCode).toBe(403);
    test.pass(2);
    expect((await order('annul', invoice)).statusCode).toBe(401);
    expect([await countRecords(), await readActs()]).toEqual([1, []]);
  });

  const text = (reason: unknown) => JSON.stringify({ reason });
  const INVALID: readonly [what: string, body: string | Buffer, status: number, words: string][] = [
    ['NUL', text('a\0b'), 422, 'reason must have no control character: U+0000 is one'],
    ['a lone surrogate', '{"reason":"a\\ud800"}', 422, 'reason must be well-formed Unicode'],
    ['a line break', text('a\nb'), 422, 'reason must have no control character: U+000A is one'],
    [
      'a right-to-left override',
      text('a\u202eb'),
      422,
      'reason must have no control character: U+202E is one',
    ],
    ['whitespace', text(' \t '), 422, 'reason must have a character that can be seen'],
    ['invisible characters', text('\u200b\u3164'), 422, 'reason must have a character that can be seen'],
    ['no reason', '{}', 422, 'reason is required'],
    ['null', text(null), 422, 'reason must be a string'],
    ['a number', text(1), 422, 'reason must be a string'],
    ['501 characters', text('😀'.repeat(501)), 422, 'reason must have at most 500 characters'],
    ['an array', '[]', 422, 'Body must be an object'],
    ['an unknown member', '{"reason":"x","force":true}', 422, 'force is not a known member'],
    [
      'a member that only resend accepts',
      '{"reason":"x","recipient_outside_census":true}',
      422,
      'is not a known member',
    ],
    ['__proto__', '{"reason":"x","__proto__":{}}', 422, '__proto__ is not a known member'],
    ['a duplicate member', '{"reason":"x","reason":"y"}', 400, 'Body has a duplicate member: reason'],
    ['invalid JSON', '{\n"reason": x}', 400, 'line 2, column 11'],
    ['no content', '', 400, 'Body is empty'],
    ['bytes that are not UTF-8', Buffer.from('{"reason":"\xff"}', 'latin1'), 400, 'Body is not valid UTF-8'],
    ['10 MB', text('x'.repeat(10_000_000)), 413, 'that this endpoint accepts; send less in one request'],
  ];
  it('is refused for every invalid reason or body, with a message that names the fault', async () => {
    const invoice = await remitted('V');
    for (const [what, body, status, words] of INVALID) {
      const answer = await order('annul', invoice, body);
      expect([what, answer.statusCode, answer.json()]).toMatchObject([
        what,
        status,
        { error: { message: expect.stringContaining(words) } },
      ]);
    }
    expect(await countRecords()).toBe(1);
  });

  it('stores a reason of 500 characters in composed form', async () => {
    const invoice = await remitted('U');
    expect((await order('annul', invoice, { reason: `e\u0301${'😀'.repeat(499)}` })).statusCode).toBe(202);
    expect(await test.read('select reason from corrections')).toEqual([{ reason: `é${'😀'.repeat(499)}` }]);
  });
});
