import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API_VERSIONS } from '../../src/contracts/codes.ts';
import { buildBatch } from '../../ops/lab/bench/product/build-batch.ts';
import type { LoadedData } from '../../ops/lab/bench/product/load-kinds.ts';
import { ROUTE_LOADS } from '../../ops/lab/bench/product/route-loads.ts';
import { listOperations, loadsOf } from '../../ops/lab/bench/product/route-operations.ts';

const DOCUMENTS = { 1: 'openapi.json', 2: 'openapi-v2.json' } as const;
/** The operations of the OpenAPI documents, which another test compares with the application. */
const OPERATIONS = API_VERSIONS.flatMap((version) => {
  const file = path.resolve(import.meta.dirname, '../../src/contracts', DOCUMENTS[version]);
  return listOperations(version, JSON.parse(readFileSync(file, 'utf8')) as never);
});
const body = buildBatch(1, 'A');
const DATA: LoadedData = {
  batchId: 7,
  invoices: 2,
  longBatchId: 8,
  longInvoices: 2,
  annulledBatchId: 9,
  annulledInvoices: 2,
  endpointId: 1,
  bodies: { single: body, valid: body, blank: body, long: body },
  externalId: 'x',
  lostAuthorization: 'Bearer x',
};

describe('the loads by which one organization could slow down another', () => {
  it.each(OPERATIONS)('exist for $method $path, and go to it', (operation) => {
    const loads = loadsOf(operation, DATA);
    expect(loads.length).toBeGreaterThan(0);
    expect(new Set(loads.map(({ kind }) => kind)).size).toBe(loads.length);
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?.*)?$`);
    for (const { requests } of loads)
      for (const request of requests)
        expect([request.method, `/api${request.path}`]).toEqual([
          operation.method,
          expect.stringMatching(pattern),
        ]);
  });

  it('are of no other operation', () => {
    expect([...ROUTE_LOADS.keys()].toSorted()).toEqual(
      [...new Set(OPERATIONS.map(({ operationId }) => operationId))].toSorted(),
    );
  });

  it('are reported as missing for a new operation', () => {
    const added = { version: 1, operationId: 'newOperation', method: 'GET', path: '/api/v1/new' } as const;
    expect(() => loadsOf(added, DATA)).toThrow('GET /api/v1/new (newOperation) has no load');
  });
});
