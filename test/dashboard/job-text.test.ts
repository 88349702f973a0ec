import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameJob, showData } from '#src/dashboard/job-text.ts';
import { JOBS } from '#src/platform/jobs/catalog.ts';

const PAYLOADS = {
  'process-batch': { organizationId: 3, batchId: 17, invoices: 1000, work: 1000 },
  'render-pdfs': { organizationId: 3, batchId: 17, from: 0, to: 99 },
  'render-long-pdf': { organizationId: 3, batchId: 17, position: 4 },
  'render-slow-pdf': { organizationId: 3, batchId: 17, position: 4 },
  'render-preview': { organizationId: 3, previewId: 17 },
  'remit-records': { organizationId: 3, chainId: 17, records: 40, isFull: false },
  'send-sii-entries': { organizationId: 3, chainId: 17, slot: 0, entries: 40 },
  'deliver-to-spfe': { organizationId: 3, chainId: 17, slot: 0, deliveries: 40 },
  'sign-facturae': { organizationId: 3, issuedInvoiceId: 17 },
  'compare-sii-book': { organizationId: 3, comparisonId: 17 },
  'draft-sii-backlog': { organizationId: 3, backlogId: 17 },
  'ask-census': { organizationId: 3 },
  'deliver-webhooks': { organizationId: 3, endpointId: 17 },
} satisfies Record<keyof typeof JOBS, object>;

describe('the name of a job', () => {
  it('contains the row, the amount of work and the organization', () => {
    expect(nameJob({ name: 'process-batch', data: PAYLOADS['process-batch'] })).toBe(
      'batch 17 · 1000 invoices · organization 3',
    );
    expect(nameJob({ name: 'render-pdfs', data: PAYLOADS['render-pdfs'] })).toBe(
      'batch 17 · PDFs 0 to 99 · organization 3',
    );
    expect(nameJob({ name: 'render-long-pdf', data: PAYLOADS['render-long-pdf'] })).toBe(
      'batch 17 · long PDF 4 · organization 3',
    );
    expect(nameJob({ name: 'render-slow-pdf', data: PAYLOADS['render-slow-pdf'] })).toBe(
      'batch 17 · slow PDF 4 · organization 3',
    );
    expect(nameJob({ name: 'render-preview', data: PAYLOADS['render-preview'] })).toBe(
      'preview 17 · organization 3',
    );
    expect(nameJob({ name: 'remit-records', data: PAYLOADS['remit-records'] })).toBe(
      'chain 17 · 40 records · organization 3',
    );
    expect(nameJob({ name: 'remit-records', data: { ...PAYLOADS['remit-records'], records: 0 } })).toBe(
      'chain 17 · comparison with AEAT · organization 3',
    );
    expect(nameJob({ name: 'sign-facturae', data: PAYLOADS['sign-facturae'] })).toBe(
      'Facturae of invoice 17 · organization 3',
    );
    const ofBatch = { organizationId: 3, issuedInvoiceId: 17_000, lastInvoiceId: 17_999 };
    expect(nameJob({ name: 'sign-facturae', data: ofBatch })).toBe('Facturae of batch 17 · organization 3');
    expect(nameJob({ name: 'deliver-webhooks', data: PAYLOADS['deliver-webhooks'] })).toBe(
      'webhook endpoint 17 · organization 3',
    );
  });

  it.each(Object.keys(JOBS))('contains the row and the organization for %s', (name) => {
    const text = nameJob({ name, data: PAYLOADS[name as keyof typeof PAYLOADS] });
    expect(text).toMatch(/((backlog|batch|chain|comparison|endpoint|invoice|preview) 17|^census)/);
    expect(text).toContain('organization 3');
  });

  it('is the plain name if the payload does not match the job', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(JOBS), 'other'), fc.jsonValue(), (name, data) => {
        expect(nameJob({ name, data })).toBe(name);
      }),
    );
  });
});

describe('the data of a job', () => {
  it.each(Object.entries(PAYLOADS))('are shown completely for %s', (_name, payload) => {
    expect(showData(payload)).toEqual(payload);
  });

  it('are shown without any text [B31]', () => {
    const marked = fc.jsonValue().map((value) => mark(value));
    fc.assert(
      fc.property(marked, (data) => {
        expect(JSON.stringify(showData(data))).not.toContain('PRIVATE');
      }),
    );
  });
});

/* Makes every text of a JSON value recognizable. */
function mark(value: unknown): unknown {
  if (typeof value === 'string') return `PRIVATE ${value}`;
  if (Array.isArray(value)) return value.map(mark);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, mark(inner)]));
}
