import { draftV1, entryOf } from '../../../domain/sii/support/drafts.ts';
import { prepareV1 } from '../../../domain/support/inputs.ts';
import { describe, expect, it } from 'vitest';
import { buildOpeningBatch, buildSampleBatch } from '../../../../ops/local/sample/sample-batch.ts';
import { OPENING_INVOICES, type OpeningName } from '../../../../ops/local/sample/sample-opening.ts';

import { WHOLESALER } from '../../../../ops/local/sample/sample-parties.ts';

const TODAY = '2026-11-20';
const IDS = Object.fromEntries(Object.keys(OPENING_INVOICES).map((name, index) => [name, index + 1]));
const { invoices } = buildSampleBatch(TODAY, IDS as Record<OpeningName, number>).invoice_batch;

function prepare(invoice: (typeof invoices)[number]) {
  return prepareV1(invoice, { organizationName: 'Demo', today: TODAY, inexactNumbers: new Set() });
}
const prepared = invoices.map(prepare);

describe('the sample batch', () => {
  it('has 31 invoices, the last two of which fail', () => {
    expect(prepared.map(({ kind }) => kind)).toEqual([
      ...Array<string>(29).fill('prepared'),
      'refused',
      'refused',
    ]);
  });

  it('has five invoices of its issuer in SII, which become entries', () => {
    const own = invoices.filter(({ issuer_nif: nif }) => nif === WHOLESALER.issuer_nif);
    const types = own.map((invoice) => entryOf(draftV1(invoice)).invoice.type);
    expect(types).toEqual(['F1', 'F1', 'F1', 'F2', 'F1']);
  });

  it('corrects invoices that can be issued', () => {
    const opening = buildOpeningBatch(TODAY).invoice_batch.invoices;
    expect(opening.map(prepare).filter(({ kind }) => kind === 'refused')).toEqual([]);
  });

  it.each(['2026-01-01', '2026-12-31', '2028-02-29'])('can be sent on %s', (today) => {
    const { invoice_batch: batch } = buildSampleBatch(today, IDS as Record<OpeningName, number>);
    const context = { organizationName: 'Demo', today, inexactNumbers: new Set<string>() };
    const issuable = batch.invoices.filter((invoice) => prepareV1(invoice, context).kind === 'prepared');
    expect(issuable).toHaveLength(29);
  });
});
