import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buildEvents,
  buildQuestion,
  MOST_EVENTS,
  type SpfeEvent,
} from '../../../../src/domain/spfe/messages/build-message.ts';
import { openSyntaxSchema } from '../../support/en16931-judge.ts';
import { hasEinvoiceFacts, hasSpfeFacts, spfePath } from '../../support/shared-facts.ts';

const ISSUER = { nif: 'B12345674', name: 'Empresa Ejemplo, S.L.' };
const invoiceOf = (number: string, issueDate: string) => ({
  issuerNif: ISSUER.nif,
  issuerName: ISSUER.name,
  number,
  issueDate,
});
const NOTHING = {
  effectiveOn: null,
  dueOn: null,
  isFinanced: false,
  goodsReceivedOn: null,
  invoiceReceivedOn: null,
} as const;
const eventOf = (
  code: SpfeEvent['code'],
  number: string,
  issueDate: string,
  rest: Partial<SpfeEvent> = {},
): SpfeEvent => ({ ...NOTHING, code, invoice: invoiceOf(number, issueDate), ...rest });

const read = (name: string) =>
  readFileSync(spfePath(`samples/${name}`), 'utf8')
    .replaceAll(/<!--[^]*?-->/g, '')
    .trim()
    .replaceAll(/>\s+</g, '><');

const SETTLEMENTS = [
  eventOf('SETTLEMENT', 'F-2027/0911', '2027-11-08', {
    effectiveOn: '2027-12-01',
    dueOn: '2027-12-20',
    isFinanced: true,
  }),
  eventOf('SETTLEMENT', 'A-2027/0011', '2027-11-01', { effectiveOn: '2027-12-02' }),
];
const WITHDRAWAL = eventOf('CANCELINVOICE', 'F-2027/0899', '2027-11-02', { effectiveOn: '2027-12-04' });
const headOf = (last: string, sentAt: string) => ({
  id: `6b1f2c52-1f0c-4f0e-9c1d-3a6f3f0b9a0${last}`,
  sentAt: new Date(sentAt),
  sender: ISSUER,
});
const HEAD = headOf('1', '2027-12-04T08:00:00+01:00');

describe.runIf(hasSpfeFacts)('a sample message of the public solution', () => {
  it.each([
    ['ar-03-settlement.xml', headOf('3', '2027-12-03T18:30:00+01:00'), SETTLEMENTS],
    ['ar-04-cancelinvoice.xml', headOf('4', '2027-12-04T08:00:00+01:00'), [WITHDRAWAL]],
  ] as const)('is what the engine writes of those events: %s', (file, head, events) => {
    expect(buildEvents(head, events).trim().replaceAll(/>\s+</g, '><')).toBe(read(file));
  });
});

describe.runIf(hasEinvoiceFacts)('a message about invoices', () => {
  it('conforms to the schema of UBL 2.5, whatever its code', () => {
    using schema = openSyntaxSchema('ubl25-response');
    const received = { goodsReceivedOn: '2027-11-10', invoiceReceivedOn: '2027-11-09' };
    const events = [
      ...SETTLEMENTS,
      eventOf('SETTLEMENT', 'F1 & <2>', '2027-11-01', { effectiveOn: '2027-12-02', ...received }),
      eventOf('DEFAULT', 'F2', '2027-11-01', { effectiveOn: '2027-12-02', ...received }),
      eventOf('CANCELSETTLEMENT', 'F3', '2027-11-01'),
      eventOf('CANCELDEFAULT', 'F4', '2027-11-01'),
    ];
    for (const message of [
      buildEvents(HEAD, events),
      buildEvents(HEAD, [WITHDRAWAL]),
      buildQuestion(HEAD, [{ issuerNif: 'B12345674', number: 'F1', issueDate: '2027-11-01' }], 1000),
    ])
      expect(() => schema.check(message)).not.toThrow();
  });
});

describe('a message about invoices', () => {
  it('names no invoice twice, and at least one', () => {
    expect(() => buildEvents(HEAD, [WITHDRAWAL, WITHDRAWAL])).toThrow(/no invoice twice/);
    expect(() => buildEvents(HEAD, [])).toThrow(/1 to 100/);
    const many = Array.from({ length: MOST_EVENTS + 1 }, (_each, at) =>
      eventOf('CANCELDEFAULT', `F${at}`, '2027-11-01'),
    );
    expect(() => buildEvents(HEAD, many)).toThrow(/1 to 100/);
    expect(() => buildEvents(HEAD, many.slice(1))).not.toThrow();
  });

  it('takes invoices of one number and different dates or issuers for different ones', () => {
    const of = (issuerNif: string, issueDate: string) => ({ issuerNif, issueDate, number: '1' });
    expect(() =>
      buildQuestion(
        HEAD,
        [of('B12345674', '2027-11-01'), of('B12345674', '2027-11-02'), of('A12345674', '2027-11-01')],
        1000,
      ),
    ).not.toThrow();
  });

  it.each([
    ['a withdrawal without its day', eventOf('CANCELINVOICE', 'F1', '2027-11-01')],
    [
      'a cancellation with a day',
      eventOf('CANCELDEFAULT', 'F1', '2027-11-01', { effectiveOn: '2027-12-01' }),
    ],
    [
      'a default with a due date beside its own day',
      eventOf('DEFAULT', 'F1', '2027-11-01', { effectiveOn: '2027-12-01', dueOn: '2027-12-01' }),
    ],
    [
      'a withdrawal that is financed',
      eventOf('CANCELINVOICE', 'F1', '2027-11-01', { effectiveOn: '2027-12-01', isFinanced: true }),
    ],
    [
      'a withdrawal with a reception',
      eventOf('CANCELINVOICE', 'F1', '2027-11-01', {
        effectiveOn: '2027-12-01',
        invoiceReceivedOn: '2027-12-01',
      }),
    ],
  ])('refuses %s', (_what, event) => {
    expect(() => buildEvents(HEAD, [event])).toThrow(/against Annexes I and II/);
  });
});
