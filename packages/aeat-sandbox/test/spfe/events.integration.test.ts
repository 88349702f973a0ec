import { describe, expect, it } from 'vitest';
import type { SpfeServiceName } from '../../src/spfe/wire/service-actions.ts';
import { textsOf } from '../support/sandbox.ts';
import { codeOf, openSpfe, submit, tell, verdictsOf } from './support/spfe-sandbox.ts';
import { BUYER, DAY, NOW, SELLER } from './support/write-invoice.ts';
import { dated, type Named } from './support/write-message.ts';

const CODE = { nif: SELLER, number: 'F-1', date: DAY };
const REASON = '<cbc:ConditionCode>01</cbc:ConditionCode>';
const FINANCING = '<cac:Condition><cbc:AttributeID>FinancingArrangement</cbc:AttributeID></cac:Condition>';
const reason = (text: string) => `<cbc:StatusReason>${text}</cbc:StatusReason>`;
const DUE = dated('DueDate', '2027-12-30');

const SIDES: Readonly<Record<'supplier' | 'customer', [name: SpfeServiceName, from: string]>> = {
  supplier: ['SupplierInvoiceEventsSOAP', SELLER],
  customer: ['CustomerInvoiceEventsSOAP', BUYER],
};

/** The events of one side in order, and what each is answered. */
const SEQUENCES: readonly [side: keyof typeof SIDES, names: string, verdicts: string][] = [
  ['supplier', 'SETTLEMENT SETTLEMENT', '200 10'],
  ['supplier', 'SETTLEMENT CANCELSETTLEMENT SETTLEMENT', '200 200 200'],
  ['supplier', 'CANCELSETTLEMENT', '11'],
  ['supplier', 'SETTLEMENT CANCELSETTLEMENT CANCELSETTLEMENT', '200 200 11'],
  ['supplier', 'DEFAULT SETTLEMENT CANCELDEFAULT CANCELSETTLEMENT', '200 200 200 200'],
  ['supplier', 'SETTLEMENT CANCELDEFAULT', '200 11'],
  ['customer', 'PAYMENT PAYMENT', '200 10'],
  ['customer', 'REJECTION CANCELREJECTION PAYMENT', '200 200 200'],
  ['customer', 'CANCELPAYMENT', '11'],
  ['customer', 'PAYMENT CANCELPAYMENT CANCELREJECTION', '200 200 11'],
];
const bodyOf = (name: string): Named => (name === 'REJECTION' ? { name, statuses: [REASON] } : { name });

describe('an event of an invoice', () => {
  it.each(SEQUENCES)('of the %s: %s is answered %s', async (side, names, verdicts) => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}]);
    const [service, from] = SIDES[side];
    const found: string[] = [];
    for (const name of names.split(' '))
      found.push(verdictsOf(await tell(sandbox, service, [bodyOf(name)], from))[0]!.slice(4));
    expect(found.join(' ')).toBe(verdicts);
  });

  it('may be reported twice if the setting says so', async () => {
    await using sandbox = await openSpfe({ settings: { spfeRepeatedEvents: 'accept' } });
    await submit(sandbox, [{}]);
    for (let time = 0; time < 2; time += 1)
      expect(verdictsOf(await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'DEFAULT' }]))).toEqual([
        'F-1 200',
      ]);
  });

  it.each<[string, string, string, Named, string]>([
    [
      'SETTLEMENT',
      'with all that it may say',
      SELLER,
      { statuses: [DUE, dated('ShipmentDate', DAY), dated('ReceptionDate', DAY), FINANCING] },
      '200',
    ],
    [
      'PAYMENT',
      'with all that it may say',
      BUYER,
      { statuses: [DUE, reason('CorrectedInvoice'), reason('NegativeAmountInvoice')] },
      '200',
    ],
    [
      'DEFAULT',
      'with the dates of goods and invoice',
      SELLER,
      { statuses: [dated('ShipmentDate', DAY), dated('ReceptionDate', DAY)] },
      '200',
    ],
    ['REJECTION', 'for a reason', BUYER, { statuses: [REASON] }, '200'],
    ['SETTLEMENT', 'without its day', SELLER, { effectiveDate: null }, '01'],
    ['CANCELSETTLEMENT', 'with a day', SELLER, { effectiveDate: DAY }, '01'],
    ['CANCELSETTLEMENT', 'with a due date', SELLER, { statuses: [DUE] }, '01'],
    ['DEFAULT', 'with a due date', SELLER, { statuses: [DUE] }, '01'],
    ['DEFAULT', 'with a financing', SELLER, { statuses: [FINANCING] }, '01'],
    ['SETTLEMENT', 'with a mark of the recipient', SELLER, { statuses: [reason('CorrectedInvoice')] }, '01'],
    ['SETTLEMENT', 'with a date twice', SELLER, { statuses: [DUE, DUE] }, '01'],
    ['SETTLEMENT', 'with another date', SELLER, { statuses: [dated('PayDate', DAY)] }, '01'],
    [
      'SETTLEMENT',
      'with two things in one status',
      SELLER,
      { statuses: [DUE + '<cac:Condition><cbc:AttributeID>ReceptionDate</cbc:AttributeID></cac:Condition>'] },
      'SPFE-FAULT-02',
    ],
    ['SETTLEMENT', 'without the name of the issuer', SELLER, { hasName: false }, '01'],
    ['PAYMENT', 'without a due date', BUYER, { statuses: [] }, '01'],
    ['REJECTION', 'without a reason', BUYER, {}, '01'],
    [
      'REJECTION',
      'for another reason',
      BUYER,
      { statuses: ['<cbc:ConditionCode>03</cbc:ConditionCode>'] },
      '01',
    ],
    ['ACCEPTANCE', 'that Annex II lacks', SELLER, {}, '01'],
    ['SETTLEMENT', 'of an unknown invoice', SELLER, { number: 'F-9' }, '04'],
    ['SETTLEMENT', 'of the recipient', BUYER, {}, '13'],
  ])('%s %s by %s', async (name, _what, from, named, verdict) => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}]);
    const isOfRecipient = ['PAYMENT', 'REJECTION'].includes(name);
    const service = isOfRecipient ? 'CustomerInvoiceEventsSOAP' : 'SupplierInvoiceEventsSOAP';
    const [found] = verdictsOf(await tell(sandbox, service, [{ name, ...named }], from));
    expect(found!.replace(/^F-\d /, '')).toBe(verdict);
  });

  it('of a withdrawn invoice is refused', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}]);
    await tell(sandbox, 'CancelInvoiceSOAP', [{ name: 'CANCELINVOICE' }]);
    expect(verdictsOf(await tell(sandbox, 'SupplierInvoiceEventsSOAP', [{ name: 'DEFAULT' }]))).toEqual([
      'F-1 09',
    ]);
  });

  it.each<[SpfeServiceName, string]>([
    ['SupplierInvoiceEventsSOAP', 'PAYMENT'],
    ['CustomerInvoiceEventsSOAP', 'SETTLEMENT'],
    ['SupplierInvoiceEventsSOAP', 'CANCELINVOICE'],
    ['CancelInvoiceSOAP', 'SETTLEMENT'],
  ])('is refused with its whole message if %s gets %s', async (service, name) => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}, { number: 'F-2' }]);
    const own = service === 'CancelInvoiceSOAP' ? 'CANCELINVOICE' : 'CANCELDEFAULT';
    const text = await tell(sandbox, service, [{ name: own }, { name, number: 'F-2' }]);
    expect([codeOf(text), ...verdictsOf(text)]).toEqual(['400', 'F-1 13', 'F-2 13']);
    expect(sandbox.control.spfeBook().flatMap(({ since }) => since)).toEqual([]);
  });

  it('stands once for each invoice of a message', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}, { number: 'F-2' }]);
    const events = [{ name: 'SETTLEMENT' }, { name: 'DEFAULT' }, { name: 'DEFAULT', number: 'F-2' }];
    const text = await tell(sandbox, 'SupplierInvoiceEventsSOAP', events);
    expect([codeOf(text), ...verdictsOf(text)]).toEqual(['206', 'F-1 12', 'F-1 12', 'F-2 200']);
  });
});

describe('the simulated recipient', () => {
  it('reports at any time and in any order what both parties then read', async () => {
    let now = NOW;
    await using sandbox = await openSpfe({ now: () => now });
    await submit(sandbox, [{}]);
    sandbox.control.addSpfeEvents([
      { ...CODE, name: 'CANCELREJECTION' },
      {
        ...CODE,
        name: 'PAYMENT',
        effectiveDate: '2027-12-29',
        dueDate: '2027-12-30',
        isCorrected: true,
        at: '2027-12-30T09:00:00+01:00',
      },
      {
        ...CODE,
        name: 'REJECTION',
        effectiveDate: '2027-12-01',
        conditionCode: '02',
        at: '2027-12-01T09:00:00+01:00',
      },
    ]);
    const events = async () => textsOf(await tell(sandbox, 'GetInvoicesSOAP', [{}]), 'ResponseCode').slice(1);
    expect(await events()).toEqual(['CANCELREJECTION']);
    now = Date.parse('2027-12-02T00:00:00+01:00');
    expect(await events()).toEqual(['CANCELREJECTION', 'REJECTION']);
    now = Date.parse('2028-01-02T00:00:00+01:00');
    const text = await tell(sandbox, 'GetInvoicesSOAP', [{}]);
    expect(textsOf(text, 'ResponseCode')).toEqual(['200', 'CANCELREJECTION', 'REJECTION', 'PAYMENT']);
    expect(text).toContain(
      '<cbc:EffectiveDate>2027-12-29</cbc:EffectiveDate><cac:Status><cbc:ReferenceDate>2027-12-30</cbc:ReferenceDate><cac:Condition><cbc:AttributeID>DueDate</cbc:AttributeID></cac:Condition></cac:Status>' +
        '<cac:Status><cbc:StatusReason>CorrectedInvoice</cbc:StatusReason></cac:Status></cac:Response>',
    );
    expect(text).toContain('<cbc:ConditionCode>02</cbc:ConditionCode>');
  });

  it('is reached by the control endpoint, which names what it cannot read', async () => {
    await using sandbox = await openSpfe();
    await submit(sandbox, [{}]);
    const post = async (body: unknown) => {
      const answer = await fetch(`${sandbox.url}/control/spfe/events`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return [answer.status, JSON.stringify(await answer.json())];
    };
    const payment = { ...CODE, name: 'PAYMENT', effectiveDate: DAY, dueDate: DAY };
    expect(await post([payment, { ...CODE, name: 'CANCELPAYMENT' }])).toEqual([200, '{"entered":2}']);
    expect(await post({ ...payment, number: 'F-9' })).toEqual([400, expect.stringContaining('F-9')]);
    expect(await post({ ...payment, name: 'QUERY' })).toEqual([400, expect.stringContaining('name')]);
    expect(await post({ ...payment, dueDate: '2027-02-30' })).toEqual([400, expect.stringContaining('day')]);
    expect(await post({ ...payment, at: 'noon' })).toEqual([400, expect.stringContaining('noon')]);
    expect(sandbox.control.spfeBook()[0]!.since.map((change) => change.kind)).toEqual(['event', 'event']);
  });
});
