import { beforeAll, describe, expect, it } from 'vitest';
import { writeXml } from '../../../../src/domain/einvoice/formats.ts';
import { COMPILING_MS, openUblJudge, type Judge } from '../../support/format-judges.ts';
import { judgeRandomInvoices, JUDGING_MS, RANDOM_INVOICES } from '../../support/random-invoices.ts';
import { writtenDocuments } from '../../support/written-documents.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

const INVOICES = writtenDocuments((document, profile) => writeXml('ubl', { document, profile }));

describe.runIf(hasEinvoiceFacts)('the UBL of random accepted invoices of both versions', () => {
  let judge: Judge;
  beforeAll(() => void (judge = openUblJudge()), COMPILING_MS);

  it(
    'conforms to the schemas of UBL 2.1 and 2.5 and breaks no rule of EN 16931',
    async () => {
      expect(await judgeRandomInvoices(INVOICES, judge)).toBe(RANDOM_INVOICES);
    },
    JUDGING_MS,
  );
});
