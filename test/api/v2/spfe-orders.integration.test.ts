import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS, type KeyRight } from '#src/contracts/codes.ts';
import type { SpfeState } from '#src/contracts/spfe.ts';
import type { SpfeDeliveryView, SpfeRecipientReportView } from '#src/contracts/v2/spfe.ts';
import { codeOf, openSpfeClient, type SpfeClient } from '../../support/spfe-client.ts';
import { moveDelivery, moveMessage } from '../../support/spfe-deliveries.ts';

let client: SpfeClient;
beforeAll(async () => {
  client = await openSpfeClient({ SPFE_TRANSPORT: 'sandbox' });
});
afterAll(() => client[Symbol.asyncDispose]());

const move = (id: number, ...states: readonly SpfeState[]) =>
  moveDelivery(client.api.workers.pool, id, states);
const order = (id: number, path: string, body: object, key: string = randomUUID()) =>
  client.ask('POST', `/invoices/${id}/spfe/${path}`, body, { key });
const viewOf = (answer: LightMyRequestResponse) => answer.json<{ data: SpfeDeliveryView }>().data;
const accept = async (id: number) => {
  await moveMessage(client.api.workers.pool, id, 'CANCELINVOICE', 'sending', 'accepted');
  await move(id, 'withdrawn');
};

describe('the withdrawal of an invoice from the SPFE', () => {
  const NEVER = { reason: 'never_happened' };

  it('is a message about a document that AEAT has, which then is told nothing else', async () => {
    const id = await client.issue();
    await client.pay(id);
    expect(codeOf(await order(id, 'withdraw', NEVER))).toBe('wrong_spfe_state');
    await move(id, 'sending', 'admitted');
    const key = randomUUID();
    const answer = await order(id, 'withdraw', NEVER, key);
    expect(answer.statusCode).toBe(202);
    expect(viewOf(answer)).toMatchObject({
      state: 'withdrawing',
      csv: 'CSV-1',
      settlement: { state: 'waiting' },
      messages: [
        { kind: 'SETTLEMENT', state: 'waiting' },
        { kind: 'CANCELINVOICE', state: 'waiting', reason: 'never_happened', effective_on: '2026-11-25' },
      ],
    });
    const again = await order(id, 'withdraw', NEVER, key);
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
    expect(codeOf(await order(id, 'withdraw', NEVER))).toBe('wrong_spfe_state');
    await accept(id);
    expect(await client.read(id)).toMatchObject({ state: 'withdrawn', settlement: null });
  });

  it('in favour of the original is followed by the original, which is another version', async () => {
    const id = await client.issue({}, { channel: 'copy' });
    await client.pay(id);
    await move(id, 'sending', 'admitted');
    const answer = await order(id, 'withdraw', { reason: 'interconnect_instead' });
    expect(viewOf(answer)).toMatchObject({ state: 'withdrawing', is_copy: true });
    await accept(id);
    expect(await client.read(id)).toMatchObject({
      state: 'pending',
      channel: 'interconnect',
      is_copy: false,
      settlement: { state: 'waiting' },
      versions: [{ version: 1, is_copy: true, reason: null }],
    });
    await move(id, 'sending', 'admitted');
    expect((await client.read(id))!.versions).toMatchObject([
      { version: 1 },
      { version: 2, is_copy: false, reason: 'interconnect_instead' },
    ]);
  });

  it('in favour of the original is refused for an original', async () => {
    const id = await client.issue();
    await move(id, 'sending', 'admitted');
    expect(codeOf(await order(id, 'withdraw', { reason: 'interconnect_instead' }))).toBe('wrong_spfe_state');
    expect(codeOf(await order(id, 'withdraw', { reason: 'wrong_amount' }))).toBe('validation_failed');
    expect((await client.read(id))!.state).toBe('admitted');
  });

  it('can be ordered again after AEAT refused it', async () => {
    const id = await client.issue();
    await move(id, 'sending', 'admitted');
    await order(id, 'withdraw', NEVER);
    await moveMessage(client.api.workers.pool, id, 'CANCELINVOICE', 'sending', 'rejected');
    await move(id, 'admitted');
    expect((await order(id, 'withdraw', NEVER)).statusCode).toBe(202);
  });
});

describe('the resending of an invoice to the SPFE', () => {
  it('orders another version of a rejected document, once for an Idempotency-Key', async () => {
    const id = await client.issue();
    await move(id, 'sending', 'rejected');
    expect(await client.read(id)).toMatchObject({
      state: 'rejected',
      error: { code: 'SPFE-GEN-01', message: 'No válido' },
    });
    const key = randomUUID();
    for (const repetition of [1, 2]) {
      const answer = await order(id, 'resend', { reason: ' Nueva versión ' }, key);
      expect([repetition, answer.statusCode]).toEqual([repetition, 202]);
      expect(viewOf(answer)).toMatchObject({ state: 'pending', error: null });
    }
    await move(id, 'sending', 'admitted');
    expect((await client.read(id))!.versions).toMatchObject([
      { version: 1, reason: null },
      { version: 2, reason: 'Nueva versión' },
    ]);
    expect(codeOf(await order(id, 'resend', { reason: 'Otra' }))).toBe('wrong_spfe_state');
  });

  it('needs a reason', async () => {
    const id = await client.issue();
    for (const body of [{}, { reason: ' ' }])
      expect(codeOf(await order(id, 'resend', body))).toBe('validation_failed');
  });
});

describe('a fact about the recipient that is stated after the invoice was issued', () => {
  const UNKNOWN = { state: 'unknown' } as const;

  it('makes the invoice wait, and tells a collection that was recorded before', async () => {
    const id = await client.issue({ due_date: '2026-12-20' }, UNKNOWN);
    await client.pay(id);
    expect(await client.read(id)).toMatchObject({ state: 'unknown', missing: ['is_business'], messages: [] });
    const answer = await order(id, 'facts', { is_business: true });
    expect(viewOf(answer)).toMatchObject({
      state: 'pending',
      missing: [],
      due_by: '2026-11-25T11:00:00Z',
      settlement: { collected_on: '2026-11-25', due_on: '2026-12-20' },
      facts: [{ fact: 'is_business', value: true, recorded_at: '2026-11-25T11:00:00Z' }],
    });
    expect(codeOf(await order(id, 'facts', { is_business: false }))).toBe('wrong_spfe_state');
  });

  it('shows that the duty does not concern the invoice', async () => {
    const consumer = await client.issue({}, UNKNOWN);
    const abroad = await client.issue({}, { state: 'unknown', missing: ['establishment_in_spain'] });
    const both = await client.issue(
      {},
      { state: 'unknown', missing: ['establishment_in_spain', 'is_business'] },
    );
    expect(viewOf(await order(consumer, 'facts', { is_business: false }))).toMatchObject({
      state: 'not_concerned',
      reason: 'consumer',
    });
    expect(viewOf(await order(abroad, 'facts', { establishment_in_spain: false }))).toMatchObject({
      state: 'not_concerned',
      reason: 'foreign_recipient',
    });
    expect(viewOf(await order(both, 'facts', { establishment_in_spain: false }))).toMatchObject({
      state: 'unknown',
      missing: ['is_business'],
    });
    expect(viewOf(await order(both, 'facts', { is_business: true }))).toMatchObject({ state: 'pending' });
  });

  it('leaves an invoice to the other program that delivers it', async () => {
    const id = await client.issue({}, { state: 'unknown', channel: 'elsewhere' });
    expect(viewOf(await order(id, 'facts', { is_business: true }))).toMatchObject({
      state: 'elsewhere',
      due_by: null,
    });
  });

  it('is one at a time, and one that is missing', async () => {
    const id = await client.issue({}, UNKNOWN);
    for (const body of [{}, { is_business: true, establishment_in_spain: true }, { is_business: 'yes' }])
      expect(codeOf(await order(id, 'facts', body))).toBe('validation_failed');
    expect(codeOf(await order(id, 'facts', { establishment_in_spain: true }))).toBe('wrong_spfe_state');
  });
});

describe('orders about deliveries', () => {
  const PATHS = [
    ['withdraw', { reason: 'never_happened' }],
    ['resend', { reason: 'x' }],
    ['facts', { is_business: true }],
  ] as const;

  it.each(PATHS)(
    '(%s) need the right to correct, a key, and an invoice of the organization',
    async (path, body) => {
      const rights: KeyRight[] = KEY_RIGHTS.filter((right) => right !== 'correct');
      const without = await client.api.createOrganization(undefined, null, rights);
      const id = await client.issue();
      const url = `/invoices/${id}/spfe/${path}`;
      expect((await client.ask('POST', url, body, { token: without.token })).statusCode).toBe(403);
      const other = await client.api.createOrganization(undefined, null, KEY_RIGHTS);
      expect((await client.ask('POST', url, body, { token: other.token })).statusCode).toBe(404);
      expect(codeOf(await client.ask('POST', url, body, { key: 'no-uuid' }))).toBe('invalid_idempotency_key');
      const outside = await client.issue({}, null);
      expect(codeOf(await order(outside, path, body))).toBe('not_in_spfe');
    },
  );

  it('are carried out once if requests with one Idempotency-Key arrive together', async () => {
    const id = await client.issue();
    await move(id, 'sending', 'rejected');
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => order(id, 'resend', { reason: 'x' }, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(2);
    const others = [await client.issue(), await client.issue()];
    for (const each of others) await move(each, 'sending', 'rejected');
    const shared = randomUUID();
    const both = await Promise.all(others.map((each) => order(each, 'resend', { reason: 'x' }, shared)));
    expect(both.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
    expect(both.filter(({ statusCode }) => statusCode === 422)).toHaveLength(1);
  });

  it('have an Idempotency-Key that no other order has', async () => {
    const [one, other] = [await client.issue(), await client.issue()];
    await move(one, 'sending', 'rejected');
    await move(other, 'sending', 'rejected');
    const key = randomUUID();
    await order(one, 'resend', { reason: 'x' }, key);
    expect(codeOf(await order(other, 'resend', { reason: 'x' }, key))).toBe('invalid_idempotency_key');
  });
});

describe('the lists of invoices', () => {
  const list = async (query: string) =>
    (await client.ask('GET', `/invoices?${query}`))
      .json<{ data: { id: number; spfe_state: string | null }[] }>()
      .data.map(({ id, spfe_state: state }) => {
        if (query.includes('spfe_state=')) expect(query).toContain(`spfe_state=${state}`);
        return id;
      });

  it('are filtered by the state of the delivery, and by whether AEAT should have it for more than a day', async () => {
    const at = new Date('2026-11-23T11:00:00Z');
    const rejected = await client.issue({}, { at });
    const late = await client.issue({}, { at });
    const fresh = await client.issue();
    await move(rejected, 'sending', 'rejected');
    const ids = [rejected, late, fresh];
    const found = async (query: string) => (await list(query)).filter((id) => ids.includes(id));
    expect(await found('spfe_state=rejected')).toEqual([rejected]);
    expect(await found('spfe_state=pending')).toEqual([fresh, late]);
    expect(await found('spfe_overdue=true')).toEqual([late, rejected]);
    expect(await found('spfe_overdue=true&spfe_state=pending')).toEqual([late]);
    expect(await found('spfe_state=waiting_transport')).toEqual([]);
    const batch = `/invoice_batches/${late / 1000}/invoices?spfe_overdue=true`;
    expect((await client.ask('GET', `${batch}&spfe_state=pending`)).json()).toMatchObject({
      data: [{ id: late, spfe_state: 'pending' }],
    });
    expect((await client.ask('GET', `${batch}&spfe_state=rejected`)).json()).toMatchObject({ data: [] });
  });
});

describe('what recipients reported', () => {
  const report = (id: number, kind: string, at: string) =>
    client.api.workers.pool.query(
      `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, due_on, condition, first_seen_at)
       select organization_id, issued_invoice_id, $2::text, '2026-11-24', case $2 when 'PAYMENT' then date '2026-12-24' end,
              case $2 when 'REJECTION' then '01' end, $3
       from spfe_deliveries where issued_invoice_id = $1`,
      [id, kind, at],
    );

  it('is in the invoice, where silence counts as acceptance until a rejection, and in a list', async () => {
    const paid = await client.issue();
    const refused = await client.issue();
    await move(paid, 'sending', 'admitted');
    await move(refused, 'sending', 'admitted');
    expect((await client.read(refused))!.recipient).toEqual({
      paid_on: null,
      due_on: null,
      rejected_on: null,
      condition: null,
      presumed_accepted: true,
    });
    await report(paid, 'PAYMENT', '2026-11-25T09:00:00Z');
    await report(refused, 'REJECTION', '2026-11-25T10:00:00Z');
    expect((await client.read(paid))!.recipient).toMatchObject({
      paid_on: '2026-11-24',
      due_on: '2026-12-24',
    });
    expect((await client.read(refused))!.recipient).toMatchObject({
      rejected_on: '2026-11-24',
      condition: '01',
      presumed_accepted: false,
    });
    const list = async (query: string) =>
      (await client.ask('GET', `/spfe/recipient_reports?${query}`)).json<{
        data: SpfeRecipientReportView[];
        meta: { next_cursor: string };
      }>();
    const first = await list('limit=1');
    expect(first.data).toMatchObject([
      { invoice_id: refused, kind: 'REJECTION', condition: '01', gone_at: null },
    ]);
    const second = await list(`limit=1&cursor=${first.meta.next_cursor}`);
    expect(second.data).toMatchObject([{ invoice_id: paid, kind: 'PAYMENT', effective_on: '2026-11-24' }]);
    expect((await list('since=2026-11-25T09:30:00Z')).data).toHaveLength(1);
    const other = await client.api.createOrganization(undefined, null, KEY_RIGHTS);
    const others = await client.ask('GET', '/spfe/recipient_reports', undefined, { token: other.token });
    expect(others.json()).toMatchObject({ data: [] });
  });
});
