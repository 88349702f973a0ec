import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParkedPdfs } from '../../src/processing/parked-pdfs.ts';
import { renderPdfs } from '../../src/processing/render-pdfs.ts';
import { openLogger } from '../../src/telemetry/logger.ts';
import { buildProfile } from '../pdf/support/build-invoice.ts';
import { openTestRenderer, type TestRenderer } from '../pdf/support/open-test-renderer.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';

describe('a PDF that takes too long', () => {
  let api: TestApi;
  let renderer: TestRenderer;
  beforeAll(async () => {
    [api, renderer] = await Promise.all([openTestApi(), openTestRenderer({ printTimeLimitMs: 2500 })]);
  });
  afterAll(async () => {
    await renderer[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });

  it('is parked, ever longer, and holds up no other', async () => {
    const organization = await api.createOrganization();
    // A word of eight million letters where none is expected.
    await api.database.pool.query(
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'A12345674', $2)`,
      [organization.id, buildProfile({ website: 'w'.repeat(8_000_000) })],
    );
    const batchId = await issueBatch(api, organization, 3, 'PARK', (index) => ({
      issuer_nif: index === 1 ? 'A12345674' : 'B12345674',
    }));
    const parked = openParkedPdfs();
    let now = api.clock.now;
    const render = () =>
      renderPdfs(
        {
          pool: api.database.pool,
          renderer,
          parked,
          logger: openLogger({ level: 'silent', process: 'test' }),
          now: () => now,
        },
        { organizationId: organization.id, batchId, from: 0, to: 15 },
      );
    const timeouts = () =>
      renderer.events.filter((event) => event.type === 'browser_ended' && event.reason === 'timed_out')
        .length;
    const stored = async () => {
      const { rows } = await api.database.pool.query('select from pdfs where issued_invoice_id / 1000 = $1', [
        batchId,
      ]);
      return rows.length;
    };

    await expect(render()).rejects.toThrow('1 of 3 PDFs could not be rendered');
    expect(await stored()).toBe(2);
    expect(parked.size).toBe(1);
    const before = timeouts();
    const failure = await render().catch((error: unknown) => error as AggregateError);
    expect(failure).toBeInstanceOf(AggregateError);
    expect(String((failure as AggregateError).errors[0])).toMatch(/takes too long; parked until \d{4}-/);
    expect(timeouts()).toBe(before);
    now = new Date(now.getTime() + 60_000);
    await expect(render()).rejects.toThrow('1 of 1 PDFs could not be rendered');
    expect(timeouts()).toBe(before + 1);
    const id = batchId * 1000 + 1;
    expect(parked.parkedUntil(id, now)).toEqual(new Date(now.getTime() + 240_000));
    parked.release(id);
    expect(parked.size).toBe(0);
  });
});
