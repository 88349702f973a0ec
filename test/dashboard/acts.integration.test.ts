import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processBatch } from '#src/issue/process-batch.ts';
import { resumeChain } from '#src/operate/chains/order-chains.ts';
import { findRemissions } from '#src/operate/chains/remissions.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';
import { type Ground, openGround } from './support/ground.ts';

/*
 * Actions of operators on the dashboard. A page explains each one beforehand and reports its
 * result, and the audit log records it.
 */

let ground: Ground;
let chainId: number;
let invoices: number;
let seen = 0;
beforeAll(async () => {
  ground = await openGround();
  const { test } = ground;
  test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
  invoices = (await issueBatch(test.api, test.organization, 4, 'D')) * 1000;
  chainId = await test.chainOf();
  await test.remit(chainId);
});
afterAll(() => ground[Symbol.asyncDispose]());
beforeEach(async () => void (seen = (await ground.listActs()).length));

const newActs = async () => (await ground.listActs()).slice(seen);
const halt = () =>
  ground.test.read(
    `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: El titular del certificado no es válido <b>', failures = 3 where chain_id = $1`,
    [chainId],
  );
const readChain = async () => (await findRemissions(ground.test.pool, [chainId]))[0]!;

describe('resuming a chain', () => {
  it('is confirmed on a page with the state and the consequences, and made with an audit record', async () => {
    await halt();
    const { answer, fields } = await ground.ask(`/acts/chain.resume/${chainId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(answer.text).toContain(`Resume chain ${chainId}`);
    expect(answer.text).toContain('AEAT 4112: El titular del certificado no es válido &lt;b&gt;');
    expect(answer.text).toContain('What cannot be undone');
    const done = await ground.clients.send(`/acts/chain.resume/${chainId}`, {
      cookie: ground.acting,
      fields: { ...fields, reason: '  Certificate renewed ' },
    });
    expect(done.status).toBe(200);
    expect(done.text).toContain('is resumed');
    expect((await readChain()).haltedAt).toBeNull();
    expect(await newActs()).toEqual([
      {
        act: 'chain.resume',
        operator: 'dashboard:ana',
        reason: 'Certificate renewed',
        subjectId: chainId,
        details: {
          issuerNif: 'B12345674',
          haltedReason: expect.stringContaining('AEAT 4112'),
          client: expect.stringMatching(/^10\.1\./),
        },
      },
    ]);
    // Sending the form again has no further effect, and the page shows that nothing can be done
    // now.
    const again = await ground.clients.send(`/acts/chain.resume/${chainId}`, {
      cookie: ground.acting,
      fields: { ...fields, reason: 'x' },
    });
    expect(again.status).toBe(409);
    expect(again.text).toContain('the state has changed since you opened the form');
    expect(await newActs()).toHaveLength(1);
    expect((await ground.ask(`/acts/chain.resume/${chainId}`)).answer.text).toMatch(
      /It cannot be done now\.[^]*is not halted/,
    );
  });

  it('is refused if the chain was halted for another reason or resumed by a command in the meantime', async () => {
    await halt();
    const { fields } = await ground.ask(`/acts/chain.resume/${chainId}`);
    await ground.test.read(`update remissions set halted_reason = 'AEAT 4141: x' where chain_id = $1`, [
      chainId,
    ]);
    const send = () =>
      ground.clients.send(`/acts/chain.resume/${chainId}`, {
        cookie: ground.acting,
        fields: { ...fields, reason: 'x' },
      });
    const changed = await send();
    expect(changed.status).toBe(409);
    // The page asks again with the current state, and keeps the typed reason.
    expect(changed.text).toContain('AEAT 4141: x');
    expect(changed.text).toContain('name="reason" value="x"');
    expect((await readChain()).haltedAt).not.toBeNull();
    const { orm } = ground.staff.operators;
    expect(await resumeChain(orm, await readChain(), { operator: 'test', reason: null })).toBe(true);
    expect((await send()).status).toBe(409);
    expect(await newActs()).toEqual([]);
  });

  it('is made once for concurrent requests', async () => {
    await halt();
    const path = `/acts/chain.resume/${chainId}`;
    const { fields } = await ground.ask(path);
    const sent = { cookie: ground.acting, fields: { ...fields, reason: 'x' } };
    const answers = await Promise.all([1, 2, 3].map(() => ground.clients.send(path, sent)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await newActs()).toHaveLength(1);
  });
});

describe('comparing a chain', () => {
  it('suspends the chain until it is compared with AEAT’s register, with an audit record', async () => {
    await resumeAll();
    const done = await ground.act(`/acts/chain.compare/${chainId}`);
    expect(done.text).toContain(`Chain ${chainId} is closed until it is compared with AEAT&#39;s register`);
    expect((await readChain()).compareSince).not.toBeNull();
    const details = { issuerNif: 'B12345674', client: expect.stringMatching(/^10\.1\./) };
    expect(await newActs()).toMatchObject([
      { act: 'chain.compare', subjectId: chainId, reason: 'Mended', details },
    ]);
    await ground.test.remit(chainId);
    expect((await readChain()).compareSince).toBeNull();
  });
});

const resumeAll = () =>
  ground.test.read('update remissions set halted_at = null, halted_reason = null, failures = 0');

describe('a correction', () => {
  it('is ordered, carried out by a worker in the name of the operator, and reported', async () => {
    const rejected = await findRejected();
    const ordered = await ground.act(`/acts/invoice.resend/${rejected}`, { reason: 'Census corrected' });
    expect(ordered.status).toBe(303);
    const read = () => ground.clients.send(ordered.location!, { cookie: ground.acting });
    expect((await read()).text).toMatch(
      /A worker carries it out within seconds[^]*by dashboard:ana: Census corrected/,
    );
    expect(await newActs()).toEqual([]);
    // Only one order for an invoice is possible at a time.
    const second = await ground.act(`/acts/invoice.resend/${rejected}`);
    expect(second.text).toContain('An earlier order to correct it is being carried out');
    expect(await ground.carryOut()).toBe(1);
    expect((await read()).text).toMatch(/Done\.[^]*subsanacion is record 5 of chain/);
    expect(await newActs()).toMatchObject([
      {
        act: 'invoice.resend',
        operator: 'dashboard:ana',
        reason: 'Census corrected',
        subjectId: rejected,
        details: { chainId, sequence: 5, client: expect.stringMatching(/^10\.1\./) },
      },
    ]);
    expect(await ground.test.read('select kind, operator, reason from corrections')).toEqual([
      { kind: 'subsanacion', operator: 'dashboard:ana', reason: 'Census corrected' },
    ]);
    expect(await ground.carryOut()).toBe(0);
    const after = await ground.ask(`/acts/invoice.resend/${rejected}`);
    expect(after.answer.text).toMatch(/It cannot be done now\.[^]*has not answered record 5 yet/);
    const shown = await runCli('invoice', ['show', String(rejected)], {
      DATABASE_URL: ground.test.api.database.url,
    });
    expect(shown.out).toContain('dashboard:ana');
  });

  it('annuls an invoice with any text as its reason', async () => {
    const reason = `"><script>alert(1)</script>' or 1=1 --`;
    const ordered = await ground.act(`/acts/invoice.annul/${invoices}`, { reason });
    expect(await ground.carryOut()).toBe(1);
    const { text } = await ground.clients.send(ordered.location!, { cookie: ground.acting });
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
    expect(await newActs()).toMatchObject([{ act: 'invoice.annul', reason, subjectId: invoices }]);
    expect((await ground.ask(`/acts/invoice.annul/${invoices}`)).answer.text).toContain(
      'has not answered record 6 yet',
    );
  });

  it('is reported as refused if the state has changed before a worker carries it out', async () => {
    const ordered = await ground.act(`/acts/invoice.annul/${invoices + 1}`);
    await ground.test.read('update remissions set compare_since = now() where chain_id = $1', [chainId]);
    expect(await ground.carryOut()).toBe(1);
    await ground.test.read('update remissions set compare_since = null where chain_id = $1', [chainId]);
    const { text } = await ground.clients.send(ordered.location!, { cookie: ground.acting });
    expect(text).toMatch(/Refused; nothing was done\.[^]*waits for its comparison with AEAT/);
    expect(await newActs()).toEqual([]);
  });

  it('is not carried out later if no worker carries it out within ten minutes', async () => {
    const ordered = await ground.act(`/acts/invoice.annul/${invoices + 1}`);
    await ground.test.read('alter table correction_orders disable trigger correction_orders_guard');
    await ground.test.read(
      `update correction_orders set ordered_at = now() - interval '11 minutes' where settled_at is null`,
    );
    await ground.test.read('alter table correction_orders enable trigger correction_orders_guard');
    expect(await ground.carryOut()).toBe(1);
    const { text } = await ground.clients.send(ordered.location!, { cookie: ground.acting });
    expect(text).toContain('No worker carried it out within ten minutes');
    expect(await newActs()).toEqual([]);
  });

  it('is carried out once, even if several workers find it', async () => {
    await ground.act(`/acts/invoice.annul/${invoices + 2}`);
    const ended = await Promise.all([ground.carryOut(), ground.carryOut(), ground.carryOut()]);
    expect(ended.reduce((sum, each) => sum + each)).toBe(1);
    expect(await newActs()).toHaveLength(1);
  });
});

describe('a reason that is not UTF-8', () => {
  it.each([
    ['a byte that no character begins with', '%FF'],
    ['a truncated character', 'Mended%C3'],
    ['an overlong slash', '%C0%AF'],
    ['an overlong null', '%E0%80%80'],
    ['half a surrogate pair', '%ED%A0%80'],
    ['two surrogates, each encoded by itself', '%ED%A0%BD%ED%B8%80'],
    ['a code point beyond Unicode', '%F4%90%80%80'],
    ['a percent sign that encodes nothing', '100% sure'],
    ['raw bytes of Latin-1', Buffer.from('m\u00e9s', 'latin1')],
  ])('is refused, and nothing is done: %s', async (_what, reason) => {
    await resumeAll();
    const path = `/acts/chain.compare/${chainId}`;
    const { fields } = await ground.ask(path);
    const body = Buffer.concat([
      Buffer.from(`${new URLSearchParams(fields).toString()}&reason=`),
      Buffer.from(reason),
    ]);
    const answer = await ground.clients.send(path, { cookie: ground.acting, body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Nothing was done: the form is not valid UTF-8.');
    expect((await readChain()).compareSince).toBeNull();
    expect(await newActs()).toEqual([]);
  });

  it('is the only kind that is refused: any UTF-8 text is stored as it was typed', async () => {
    const reason = 'Año 100 % + «ñ» 😀 \u{fffd}';
    const { id } = ground.test.organization;
    await ground.act(`/acts/organization.pause/${id}`, { reason });
    await ground.act(`/acts/organization.resume/${id}`, { reason });
    expect(await newActs()).toMatchObject([{ reason }, { reason }]);
  });
});

async function findRejected(): Promise<number> {
  const [row] = await ground.test.read<{ id: number }>(
    `select r.issued_invoice_id::int as id from registration_records r join record_answers a using (chain_id, sequence) where a.state = 'rejected'`,
  );
  return row!.id;
}

describe('a paused organization', () => {
  const path = (act: string) => `/acts/organization.${act}/${ground.test.organization.id}`;

  it('may create batches, which are not issued until it is resumed', async () => {
    const { test } = ground;
    expect((await ground.act(path('pause'))).text).toContain('is paused');
    expect((await ground.act(path('pause'))).text).toContain('It is already paused');
    const batchId = await postBatch(test.api, test.organization, 1, 'P');
    expect(await processBatch(issuingContext(test.api), batchId)).toEqual({ kind: 'paused' });
    const status = async () =>
      (await test.api.get(test.organization.token, `/invoice_batches/${batchId}`)).json<{
        data: { status: string };
      }>().data.status;
    expect(await status()).toBe('received');
    const retry = await ground.ask(`/acts/batch.retry/${batchId}`);
    expect(retry.answer.text).toContain('is paused. Resume it first');
    const listed = await runCli('org', ['list'], { DATABASE_URL: test.api.database.url });
    expect(listed.out).toContain('PAUSED since');
    expect((await ground.act(path('resume'))).text).toContain('is resumed');
    expect(await processBatch(issuingContext(test.api), batchId)).toMatchObject({
      kind: 'issued',
      issued: 1,
    });
    const details = { client: expect.stringMatching(/^10\.1\./) };
    expect(await newActs()).toMatchObject([
      { act: 'organization.pause', details },
      { act: 'organization.resume', details },
    ]);
  });
});

describe('a retry', () => {
  it('promotes the delayed job of a batch or enqueues a new one, with an audit record', async () => {
    const { test, board } = ground;
    const batchId = await postBatch(test.api, test.organization, 1, 'T');
    const sent = await ground.act(`/acts/batch.retry/${batchId}`);
    expect(sent.text).toContain('1 job enqueued');
    const queue = board.queues.get('small-batches')!;
    const [job] = await queue.getJobs(['prioritized', 'waiting']);
    expect(job!.data).toMatchObject({ batchId, organizationId: test.organization.id });
    expect((await ground.act(`/acts/batch.retry/${batchId}`)).text).toContain(
      '1 job already waiting or running',
    );
    await job!.remove();
    const payload = { organizationId: test.organization.id, batchId, invoices: 1, work: 1 };
    await queue.add('process-batch', payload, {
      delay: 3_600_000,
      deduplication: { id: `process-batch-${batchId}` },
    });
    expect((await ground.act(`/acts/batch.retry/${batchId}`)).text).toContain('1 job woken');
    expect(await queue.getDelayedCount()).toBe(0);
    expect(await newActs()).toMatchObject(
      Array.from({ length: 3 }, () => ({ act: 'batch.retry', subjectId: batchId, reason: 'Mended' })),
    );
  });

  it('enqueues the rendering of a missing PDF and promotes its delayed job', async () => {
    const { board } = ground;
    const id = invoices + 3;
    const batchId = invoices / 1000;
    const queue = board.queues.get('slow-pdfs')!;
    const job = await queue.add(
      'render-slow-pdf',
      { organizationId: ground.test.organization.id, batchId, position: 3 },
      { delay: 3_600_000, deduplication: { id: `render-slow-pdf-${batchId}-3` } },
    );
    expect((await ground.act(`/acts/pdf.retry/${id}`)).text).toMatch(/1 job enqueued; 1 job woken/);
    expect((await queue.getJob(job.id!))!.data).toMatchObject({ isOrdered: true, isAsked: true });
    expect(await newActs()).toMatchObject([{ act: 'pdf.retry', subjectId: id }]);
  });
});
