import { afterAll, beforeAll, expect, it } from 'vitest';
import { isBroken } from '#src/checker/invariant.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { sendEntries } from '#src/remit/sii/send-entries.ts';
import { enterSii, SII_ISSUER, type TestSii } from '../support/sii.ts';
import { openTestMonths, type TestMonths } from './support/months.ts';

let months: TestMonths;
let sii: TestSii;
beforeAll(async () => {
  months = await openTestMonths();
  sii = await enterSii(months.test);
});
afterAll(() => months[Symbol.asyncDispose]());

it('a month with entries in SII is archived once AEAT has answered them, and its invoices are corrected again after it came back', async () => {
  const { test, organizations } = months;
  const [, other] = organizations;
  const rows = async () =>
    JSON.stringify(
      await test.read(
        `select (select json_agg(e order by e.issued_invoice_id) from sii_entries e) as entries,
                (select json_agg(v order by v.issued_invoice_id, v.version) from sii_versions v) as versions,
                (select json_agg(l order by l.message_id, l.issued_invoice_id) from sii_lines l) as lines,
                (select json_agg(m order by m.id) from sii_messages m) as messages`,
      ),
    );
  await months.begin('2027-01');
  const [batchId] = await months.issue(2, 'JAN');
  await months.settle();
  await sii.sendAll();
  await months.begin('2027-04');
  await expect(months.write('2027-01').then(() => months.leave('2027-01'))).rejects.toThrow(/SII/);

  // The other organization's entries still wait.
  const ofOther = { organizationId: other!.id, issuerNif: SII_ISSUER };
  expect(await sendEntries({ ...test.context(), mostEntries: 1000 }, ofOther)).toMatchObject({ answered: 2 });
  await months.settle();
  const before = await rows();
  await months.write('2027-01');
  await months.leave('2027-01');
  expect(await months.findBroken()).toEqual([]);
  // What AEAT has stays in the database; the documents are in the archive.
  expect(await rows()).toBe(before);
  const annul = () =>
    correctInvoice(test.correcting(), {
      invoiceId: batchId! * 1000,
      action: 'annul',
      reason: 'Twice',
      operator: 'operadora',
    });
  await expect(annul()).rejects.toThrow(/archived/);
  await months.bringBack('2027-01');
  expect(await rows()).toBe(before);
  expect(await annul()).toMatchObject({ kind: 'baja' });
  await sii.sendAll();
  // The PDF that shows the annulment is unfinished work.
  expect((await months.findBroken()).filter(isBroken)).toEqual([]);
}, 120_000);
