import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBody } from '../../../src/accept/check-body.ts';
import { findExcess } from '../../../src/accept/find-excess.ts';
import { MAX_DELIVERY_NOTES, MAX_METADATA } from '../../../src/contracts/limits.ts';
import { pointerOf, type RefusedMember } from '../../../src/contracts/v2/details.ts';
import { FLAT_RULES, FULL_RULES } from '../../../src/domain/reading/request-rules.ts';
import type { Text } from '../../../src/contracts/messages/texts.ts';

const batch = (...invoices: unknown[]) => ({ invoice_batch: { invoices } });

/** Returns what the check says about an invoice: path → message; null if it is accepted. */
function faultsOf(body: unknown): Record<string, string> | null {
  const checked = checkBody(body, FULL_RULES);
  if (checked.kind === 'checked') return null;
  return Object.fromEntries(checked.members!.map(({ path, message }) => [path, message.en]));
}

const INVOICE = 'invoice_batch.invoices[0]';
const DECIMAL = 'must be a number or a decimal string';

describe('the shape of a body of version 2', () => {
  it('takes a decimal as a number and as a string at every place', () => {
    for (const value of [1.5, '1.50', null])
      expect(
        faultsOf(
          batch({
            total: value,
            exchange_rate: value,
            lines: [{ units: value, unit_price: value, margin: value, allowances: [{ amount: value }] }],
            charges: [{ percent: value, tax_rate: value }],
            payment: { due: [{ amount: value }] },
            rectification: { rectified_base: value },
          }),
        ),
      ).toBeNull();
  });

  it.each<[invoice: unknown, faults: Record<string, string>]>([
    [{ total: true }, { '/total': `total ${DECIMAL}` }],
    [{ lines: [{}, { units: [] }] }, { '/lines/1/units': `lines[1].units ${DECIMAL}` }],
    [{ payment: { due: [{ amount: {} }] } }, { '/payment/due/0/amount': `payment.due[0].amount ${DECIMAL}` }],
    [{ rectification: 5 }, { '/rectification': 'rectification must be an object' }],
    [
      { rectification: { invoices: [{ issued_invoice_id: '5', more: 1 }] } },
      {
        '/rectification/invoices/0/more': 'rectification.invoices[0].more is not allowed',
        '/rectification/invoices/0/issued_invoice_id':
          'rectification.invoices[0].issued_invoice_id must be an integer',
      },
    ],
    [{ recipients: [{ dir3: { x: 1 } }] }, { '/recipients/0/dir3/x': 'recipients[0].dir3.x is not allowed' }],
    [
      { delivery_note_references: ['a', 5] },
      { '/delivery_note_references/1': 'delivery_note_references[1] must be a string' },
    ],
    [{ metadata: { 'a/b~c': 5 } }, { '/metadata/a~1b~0c': 'metadata["a/b~c"] must be a string' }],
    [{ metadata: { 'a\nb': 5 } }, { '/metadata/a\nb': 'metadata["a\\nb"] must be a string' }],
    [{ metadata: [] }, { '/metadata': 'metadata must be an object' }],
  ])('names the members of %j with their pointers', (invoice, faults) => {
    const wanted = Object.entries(faults).map(([path, message]) => [
      `/invoice_batch/invoices/0${path}`,
      `${INVOICE}.${message}`,
    ]);
    expect(faultsOf(batch(invoice))).toEqual(Object.fromEntries(wanted));
  });

  it('names a fault of the batch itself', () => {
    expect(faultsOf({})).toEqual({ '/invoice_batch': 'invoice_batch is required' });
    expect(faultsOf(5)).toEqual({ '': 'Body must be an object' });
    expect(faultsOf(batch())).toEqual({
      '/invoice_batch/invoices': 'Batch must contain at least 1 invoice',
    });
    expect(faultsOf({ invoice_batch: { external_batch_id: 'x'.repeat(256), invoices: [{}] } })).toEqual({
      '/invoice_batch/external_batch_id': 'invoice_batch.external_batch_id must have at most 255 characters',
    });
  });

  it('lists the first 20 faults, while the message names three of them', () => {
    const checked = checkBody(batch(...Array.from({ length: 50 }, () => ({ total: true }))), FULL_RULES);
    const { message, members } = checked as { message: Text; members: readonly RefusedMember[] };
    expect(members).toHaveLength(20);
    expect(message.en.split('; ')).toEqual([
      ...members.slice(0, 3).map((member) => member.message.en),
      'and more',
    ]);
  });
});

describe('the examination of large bodies of version 2', () => {
  const write = (invoice: unknown, count: number) =>
    Buffer.from(JSON.stringify(batch(...Array.from({ length: count }, () => invoice))));

  it('permits metadata and delivery notes up to their limits in every invoice', () => {
    const invoice = {
      metadata: Object.fromEntries(Array.from({ length: MAX_METADATA }, (_, at) => [`key ${at}`, 'x'])),
      delivery_note_references: Array.from({ length: MAX_DELIVERY_NOTES }, () => 'x'),
    };
    expect(findExcess(write(invoice, 1000), FULL_RULES)).toBeNull();
    expect(findExcess(write(invoice, 1000), FLAT_RULES)).not.toBeNull();
  });

  it('refuses many unknown members and many items that are not objects', () => {
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`unknown ${at}`, 1]));
    expect(findExcess(write(unknown, 1000), FULL_RULES)).toMatchObject({ error: 'many_unknown_members' });
    expect(
      findExcess(write({ lines: Array.from({ length: 500 }, () => 1) }, 1000), FULL_RULES),
    ).toMatchObject({
      error: 'many_wrong_items',
    });
  });
});

describe('a JSON pointer', () => {
  it('leads to the member that a path names, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(99).map(String), fc.string({ minLength: 1 })), { minLength: 1 }),
        (steps) => {
          const path = steps.reduce(
            (place, step) =>
              /^\d+$/.test(step)
                ? `${place}[${step}]`
                : /^[A-Za-z_]\w*$/.test(step)
                  ? `${place}${place && '.'}${step}`
                  : `${place}[${JSON.stringify(step)}]`,
            '',
          );
          const read = pointerOf(path)
            .split('/')
            .slice(1)
            .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
          expect(read).toEqual(steps);
        },
      ),
    );
    expect(pointerOf('lines[1].tax_rate')).toBe('/lines/1/tax_rate');
  });
});
