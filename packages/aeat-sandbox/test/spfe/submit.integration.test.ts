import { describe, expect, it } from 'vitest';
import { textsOf } from '../support/sandbox.ts';
import { call, codeOf, openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import {
  BUYER,
  SELLER,
  writeForeignInvoice,
  writeFullInvoice,
  writeInvoice,
} from './support/write-invoice.ts';

describe('the SPFE takes', () => {
  it('an invoice, a full one, one in dollars and a copy, with a CSV and a localizador for each', async () => {
    await using sandbox = await openSpfe();
    const parts = [
      writeInvoice(),
      writeFullInvoice({ number: 'F-2' }),
      writeForeignInvoice({ number: 'F-3' }),
      writeInvoice({ number: 'F-4', isCopy: true }),
    ];
    const { status, headers, text } = await call(sandbox, 'SendInvoiceSOAP', { parts });
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^multipart\/related; type="text\/xml"; start="<root@/),
    ]);
    expect([codeOf(text), ...verdictsOf(text)]).toEqual(['200', 'F-1 200', 'F-2 200', 'F-3 200', 'F-4 200']);
    expect(textsOf(text, 'RefToMessageId')).toEqual(['m-1@test']);
    expect(textsOf(text, 'Action')).toEqual(['SUBMITINVOICE']);
    expect(textsOf(text, 'Note')).toEqual([expect.stringContaining('no es una respuesta de la AEAT')]);
    const book = sandbox.control.spfeBook();
    expect(book.map(({ admission }) => [admission.isCopy, admission.csv.startsWith('SANDBOX-')])).toEqual([
      [false, true],
      [false, true],
      [false, true],
      [true, true],
    ]);
    expect(textsOf(text, 'ReferencedDocumentInternalAddress')).toEqual(
      book.map(({ admission }) => admission.locator),
    );
    const { code } = book[1]!;
    expect(sandbox.control.spfeDocument(code)).toBe(parts[1]);
    expect(sandbox.control.spfeInvariants()).toMatchObject({ ok: true, documents: 4, messages: 1 });
  });

  it('some of the documents of a message, each by its own verdict', async () => {
    await using sandbox = await openSpfe();
    const text = await submit(sandbox, [
      { number: 'F-1', edits: [['>242.00</cbc:PayableAmount>', '>243.00</cbc:PayableAmount>']] },
      { number: 'F-2' },
      { number: 'F-3', seller: BUYER },
    ]);
    expect([codeOf(text), ...verdictsOf(text)]).toEqual(['206', 'F-1 01', 'F-2 200', 'F-3 07']);
    expect(textsOf(text, 'DocumentDescription')[0]).toMatch(/texto del simulador.*BT-115/);
  });

  it('an event of the issuer, and tells it to both parties', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}]);
    const told = await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'SETTLEMENT' }]);
    expect([codeOf(told), ...verdictsOf(told)]).toEqual(['200', 'F-1 200']);
    for (const from of [SELLER, BUYER]) {
      const found = await tell(sandbox, 'GetInvoicesSOAP', [{}, { number: 'F-9' }], from);
      expect([codeOf(found), ...verdictsOf(found)]).toEqual(['206', 'F-1 200', 'F-9 04']);
      expect(textsOf(found, 'ResponseCode')).toEqual(['206', 'SETTLEMENT']);
      expect(textsOf(found, 'UUID')).toEqual([sandbox.control.spfeBook()[0]!.admission.csv]);
      expect(textsOf(found, 'DocumentTypeCode')).toEqual(['original']);
    }
  });
});
