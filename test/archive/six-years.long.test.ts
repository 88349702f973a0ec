import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { verifyMonth } from '../../src/archive/verify-month.ts';
import { restoreBackup } from '../../src/operate/backup/restore-backup.ts';
import { writeBackup } from '../../src/operate/backup/write-backup.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { BY_TEST } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { openTestMonths } from './support/months.ts';

/*
 * Six years of small months, with a clock that moves from month to month. Invoices are issued,
 * sent, rendered, annulled, archived a year later, verified from the files, restored, backed up and
 * restored from the backup. At the end the database contains the literal blocks of the last year
 * only.
 */

const YEARS = [2027, 2028, 2029, 2030, 2031, 2032];
const PER_BATCH = 3;
const nameOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

it(
  'six years of invoices are issued, archived, verified and restored without a violated invariant',
  { timeout: 900_000 },
  async () => {
    await using months = await openTestMonths();
    const { test, organizations } = months;
    const issued = new Map<string, { batchId: number; pdf: Buffer }>();

    for (const year of YEARS) {
      for (let month = 1; month <= 12; month += 1) {
        const name = nameOf(year, month);
        await months.begin(name);
        // August has no invoices.
        if (month === 8) continue;
        const [batchId] = await months.issue(PER_BATCH, `F${name}`);
        await months.settle();
        const pdf = await months.download(organizations[0]!, batchId!);
        expect(pdf.status).toBe(200);
        issued.set(name, { batchId: batchId!, pdf: pdf.body });
        if (month % 3 !== 0) continue;
        // Annuls an invoice of an earlier month, whose record is far from the other records of its
        // month.
        const before = issued.get(nameOf(year, month - 2))!;
        const action = {
          invoiceId: before.batchId * 1000 + 1,
          action: 'annul',
          reason: 'Por error',
          operator: 'maria',
        } as const;
        await correctInvoice(test.correcting(), action);
        await months.settle();
      }

      // In January the year before last is archived.
      await months.begin(nameOf(year + 1, 1));
      for (let month = 1; month <= 12 && year > YEARS[0]!; month += 1) {
        const name = nameOf(year - 1, month);
        const directory = await months.write(name);
        await verifyMonth(directory, months.today());
        await months.leave(name);
      }
      const verdicts = await months.verifyChains();
      expect(verdicts.map(({ kind }) => kind)).toEqual(['intact', 'intact']);
      expect(await months.findBroken()).toEqual([]);
      for (const [name, { batchId, pdf }] of issued) {
        const isAway = name < nameOf(year, 1);
        const { status, body } = await months.download(organizations[0]!, batchId);
        const isSame = isAway || body.equals(pdf);
        expect({ name, status, isSame }).toEqual({ name, status: isAway ? 422 : 200, isSame: true });
      }
    }

    // An inspector asks for March of the second year.
    const asked = nameOf(YEARS[1]!, 3);
    await months.bringBack(asked);
    const { batchId, pdf } = issued.get(asked)!;
    expect((await months.download(organizations[0]!, batchId)).body.equals(pdf)).toBe(true);
    expect(await months.findBroken()).toEqual([]);
    await months.leave(asked);

    const [left] = await test.read<{ batches: number; packs: number; partitions: number }>(
      `select (select count(*)::int from batches) as batches, (select count(*)::int from document_blocks) as packs,
              (select count(*)::int from pg_inherits where inhparent = 'document_blocks'::regclass) as partitions`,
    );
    expect(left).toMatchObject({ batches: YEARS.length * 11 * 2, packs: 11 * 2 });
    expect(left!.partitions).toBeLessThan(20);

    // The backup is restored while the archived months remain files.
    await using restored = await openTestDatabase();
    const parent = await mkdtemp(path.join(tmpdir(), 'ibe-years-'));
    try {
      const backup = path.join(parent, 'backup');
      await writeBackup(months.reader.pool, backup);
      await restoreBackup(restored.orm, backup, test.api.clock.now, {
        ...BY_TEST,
        keepsSessions: true,
        certificateKeys: [],
      });
      const verdicts = await checkInvariants(restored.pool, {
        registerLog: JSON.parse(JSON.stringify(test.sandbox.control.log())) as never,
        book: test.sandbox.control.book(),
        spfe: { entries: test.sandbox.control.spfeBook(), report: test.sandbox.control.spfeInvariants() },
        answers: null,
        api: null,
        logFiles: [],
        secrets: [],
      });
      expect(verdicts.filter(({ places, awaitsWork }) => places.length > 0 && !awaitsWork)).toEqual([]);
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
);
