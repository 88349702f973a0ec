import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import { writeXml } from '../../../../src/domain/einvoice/formats.ts';
import { buildProfile } from '../../../render/support/build-invoice.ts';
import { listAcceptedDocuments } from '../../support/accepted-documents.ts';
import {
  COMPILING_MS,
  openCiiSchemaJudge,
  openFacturXJudge,
  openPeppolJudge,
  openUblJudge,
} from '../../support/format-judges.ts';
import { JUDGING_MS } from '../../support/random-invoices.ts';
import { writeIfExpressible } from '../../support/written-documents.ts';
import { hasEinvoiceFacts } from '../../support/shared-facts.ts';

const PROFILE = buildProfile({ iban: 'ES7921000813610123456789', bic: 'BBVAESMMXXX' });

/** Opens a judge of a document in the formats that can express it. */
function openJudge(): (document: InvoiceDocument) => string[] {
  const judges = [
    ['ubl', openUblJudge()],
    ['cii', openCiiSchemaJudge()],
    ['hybrid', openFacturXJudge()],
  ] as const;
  const judgePeppol = openPeppolJudge();
  return (document) => {
    const referenced = { ...document, references: { buyer: 'ACME-1', ...document.references } };
    const peppol = writeIfExpressible(() =>
      writeXml('ubl', { document: referenced, profile: PROFILE }, 'peppol'),
    );
    return [
      ...judges.flatMap(([format, judge]) => {
        const xml = writeIfExpressible(() => writeXml(format, { document, profile: PROFILE }));
        return xml === null ? [] : judge(xml);
      }),
      ...(peppol === null ? [] : judgePeppol(peppol)),
    ];
  };
}

describe.runIf(hasEinvoiceFacts)('the official rules of EN 16931', () => {
  let judge: ReturnType<typeof openJudge>;
  beforeAll(() => void (judge = openJudge()), COMPILING_MS);

  it(
    'find nothing in the UBL, also for Peppol, and the CII of accepted invoices of every type, recipient and tax',
    async () => {
      for (const { name, document } of listAcceptedDocuments(193)) {
        await setImmediate();
        const found = judge(document);
        expect([name, ...found, JSON.stringify(found.length > 0 ? document : null)]).toEqual([name, 'null']);
      }
    },
    JUDGING_MS,
  );
});
