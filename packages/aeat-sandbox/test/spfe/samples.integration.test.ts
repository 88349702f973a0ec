import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSyntaxSchema } from '../../../../test/domain/support/en16931-judge.ts';
import { hasEinvoiceFacts, hasSpfeFacts, spfePath } from '../../../../test/domain/support/shared-facts.ts';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { findText } from '../../src/xml/element.ts';
import { parseXml } from '../../src/xml/parse-xml.ts';
import { sellerNifOf } from '../../src/spfe/rules/party-rules.ts';
import { textAt } from '../../src/spfe/wire/select.ts';
import type { SpfeServiceName } from '../../src/spfe/wire/service-actions.ts';
import { call, openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import {
  BUYER,
  SELLER,
  writeForeignInvoice,
  writeFullInvoice,
  writeInvoice,
} from './support/write-invoice.ts';
import { dated } from './support/write-message.ts';

const FILES = hasSpfeFacts ? readdirSync(spfePath('samples')).filter((name) => name.endsWith('.xml')) : [];
const read = (name: string) => readFileSync(spfePath(`samples/${name}`), 'utf8');

it.runIf(hasSpfeFacts).each(FILES.filter((name) => /^\d/.test(name)))(
  'the sample %s is taken',
  async (name) => {
    await using sandbox = await openSpfe();
    const xml = read(name);
    const from = sellerNifOf(parseXml(xml))!;
    const { text } = await call(sandbox, 'SendInvoiceSOAP', { parts: [xml], from });
    expect(verdictsOf(text)).toEqual([`${findText(parseXml(xml), 'ID')} 200`]);
  },
);

/** Sends an invoice with the unique code that a sample of a message names. */
async function prepare(sandbox: AeatSandbox, reference: { number: string; date: string; nif: string }) {
  const buyer = reference.nif === SELLER ? BUYER : 'B87654323';
  const draft = { number: reference.number, date: reference.date, seller: reference.nif, buyer };
  expect(verdictsOf(await submit(sandbox, [draft], reference.nif))).toEqual([`${reference.number} 200`]);
}

it.runIf(hasSpfeFacts).each<[string, SpfeServiceName]>([
  ['ar-01-payment.xml', 'CustomerInvoiceEventsSOAP'],
  ['ar-02-rejection.xml', 'CustomerInvoiceEventsSOAP'],
  ['ar-03-settlement.xml', 'SupplierInvoiceEventsSOAP'],
  ['ar-04-cancelinvoice.xml', 'CancelInvoiceSOAP'],
])('the sample %s is taken by %s', async (name, service) => {
  await using sandbox = await openSpfe();
  const root = parseXml(read(name));
  const responses = root.children.filter((child) => child.name === 'DocumentResponse');
  for (const response of responses)
    await prepare(sandbox, {
      number: textAt(response, 'DocumentReference/ID')!,
      date: textAt(response, 'DocumentReference/IssueDate')!,
      nif: textAt(response, 'DocumentReference/IssuerParty/PartyTaxScheme/CompanyID')!,
    });
  const from = textAt(root, 'SenderParty/PartyTaxScheme/CompanyID')!;
  const { text } = await call(sandbox, service, { parts: [read(name)], from });
  expect(verdictsOf(text).map((verdict) => verdict.slice(-4))).toEqual(responses.map(() => ' 200'));
});

it.runIf(hasEinvoiceFacts)(
  'the answers and the test invoices conform to the schemas of UBL 2.5',
  async () => {
    using status = openSyntaxSchema('ubl25-status');
    using invoice = openSyntaxSchema('ubl25');
    for (const xml of [writeInvoice(), writeFullInvoice(), writeForeignInvoice()]) invoice.check(xml);
    await using sandbox = await openSpfe();
    const check = (text: string) => {
      const [xml = ''] = /<\?xml[^>]*>\s*<DocumentStatus.*<\/DocumentStatus>/s.exec(text) ?? [];
      expect(xml).toContain('DocumentStatus');
      status.check(xml);
    };
    const list = async () => {
      const properties = {
        Role: 'supplier',
        RegistrationStartDate: '2027-11-30',
        RegistrationEndDate: '2027-11-30',
      };
      return (await call(sandbox, 'GetRegisteredInvoiceSOAP', { properties })).text;
    };
    check(await list());
    check(await submit(sandbox, [{}, { number: 'F-2', edits: [['>380<', '>381<']] }]));
    check((await call(sandbox, 'SendInvoiceSOAP', { parts: [''] })).text);
    const financing =
      '<cac:Condition><cbc:AttributeID>FinancingArrangement</cbc:AttributeID></cac:Condition>';
    check(
      await tell(sandbox, 'SupplierInvoiceEventsSOAP', [
        { name: 'SETTLEMENT', statuses: [dated('DueDate', '2027-12-01'), financing] },
      ]),
    );
    const reasons = ['CorrectedInvoice', 'NegativeAmountInvoice'].map(
      (reason) => `<cbc:StatusReason>${reason}</cbc:StatusReason>`,
    );
    check(
      await tell(
        sandbox,
        'CustomerInvoiceEventsSOAP',
        [{ name: 'PAYMENT', statuses: [dated('DueDate', '2027-12-01'), ...reasons] }],
        BUYER,
      ),
    );
    check(
      await tell(
        sandbox,
        'CustomerInvoiceEventsSOAP',
        [{ name: 'REJECTION', statuses: ['<cbc:ConditionCode>02</cbc:ConditionCode>'] }],
        BUYER,
      ),
    );
    check(await tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE' }]));
    check(await tell(sandbox, 'GetInvoicesSOAP', [{}, { number: 'F-9' }]));
    check(await list());
  },
);
