import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { measureWork } from '#src/monitor/measure-work.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { listSpfeFaults } from '#src/monitor/statements/spfe.ts';
import { NO_QUEUE_SNAPSHOT } from '#src/platform/jobs/queue-snapshot.ts';
import { renewProcess } from '#src/platform/process/processes.ts';
import { openPool, type PoolOwner, withTransaction } from '../../src/platform/postgres/database.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { createMetrics } from '../support/metrics.ts';
import { type DeliveryChanges, storeInState } from '../support/spfe-rows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ISSUER = 'B12345674';

/** The statements about deliveries to the SPFE that the operations page, the terminal and the metrics share. */
describe('the overview of the SPFE', () => {
  let api: TestApi;
  let dashboard: PoolOwner;
  let organization: TestOrganization;
  let first: number;
  beforeAll(async () => {
    api = await openTestApi();
    dashboard = openPool({
      url: api.database.urlOf('dashboard'),
      applicationName: 'test',
      role: 'dashboard',
    });
    organization = await api.createOrganization();
    first = (await issueBatch(api, organization, 4, 'SPFE')) * 1000;
    const settings = { spfe: { shown: 'sandbox', key: null } };
    await renewProcess(api.workers.pool, crypto.randomUUID(), {
      role: 'worker',
      host: 'app1',
      pid: 1,
      version: '1.1.0',
      settings,
    });
  });
  afterAll(async () => {
    await dashboard[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });
  beforeEach(() =>
    withTransaction(api.database.pool, async (client) => {
      await client.query('set local session_replication_role = replica');
      for (const table of [
        'deliveries',
        'versions',
        'messages',
        'issuers',
        'differences',
        'outages',
        'recipient_reports',
      ])
        await client.query(`delete from spfe_${table}`);
    }),
  );

  const now = () => api.clock.now;
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const store = (place: number, changes: DeliveryChanges) =>
    storeInState(api.database.pool, first + place, changes);
  /** The findings, as the login of the dashboard finds them. */
  const findings = async () => {
    const overview = await readOverview(dashboard.pool, now());
    const installation = await readInstallation(dashboard.pool);
    const all = judgeOverview({ overview, installation, queues: NO_QUEUE_SNAPSHOT });
    return all.filter(({ id }) => id.startsWith('spfe-')).map(({ urgency, what }) => `${urgency}: ${what}`);
  };
  const measure = async () => {
    const { registry, ...metrics } = createMetrics();
    await measureWork(api.workers, metrics, now());
    const lines = (await registry.metrics())
      .split('\n')
      .filter((line) => /^invoice_engine_spfe_\w+ /.test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const [name = '', value] = line.split(' ');
        return [name.slice('invoice_engine_spfe_'.length), Number(value)];
      }),
    );
  };
  const NOTHING = {
    waiting_deliveries: 0,
    oldest_waiting_age_seconds: 0,
    overdue_deliveries: 0,
    rejected_deliveries: 0,
    halted_issuers: 0,
    differences: 0,
    outage_age_seconds: 0,
  };

  it('follows deliveries from their deadline until a person must act', async () => {
    expect(await measure()).toEqual(NOTHING);
    expect(await findings()).toEqual([]);
    await store(0, { state: 'pending', dueBy: ago(5 * MINUTE) });
    await store(1, { state: 'uncertain', dueBy: ago(20 * MINUTE) });
    await store(2, { state: 'admitted', dueBy: ago(100 * HOUR) });
    await store(3, { state: 'withdrawn', dueBy: ago(100 * HOUR) });
    expect(await measure()).toEqual({ ...NOTHING, waiting_deliveries: 2, oldest_waiting_age_seconds: 1200 });
    expect(await findings()).toEqual(['look: 1 delivery to the SPFE is late by more than 15 minutes']);
    api.clock.now = new Date(now().getTime() + 24 * HOUR);
    expect(await measure()).toMatchObject({ overdue_deliveries: 2 });
    expect(await findings()).toEqual(['act: 2 deliveries to the SPFE are late by more than 24 hours']);
  });

  it('tells of a halted issuer, of failing requests and of an outage', async () => {
    await api.database.pool.query(
      `insert into spfe_issuers (organization_id, issuer_nif, halted_at, halted_reason, must_compare) values ($1, $2, $3, 'SPFE-FAULT-03: x', true)`,
      [organization.id, ISSUER, now()],
    );
    await api.workers.pool.query(
      `insert into spfe_outages (began_at, last_failed_at, attempts) values ($1, $1, 3)`,
      [ago(2 * HOUR)],
    );
    const of = `of organization ${organization.id}`;
    expect(await findings()).toEqual([
      `act: Nothing of issuer ${ISSUER} ${of} is sent to the SPFE; 0 deliveries wait`,
      'look: The SPFE has not answered for 2 h 00 min',
      `look: Issuer ${ISSUER} ${of} is compared with the SPFE before anything is sent; 0 deliveries wait`,
    ]);
    expect(await measure()).toMatchObject({ halted_issuers: 1, outage_age_seconds: 7200 });
  });

  it('groups what a person decides by its cause, without NIFs', async () => {
    const answeredAt = ago(MINUTE);
    await store(0, { state: 'rejected', code: 'SPFE-GEN-03', message: 'NIF B12345674 mal', answeredAt });
    await store(1, { state: 'rejected', code: 'SPFE-GEN-03', message: 'NIF B87654321 mal', answeredAt });
    await store(2, { state: 'blocked', rule: 'SPFE BT-50', message: 'the regime 17 has no key' });
    await store(3, { state: 'unknown', missing: ['is_business'] });
    const of = `of organization ${organization.id}`;
    expect(await findings()).toEqual([
      `act: 1 invoice ${of} cannot be expressed for the SPFE`,
      `act: The SPFE rejected 2 invoices ${of}`,
      `look: Nobody can tell whether 1 invoice ${of} goes to the SPFE`,
    ]);
    const { states } = await listSpfeFaults(dashboard.pool, now(), 10);
    expect(states.map(({ cause, message }) => [cause, message])).toEqual([
      ['SPFE BT-50', 'the regime 17 has no key'],
      ['SPFE-GEN-03', 'NIF # mal'],
      ['is_business', null],
    ]);
    expect(await measure()).toMatchObject({ waiting_deliveries: 0, rejected_deliveries: 2 });
  });

  it('tells of differences, of rejections by recipients, of other dates and of annulled invoices', async () => {
    const { pool } = api.database;
    for (const place of [0, 1, 2, 3]) await store(place, { state: 'admitted' });
    await pool.query(
      `insert into spfe_differences (organization_id, issuer_nif, issue_date, invoice_number, kind, found_at)
       values ($1, $2, '2026-11-20', 'X-1', 'foreign', $3), ($1, $2, '2026-11-20', 'X-2', 'foreign', $3)`,
      [organization.id, ISSUER, now()],
    );
    await pool.query(
      `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, condition, first_seen_at, gone_at)
       values ($1, $2, 'REJECTION', '2026-11-26', '02', $5, null), ($1, $3, 'REJECTION', '2026-11-26', '02', $5, $5),
              ($1, $3, 'PAYMENT', '2026-11-26', null, $5, null), ($1, $4, 'PAYMENT', '2026-11-26', null, $5, null)`,
      [organization.id, first, first + 1, first + 2, now()],
    );
    await withTransaction(pool, async (client) => {
      await client.query('set local session_replication_role = replica');
      await client.query(
        `insert into spfe_messages (organization_id, issuer_nif, issued_invoice_id, kind, effective_on, state, csv, requested_by, requested_at)
         values ($1, $2, $3, 'SETTLEMENT', '2026-11-27', 'accepted', 'x', 'key:1', $5), ($1, $2, $4, 'SETTLEMENT', '2026-11-26', 'accepted', 'x', 'key:1', $5)`,
        [organization.id, ISSUER, first + 1, first + 2, now()],
      );
      await client.query(
        `insert into corrections (organization_id, issued_invoice_id, kind, reason, operator, created_at) values ($1, $2, 'anulacion', 'x', 'x', $3)`,
        [organization.id, first + 3, now()],
      );
    });
    const of = `of organization ${organization.id}`;
    expect(await findings()).toEqual([
      `act: The SPFE has 2 documents of issuer ${ISSUER} ${of} that the engine did not send`,
      `act: Recipients rejected 1 invoice ${of} at the SPFE`,
      `look: 1 invoice ${of} is annulled and still at the SPFE`,
      `look: Recipients reported other dates of 1 invoice ${of} than the issuer`,
    ]);
    expect(await measure()).toMatchObject({ differences: 2 });
  });

  it('asks for a decision about issuers of whom nobody decided, when the duty has begun for them', async () => {
    const on = async (day: string) =>
      (await listSpfeFaults(dashboard.pool, new Date(`${day}T12:00:00Z`), 10)).undecided;
    const found = [{ organizationId: organization.id, issuerNif: ISSUER }];
    const change = (sql: string, values: unknown[] = []) =>
      withTransaction(api.database.pool, async (client) => {
        await client.query('set local session_replication_role = replica');
        await client.query(sql, values);
      });
    expect(await on('2028-10-06')).toEqual([]);
    await change(`update chains set last_issue_date = '2027-10-06' where issuer_nif = $1`, [ISSUER]);
    expect(await on('2027-10-06')).toEqual([]);
    await change(
      `insert into sii_entries (issued_invoice_id, organization_id, issuer_nif, fiscal_year, period, invoice_number, issue_date, state, kind, version, created_at)
       select id, organization_id, issuer_nif, 2027, '10', invoice_number, '2027-10-06', 'pending', 'A0', 1, now() from issued_invoices where id = $1`,
      [first],
    );
    expect(await on('2027-10-05')).toEqual([]);
    expect(await on('2027-10-06')).toEqual(found);
    await change('delete from sii_entries');
    await change(`update chains set last_issue_date = '2028-10-06' where issuer_nif = $1`, [ISSUER]);
    expect(await on('2028-10-06')).toEqual(found);
  });
});
