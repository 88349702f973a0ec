import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpfeDeliveryView } from '../../../src/contracts/v2/spfe.ts';
import { checkSpfeBook } from '../../../src/checker/check-spfe-book.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { writeVersions } from '#src/remit/spfe/write-versions.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { BY_TEST } from '../../support/api.ts';
import { openAskV2 } from '../../support/ask-v2.ts';
import { SPFE_ISSUER } from '../../support/spfe.ts';

/* What clients order, and what follows from payments, as the stand-in for AEAT takes it. */

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());

const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const answer = await openAskV2(test.api, test.organization.token)(method, path, payload);
  expect([path, answer.statusCode < 300]).toEqual([path, true]);
  return answer.json<{ data: never }>().data;
};
const read = async (id: number): Promise<SpfeDeliveryView> => (await ask('GET', `/invoices/${id}`))['spfe'];
const pay = async (id: number, changes: object = {}) => {
  const { id: payment } = await ask('POST', `/invoices/${id}/payments`, {
    date: '2026-11-20',
    amount: '121.00',
    means: 'cash',
    ...changes,
  });
  return payment as number;
};
const report = (id: number) => ask('POST', `/invoices/${id}/defaults`, { due_on: '2026-11-20' });
const prefer = (id: number) =>
  ask('POST', `/invoices/${id}/spfe/withdraw`, { reason: 'interconnect_instead' });
/** Expects that the database and the book of AEAT agree. */
const expectSame = async () => {
  const { control } = test.sandbox;
  const evidence = { entries: control.spfeBook(), report: control.spfeInvariants() };
  const verdicts = await checkSpfeBook(test.api.database.pool, evidence);
  expect(verdicts.flatMap(({ places }) => places)).toEqual([]);
};
/** Sends everything, also what is written only after the withdrawal of a copy. */
const advanceTwice = async () => {
  await test.advanceAll();
  await test.advanceAll();
};
const states = async () => (await test.messages()).map(({ kind, state }) => `${kind} ${state}`);
const expectOrder = () => expect(test.sandbox.control.spfeInvariants()).toMatchObject({ ok: true });

it('a collection reaches AEAT after its invoice, and so do its cancellation and the next collection', async () => {
  const [id] = await test.issue(1, 'A');
  const first = await pay(id!);
  await test.advanceAll();
  expect(await states()).toEqual(['SETTLEMENT accepted']);
  await ask('DELETE', `/payments/${first}`);
  const second = await pay(id!);
  await test.advanceAll();
  await ask('DELETE', `/payments/${second}`);
  await test.advanceAll();
  expect(await states()).toEqual([
    'SETTLEMENT accepted',
    'CANCELSETTLEMENT accepted',
    'SETTLEMENT accepted',
    'CANCELSETTLEMENT accepted',
  ]);
  expect((await read(id!)).settlement).toBeNull();
  expectOrder();
});

it('a default reaches AEAT, and is cancelled there before it is reported again', async () => {
  const [id] = await test.issue(1, 'A');
  test.pass(86_400);
  const due = { due_on: '2026-11-20' };
  await ask('POST', `/invoices/${id}/defaults`, due);
  await test.advanceAll();
  await ask('DELETE', `/invoices/${id}/defaults`);
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/defaults`, due);
  await test.advanceAll();
  expect(await states()).toEqual(['DEFAULT accepted', 'CANCELDEFAULT accepted', 'DEFAULT accepted']);
  expectOrder();
});

it('a rejected document is sent again in the version that was ordered, and the first one stays', async () => {
  const [id] = await test.issue(1, 'A');
  test.sandbox.control.addFaults({ service: 'spfe', kind: 'record-error', invoice: 'A-1', count: 1 });
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/spfe/resend`, { reason: 'Versión nueva' });
  expect(await test.advance()).toEqual({ kind: 'nothing' });
  await test.advanceAll();
  expect(await test.deliveries()).toMatchObject([{ state: 'admitted', version: 2 }]);
  expect((await read(id!)).versions).toMatchObject([
    { version: 1, reason: null },
    { version: 2, reason: 'Versión nueva' },
  ]);
  expectOrder();
});

it('a copy is withdrawn and its original follows, once each', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/spfe/withdraw`, { reason: 'interconnect_instead' });
  await test.advanceAll();
  // The original is written after the withdrawal was accepted.
  await test.advanceAll();
  expect(await test.deliveries()).toMatchObject([{ state: 'admitted', version: 2 }]);
  expect((await read(id!)).versions.map(({ is_copy: isCopy }) => isCopy)).toEqual([true, false]);
  expect(await states()).toEqual(['CANCELINVOICE accepted']);
  expectOrder();
});

it('what was told about a copy is told again about its original, once and in order', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  test.pass(86_400);
  await report(id!);
  await test.advanceAll();
  const facts = { goods_received_on: '2026-11-18', invoice_received_on: '2026-11-19', financed: true };
  await pay(id!, facts);
  await test.advanceAll();
  await prefer(id!);
  await advanceTwice();
  expect(await states()).toEqual([
    'DEFAULT accepted',
    'SETTLEMENT accepted',
    'CANCELINVOICE accepted',
    'DEFAULT accepted',
    'SETTLEMENT accepted',
  ]);
  expect((await read(id!)).settlement).toMatchObject({ state: 'accepted', ...facts });
  expectOrder();
  await expectSame();
});

it('what was cancelled about a copy is not told about its original, and is told anew when it happens', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  test.pass(86_400);
  await report(id!);
  await test.advanceAll();
  const first = await pay(id!);
  await test.advanceAll();
  await ask('DELETE', `/invoices/${id}/defaults`);
  await test.advanceAll();
  await prefer(id!);
  // AEAT is told nothing more of the copy.
  await ask('DELETE', `/payments/${first}`);
  await advanceTwice();
  const before = [
    'DEFAULT accepted',
    'SETTLEMENT accepted',
    'CANCELDEFAULT accepted',
    'CANCELINVOICE accepted',
    'CANCELSETTLEMENT superseded',
  ];
  expect(await states()).toEqual(before);
  expect(await read(id!)).toMatchObject({
    state: 'admitted',
    is_copy: false,
    settlement: null,
    default: null,
  });
  await report(id!);
  await pay(id!);
  await test.advanceAll();
  expect(await states()).toEqual([...before, 'DEFAULT accepted', 'SETTLEMENT accepted']);
  expectOrder();
  await expectSame();
});

it('a default of a copy precedes the collection that was recorded while the copy was withdrawn', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  test.pass(86_400);
  await report(id!);
  await test.advanceAll();
  await prefer(id!);
  const payment = await pay(id!);
  await advanceTwice();
  expect(await states()).toEqual([
    'DEFAULT accepted',
    'CANCELINVOICE accepted',
    'SETTLEMENT superseded',
    'DEFAULT accepted',
    'SETTLEMENT accepted',
  ]);
  await ask('DELETE', `/payments/${payment}`);
  await test.advanceAll();
  expect((await states()).at(-1)).toBe('CANCELSETTLEMENT accepted');
  expectOrder();
  await expectSame();
});

it('what waits to be told again about an original follows its admission, not its rejection', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  await test.advanceAll();
  await pay(id!);
  await test.advanceAll();
  await prefer(id!);
  await test.advanceAll();
  test.sandbox.control.addFaults({ service: 'spfe', kind: 'record-error', invoice: 'A-1', count: 1 });
  await test.advanceAll();
  expect((await states()).at(-1)).toBe('SETTLEMENT pending');
  await ask('POST', `/invoices/${id}/spfe/resend`, { reason: 'Versión nueva' });
  await advanceTwice();
  expect(await read(id!)).toMatchObject({ state: 'admitted', settlement: { state: 'accepted' } });
  expect(await states()).toEqual(['SETTLEMENT accepted', 'CANCELINVOICE accepted', 'SETTLEMENT accepted']);
  expectOrder();
  await expectSame();
});

it('a collection stays as it is if AEAT refuses the withdrawal of the copy', async () => {
  const [id] = await test.issue(1, 'A', { channel: 'copy' });
  await test.advanceAll();
  await pay(id!);
  await test.advanceAll();
  test.sandbox.control.addFaults({
    service: 'spfe',
    kind: 'record-error',
    operation: 'CancelInvoiceSOAP',
    count: 1,
  });
  await prefer(id!);
  await test.advanceAll();
  expect(await states()).toEqual(['SETTLEMENT accepted', 'CANCELINVOICE rejected']);
  expect(await read(id!)).toMatchObject({
    state: 'admitted',
    is_copy: true,
    settlement: { state: 'accepted' },
  });
  await expectSame();
});

it('a document of an operation that never happened is withdrawn, and nothing follows', async () => {
  const [id] = await test.issue(1, 'A');
  await test.advanceAll();
  await ask('POST', `/invoices/${id}/spfe/withdraw`, { reason: 'never_happened' });
  await test.advanceAll();
  expect((await read(id!)).state).toBe('withdrawn');
  await pay(id!);
  expect(await states()).toEqual(['CANCELINVOICE accepted']);
  expectOrder();
});

it('a document that was held with the annulment of its invoice is sent once somebody orders it', async () => {
  const [id] = await test.issue(1, 'A');
  await test.write();
  await test.remit(await test.chainOf());
  const order = { action: 'annul', reason: 'x', operator: 'operadora' } as const;
  await correctInvoice(test.correcting(), { ...order, invoiceId: id! });
  await test.advanceAll();
  expect((await read(id!)).state).toBe('held');
  await ask('POST', `/invoices/${id}/spfe/resend`, { reason: 'Se entrega igualmente' });
  await test.advanceAll();
  expect(await read(id!)).toMatchObject({ state: 'admitted', remains_after_annulment: true });
  expectOrder();
});

it('a document whose file a fault of the engine prevents holds up no other, and is written once somebody orders it', async () => {
  const [first] = await test.issue(1, 'A');
  const profile = buildProfile({ phone: '+34 600 000 000' });
  await addIssuerProfile(test.orm, test.organization.id, SPFE_ISSUER, profile, BY_TEST);
  const [second] = await test.issue(1, 'B');
  const setAuthorisations = async (value: unknown) => {
    // The database refuses to change a profile of issued invoices.
    await test.pool.query(`
      begin; set local session_replication_role = replica;
      update issuer_profiles set profile = jsonb_set(profile, '{billingAuthorisations}', '${JSON.stringify(value)}')
      where id = (select max(id) from issuer_profiles); commit`);
  };
  await setAuthorisations(5);
  const faults: number[] = [];
  const issuer = { organizationId: test.organization.id, issuerNif: SPFE_ISSUER };
  await writeVersions(test.api.workers.pool, issuer, test.api.clock.now, (id) => faults.push(id));
  expect(faults).toEqual([second]);
  await test.advanceAll();
  expect(await read(second!)).toMatchObject({ state: 'blocked', rule: 'engine' });
  expect(await read(first!)).toMatchObject({ state: 'admitted' });

  await setAuthorisations([]);
  await ask('POST', `/invoices/${second}/spfe/resend`, { reason: 'The engine was mended' });
  await test.advanceAll();
  expect(await read(second!)).toMatchObject({ state: 'admitted', rule: null, rule_message: null });
  expectOrder();
});
