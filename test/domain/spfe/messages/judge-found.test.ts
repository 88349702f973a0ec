import { describe, expect, it } from 'vitest';
import type { SpfeMessageKind } from '../../../../src/contracts/spfe.ts';
import type { FoundDocument, FoundEvent } from '../../../../src/domain/spfe/messages/document-status.ts';
import {
  judgeFoundDocument,
  judgeFoundEvent,
  type ToldEvent,
} from '../../../../src/domain/spfe/messages/judge-found.ts';

const NO_DATES = { effectiveOn: null, dueOn: null, goodsReceivedOn: null, invoiceReceivedOn: null };
const eventOf = (code: string, effectiveOn: string | null = null): FoundEvent => ({
  ...NO_DATES,
  code,
  effectiveOn,
  reason: null,
  isFinanced: false,
  isCorrected: false,
  isNegative: false,
});
const shown = (change: Partial<FoundDocument> = {}): FoundDocument => ({
  issuerNif: 'B12345674',
  number: '1',
  issueDate: '2027-11-22',
  status: '200',
  text: null,
  localizador: 'L',
  kind: 'original',
  csv: 'CSV-2',
  events: [],
  ...change,
});
const WITHDRAWN = { status: 'SPFE-GEN-09' };
const UNKNOWN = { status: 'SPFE-GEN-04', csv: null, kind: null };

describe('a document that may have arrived', () => {
  const judge = (change: Partial<FoundDocument>, formerCsv: string | null = null) =>
    judgeFoundDocument({ isCopy: false, formerCsv }, [shown(change)]).kind;

  it('is there, unknown, withdrawn by somebody else, or of the other kind', () => {
    expect([judge({}), judge(UNKNOWN), judge(WITHDRAWN), judge({ kind: 'copy' })]).toEqual([
      'there',
      'missing',
      'differs',
      'differs',
    ]);
  });

  it('is missing while the SPFE shows the older version, valid or withdrawn', () => {
    const older = { kind: 'copy', csv: 'CSV-1' } as const;
    expect([judge(older, 'CSV-1'), judge({ ...older, ...WITHDRAWN }, 'CSV-1')]).toEqual([
      'missing',
      'missing',
    ]);
    expect(judge({ kind: 'copy', csv: 'CSV-3' }, 'CSV-1')).toBe('differs');
  });
});

describe('a message that may have arrived', () => {
  const judge = (
    kind: SpfeMessageKind,
    change: Partial<FoundDocument>,
    told: Partial<ToldEvent> & { readonly acceptedBefore?: number } = {},
  ) =>
    judgeFoundEvent(
      { ...NO_DATES, kind, isFinanced: false, admittedCsv: 'CSV-2', acceptedBefore: 0, ...told },
      [shown(change)],
    );
  const settled = eventOf('SETTLEMENT', '2027-11-30');
  const told = { effectiveOn: '2027-11-30' };

  it('is there if the SPFE has more events of its kind than it accepted before', () => {
    const again = [settled, eventOf('CANCELSETTLEMENT'), settled];
    expect(judge('SETTLEMENT', { events: [settled] }, told).kind).toBe('there');
    expect(judge('SETTLEMENT', { events: again }, { ...told, acceptedBefore: 1 }).kind).toBe('there');
  });

  it('is missing if the SPFE shows only earlier events, whatever the last one is', () => {
    for (const events of [[settled], [settled, eventOf('CANCELSETTLEMENT')]])
      for (const effectiveOn of ['2027-11-30', '2027-12-01'])
        expect(judge('SETTLEMENT', { events }, { effectiveOn, acceptedBefore: 1 })).toEqual({
          kind: 'missing',
        });
  });

  it('differs if the additional event has other dates', () => {
    expect(judge('SETTLEMENT', { events: [settled] }, { effectiveOn: '2027-12-01' }).kind).toBe('differs');
  });

  it('is not yet refused if the SPFE does not show its invoice, or another document', () => {
    for (const change of [UNKNOWN, { csv: 'CSV-1' }])
      expect(judge('SETTLEMENT', change, told)).toMatchObject({
        kind: 'settles',
        verdict: { kind: 'differs' },
      });
  });

  it('withdraws the admitted document and no other', () => {
    expect(judge('CANCELINVOICE', WITHDRAWN).kind).toBe('there');
    expect(judge('CANCELINVOICE', {}).kind).toBe('missing');
    // An older version that the SPFE still shows as withdrawn; or a document of somebody else, for which ours must have made place.
    for (const change of [{ ...WITHDRAWN, csv: 'CSV-1' }, { csv: 'CSV-3' }])
      expect(judge('CANCELINVOICE', change)).toMatchObject({ kind: 'settles', verdict: { kind: 'there' } });
  });
});
