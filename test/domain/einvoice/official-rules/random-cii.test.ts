import { beforeAll, describe, expect, it } from 'vitest';
import { writeXml } from '../../../../src/domain/einvoice/formats.ts';
import {
  COMPILING_MS,
  openCiiSchemaJudge,
  openFacturXJudge,
  type Judge,
} from '../../support/format-judges.ts';
import { judgeRandomInvoices, JUDGING_MS, RANDOM_INVOICES } from '../../support/random-invoices.ts';
import { writeIfExpressible, writtenDocuments } from '../../support/written-documents.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

const INVOICES = writtenDocuments((document, profile) => writeXml('hybrid', { document, profile }));
/** CII D16B cannot express all of these, and what it expresses is the same document. */
const SAME_CII = writtenDocuments((document, profile) => {
  const cii = writeXml('cii', { document, profile });
  return cii === writeIfExpressible(() => writeXml('hybrid', { document, profile }))
    ? cii
    : 'another document';
});

describe.runIf(hasEinvoiceFacts)('the CII of random accepted invoices of both versions', () => {
  let judges: { readonly cii: Judge; readonly facturX: Judge };
  beforeAll(() => void (judges = { cii: openCiiSchemaJudge(), facturX: openFacturXJudge() }), COMPILING_MS);

  it(
    'conforms to the schema of Factur-X and breaks no rule of EN 16931 or Factur-X',
    async () => {
      expect(await judgeRandomInvoices(INVOICES, judges.facturX)).toBe(RANDOM_INVOICES);
    },
    JUDGING_MS,
  );

  it(
    'is the same document outside a PDF, where it conforms to the schema of CII D16B',
    async () => {
      expect(await judgeRandomInvoices(SAME_CII, judges.cii)).toBe(RANDOM_INVOICES);
    },
    JUDGING_MS,
  );
});
