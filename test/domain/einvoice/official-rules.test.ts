import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import { NotExpressible } from '../../../src/domain/einvoice/refusal.ts';
import { writeCii, writeFacturX } from '../../../src/domain/einvoice/writers/cii.ts';
import { buildUblInvoiceWriter, CEN } from '../../../src/domain/einvoice/writers/ubl.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { acceptedDocuments, listAcceptedDocuments } from '../support/accepted-documents.ts';
import { hasEinvoiceFacts, openRules, openSyntaxSchema } from '../support/en16931-judge.ts';

const PROFILE = buildProfile({ iban: 'ES7921000813610123456789', bic: 'BBVAESMMXXX' });
const writeUbl = buildUblInvoiceWriter(CEN);

/** Opens a judge of the UBL and the CII of a document, which returns the rules that they break. */
function openJudge(): (document: InvoiceDocument) => string[] {
  const rules = { ubl: openRules('ubl'), cii: openRules('cii') };
  const schemas = {
    ubl: openSyntaxSchema('ubl'),
    ubl25: openSyntaxSchema('ubl25'),
    cii: openSyntaxSchema('cii'),
    facturX: openSyntaxSchema('factur-x'),
  };
  return (document) => {
    const terms = tryTo(() => buildTerms(document, PROFILE));
    if (terms === null) return [];
    const ubl = writeUbl(terms);
    schemas.ubl.check(ubl);
    schemas.ubl25.check(ubl);
    const cii = tryTo(() => writeCii(terms));
    const facturX = tryTo(() => writeFacturX(terms));
    if (cii !== null) schemas.cii.check(cii);
    if (facturX !== null) schemas.facturX.check(facturX);
    return [...rules.ubl(ubl), ...(facturX === null ? [] : rules.cii(facturX))].map(
      ({ rule, text }) => `${rule} ${text}`,
    );
  };
}

function tryTo<T>(write: () => T): T | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotExpressible) return null;
    throw error;
  }
}

/** The stylesheets are compiled once per clone, which takes half a minute on a busy machine. */
const COMPILING_MS = 240_000;

describe.runIf(hasEinvoiceFacts)('the official rules of EN 16931', () => {
  let judge: ReturnType<typeof openJudge>;
  beforeAll(() => void (judge = openJudge()), COMPILING_MS);

  it('find nothing in the UBL and the CII of accepted invoices of every type, recipient and tax', () => {
    for (const { name, document } of listAcceptedDocuments(97)) {
      const found = judge(document);
      expect([name, ...found, JSON.stringify(found.length > 0 ? document : null)]).toEqual([name, 'null']);
    }
  });

  it('find nothing in the UBL and the CII of random accepted invoices of both versions', () => {
    fc.assert(
      fc.property(acceptedDocuments, (document) => {
        const found = judge(document);
        expect(found.length === 0 ? [] : [...found, JSON.stringify(document)]).toEqual([]);
      }),
      { numRuns: runsOf(120) },
    );
  });
});
