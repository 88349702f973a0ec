import { describe, expect, it } from 'vitest';
import {
  chooseIndex,
  type InvoiceFilter,
  type InvoiceIndex,
} from '../../../src/api/reads/invoices/choose-index.ts';

const NONE: InvoiceFilter = {
  processingStatus: null,
  verifactuState: null,
  externalInvoiceId: null,
  issuerNif: null,
  numberSerie: null,
  issueDateFrom: null,
  issueDateTo: null,
  recipientDocument: null,
  metadata: null,
  updatedSince: null,
};
const GIVEN: InvoiceFilter = {
  processingStatus: 'processed',
  verifactuState: 'accepted',
  externalInvoiceId: 'order-1',
  issuerNif: 'B12345674',
  numberSerie: 'F-1',
  issueDateFrom: '2026-11-01',
  issueDateTo: '2026-11-30',
  recipientDocument: 'A12345674',
  metadata: { key: 'shop', value: 'madrid' },
  updatedSince: new Date(0),
};
const NAMES = Object.keys(NONE) as (keyof InvoiceFilter)[];
const COMBINATIONS = Array.from({ length: 2 ** NAMES.length }, (_none, bits) =>
  NAMES.filter((_name, place) => ((bits >> place) & 1) === 1),
);
const take = (names: readonly (keyof InvoiceFilter)[]): InvoiceFilter => ({
  ...NONE,
  ...Object.fromEntries(names.map((name) => [name, GIVEN[name]])),
});

describe('every combination of filters', () => {
  it('has an index, unless a number or an issue date comes without the issuer and without a filter that finds few invoices', () => {
    for (const names of COMBINATIONS) {
      const has = (...wanted: (keyof InvoiceFilter)[]) => wanted.some((name) => names.includes(name));
      const isRefused =
        has('numberSerie', 'issueDateFrom', 'issueDateTo') &&
        !has('issuerNif', 'externalInvoiceId', 'recipientDocument', 'metadata');
      const found = chooseIndex(take(names));
      expect({ names, isRefused: found === null }).toEqual({ names, isRefused });
    }
  });

  it('uses an index on one of the given filters', () => {
    const filtersOf = {
      externalId: ['externalInvoiceId'],
      number: ['issuerNif', 'numberSerie'],
      recipient: ['recipientDocument'],
      metadata: ['metadata'],
      failed: ['processingStatus'],
      unprocessed: ['processingStatus'],
      answered: ['verifactuState'],
      unanswered: ['verifactuState'],
      updated: ['updatedSince'],
      siiState: ['siiState'],
      spfeState: ['spfeState'],
      issuer: ['issuerNif'],
      newest: [],
    } as const satisfies Record<InvoiceIndex, readonly (keyof InvoiceFilter)[]>;
    const statuses = [null, 'pending', 'processing', 'processed', 'failed'];
    const states = [null, 'remission', 'accepted', 'accepted_with_errors', 'rejected'];
    const wrong: object[] = [];
    for (const names of COMBINATIONS) {
      for (const processingStatus of names.includes('processingStatus') ? statuses : [null]) {
        for (const verifactuState of names.includes('verifactuState') ? states : [null]) {
          const filter = { ...take(names), processingStatus, verifactuState };
          const index = chooseIndex(filter);
          if (index !== null && filtersOf[index].some((name) => filter[name] === null))
            wrong.push({ index, filter });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has an index of its own for the states in SII that few invoices have, and reads the others among the newest', () => {
    const choose = (siiState: string, rest: Partial<InvoiceFilter> = {}) =>
      chooseIndex({ ...NONE, ...rest, siiState });
    for (const state of ['pending', 'sent', 'accepted_with_errors', 'rejected', 'withdrawn'])
      expect(choose(state)).toBe('siiState');
    expect(choose('accepted')).toBe('newest');
    expect(choose('rejected', { externalInvoiceId: 'order-1' })).toBe('externalId');
    expect(choose('rejected', { numberSerie: 'F-1' })).toBeNull();
    expect(chooseIndex({ ...NONE, register: 'sii' })).toBe('newest');
  });

  it('has an index of its own for deliveries to the SPFE that it has not admitted, and for overdue ones', () => {
    expect(chooseIndex({ ...NONE, spfeState: 'rejected' })).toBe('spfeState');
    expect(chooseIndex({ ...NONE, isSpfeOverdue: true })).toBe('spfeState');
    expect(chooseIndex({ ...NONE, spfeState: 'admitted' })).toBe('newest');
    expect(chooseIndex({ ...NONE, spfeState: 'rejected', externalInvoiceId: 'order-1' })).toBe('externalId');
  });
});
