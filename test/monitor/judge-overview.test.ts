import { describe, expect, it } from 'vitest';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import type { CertificateTerm } from '#src/monitor/statements/installation.ts';
import type { Eviction } from '#src/platform/jobs/eviction.ts';
import type { Duty } from '#src/platform/jobs/worker-heartbeats.ts';
import type { UnfinishedWork, WorkKind } from '#src/monitor/statements/work.ts';
import type { RemissionSummary } from '#src/operate/chains/remissions.ts';
import { type Changes, chain, DAY, failing, MINUTE, NOW, sight } from './support/overview-state.ts';

const tell = (changes: Changes) =>
  judgeOverview(sight(changes)).map(({ urgency, what }) => `${urgency}: ${what}`);

describe('judgeOverview', () => {
  it('returns nothing if nothing is wrong or nothing is known', () => {
    expect(tell({})).toEqual([]);
    const unknown = {
      sessions: null,
      work: null,
      batches: null,
      failures: null,
      uncorrected: null,
      chains: null,
      load: null,
      paused: null,
    };
    const nothing = {
      migrated: null,
      certificates: null,
      withoutAddress: null,
      sharedIssuers: null,
      promised: null,
    };
    expect(tell({ ...unknown, installation: nothing })).toEqual([]);
  });

  it.each<[string, WorkKind, Partial<UnfinishedWork>, string[]]>([
    ['many batches that progress', 'batch', { oldestAt: NOW - 90 * MINUTE, lastDoneAt: NOW - MINUTE }, []],
    ['batches that have just arrived', 'batch', { oldestAt: NOW - MINUTE, lastDoneAt: NOW - DAY }, []],
    [
      'batches without progress',
      'batch',
      { oldestAt: NOW - 9 * MINUTE },
      ['act: 5 batches wait, and none is issued'],
    ],
    ['PDFs with little delay', 'pdf', { oldestAt: NOW - 9 * MINUTE }, []],
    [
      'PDFs without progress',
      'pdf',
      { oldestAt: NOW - 20 * MINUTE },
      ['act: 5 PDFs wait, and none is rendered'],
    ],
    ['records, which the findings about chains cover', 'record', { oldestAt: NOW - DAY }, []],
    [
      'webhooks that receivers do not accept',
      'webhook',
      { oldestAt: NOW - DAY },
      ['look: 5 webhooks could not be delivered to their receivers'],
    ],
  ])('returns the findings about %s', (_name, kind, changes, told) => {
    expect(tell({ work: [{ kind, count: 5, oldestAt: null, lastDoneAt: null, ...changes }] })).toEqual(told);
  });

  it.each<[string, RemissionSummary, string[]]>([
    ['waits for its time', chain({ nextAllowedAt: NOW + MINUTE, pendingSince: NOW - 20 * MINUTE }), []],
    ['is being sent', chain({ sendingUntil: NOW + MINUTE, pendingSince: NOW - 20 * MINUTE }), []],
    [
      'no worker sends',
      chain({ nextAllowedAt: NOW - 20 * MINUTE, pendingSince: NOW - 30 * MINUTE }),
      ['act: 3 records of chain 7 of issuer B12345674 can be sent to AEAT, but no worker sends them'],
    ],
    [
      'is halted',
      chain({ haltedAt: NOW - MINUTE, haltedReason: 'AEAT 4112: x', incidentSince: NOW - MINUTE }),
      ['act: Chain 7 of issuer B12345674 is halted; 3 records not sent'],
    ],
    ['cannot reach AEAT', failing({}), ['look: 3 records of chain 7 of issuer B12345674 wait for AEAT']],
    [
      'has no certificate that AEAT accepts',
      failing({ reason: 'certificate' }),
      ['act: 3 records of chain 7 of issuer B12345674 wait for AEAT'],
    ],
    [
      'AEAT asks for an implausible wait',
      chain({ nextAllowedAt: NOW + 9 * MINUTE, waitSeconds: 600, excessiveWaitSeconds: 999_999 }),
      ['act: AEAT asks chain 7 of issuer B12345674 for an implausible wait: 3 records not sent yet'],
    ],
    [
      'waits to be compared',
      chain({ compareSince: NOW - MINUTE }),
      [
        'look: Chain 7 of issuer B12345674 waits for the comparison with AEAT; nothing is issued in it until then',
      ],
    ],
    [
      'has waited long to be compared',
      chain({ compareSince: NOW - DAY }),
      [
        'act: Chain 7 of issuer B12345674 waits for the comparison with AEAT; nothing is issued in it until then',
      ],
    ],
  ])('returns the findings about a chain that %s', (_name, one, told) => {
    expect(tell({ chains: [one] })).toEqual(told);
  });

  it('returns one finding for a hundred chains with the same reason', () => {
    const chains = Array.from({ length: 100 }, (_none, index) => failing({}, index + 1));
    expect(tell({ chains })).toEqual(['look: 300 records of 100 chains (1, 2, 3 and 97 more) wait for AEAT']);
  });

  const ends = (days: number, changes: Partial<CertificateTerm> = {}): CertificateTerm => ({
    id: 3,
    organizationId: 1,
    issuerNif: null,
    notBefore: NOW - 700 * DAY,
    notAfter: NOW + days * DAY,
    ...changes,
  });
  it.each<[string, CertificateTerm[], string[]]>([
    ['that is valid for long', [ends(40)], []],
    [
      'that ends in weeks',
      [ends(20)],
      ['look: Certificate 3 of organization 1, all issuers, expires on 2026-12-11'],
    ],
    [
      'that ends in days',
      [ends(5)],
      ['look: Certificate 3 of organization 1, all issuers, expires on 2026-11-26'],
    ],
    [
      'that ends in three days',
      [ends(3)],
      ['act: Certificate 3 of organization 1, all issuers, expires on 2026-11-24'],
    ],
    ['that ended', [ends(-1)], ['act: Certificate 3 of organization 1, all issuers, expired on 2026-11-20']],
    ['that a newer one follows', [ends(5), ends(400, { id: 4, notBefore: NOW + 4 * DAY })], []],
    ['that a newer one has replaced', [ends(-1), ends(400, { id: 4 })], []],
  ])('returns the findings about a certificate %s', (_name, certificates, told) => {
    expect(tell({ installation: { certificates } })).toEqual(told);
  });

  it('returns findings that require action first, whatever they are about', () => {
    const found = tell({
      pauses: [{ queue: 'remission', since: NOW - MINUTE }],
      chains: [failing({}), chain({ chainId: 8, haltedAt: NOW, haltedReason: 'AEAT 4141: x' })],
      installation: { migrated: { newest: '0011-months', standing: 'behind' } },
    });
    expect(found.map((line) => line.split(':')[0])).toEqual(['act', 'act', 'act', 'look']);
  });

  it.each([
    ['not reachable', 'Redis does not answer', /start Redis/],
    ['refuses writes: out of memory', 'Redis refuses writes: out of memory', /more memory/],
    ['read-only: the server is a replica', 'Redis is read-only: the server is a replica', /the primary/],
  ])('states the effect and the remedy if the state of Redis is: %s', (redis, what, todo) => {
    const findings = judgeOverview(sight({ redis, pauses: null, duties: null }));
    expect(findings).toMatchObject([{ urgency: 'act', what, todo: expect.stringMatching(todo) }]);
    expect(findings[0]!.why).toMatch(/^Batches are accepted but not processed\. Nothing is lost/);
    expect(findings[0]!.todo).toContain('docs/runbooks');
  });

  it.each([
    ['read-only: the server is a standby', 'the server is a standby', /at the primary/],
    [
      'read-only: default_transaction_read_only is on',
      'default_transaction_read_only is on',
      /reset it if this server/,
    ],
  ])('states that clients are refused if the database is %s', (whyReadOnly, told, todo) => {
    expect(judgeOverview(sight({ whyReadOnly }))).toMatchObject([
      {
        urgency: 'act',
        what: `The database accepts no writes: ${told}`,
        why: expect.stringContaining('503'),
        todo: expect.stringMatching(todo),
      },
    ]);
  });

  const works = (duty: Duty, workers: number) => ({ duty, workers, lastHeartbeatAt: NOW - 2 * MINUTE });
  it.each<[string, Changes, string[]]>([
    ['with workers', { duties: [works('batches', 2), works('webhooks', 1)] }, []],
    [
      'without workers',
      { duties: [works('batches', 0), works('remission', 0), works('pdfs', 0)] },
      ['act: No worker serves batches', 'act: No worker serves remission', 'act: No worker serves pdfs'],
    ],
    ['for webhooks without endpoints', { duties: [works('webhooks', 0)] }, []],
    [
      'for webhooks with endpoints and without workers',
      { duties: [works('webhooks', 0)], hasWebhooks: true },
      ['act: No worker serves webhooks'],
    ],
    ['for the SPFE while no invoice goes there', { duties: [works('spfe', 0)] }, []],
    ['whose workers are unknown', { duties: null, hasWebhooks: true }, []],
  ])('returns the findings about duties %s', (_name, changes, told) => {
    expect(tell(changes)).toEqual(told);
  });

  it.each([
    ['HTTP status 500', /^nothing: the service of AEAT fails, and workers retry the message$/],
    ['HTTP status 404', /repair the network from the workers/],
  ])('states the remedy if AEAT answers with %s', (message, todo) => {
    expect(judgeOverview(sight({ chains: [failing({ message })] }))[0]!.todo).toMatch(todo);
  });

  it.each<[string, Eviction, string[]]>([
    ['evicts no keys', { policy: null, evictedKeys: 0 }, []],
    [
      'may evict keys',
      { policy: 'allkeys-lru', evictedKeys: 0 },
      ['act: Redis may evict jobs: its maxmemory-policy is allkeys-lru'],
    ],
    [
      'has evicted keys',
      { policy: null, evictedKeys: 7 },
      ['look: Redis has evicted keys: 7 keys were evicted since it started'],
    ],
  ])('returns the findings about a Redis that %s', (_name, eviction, told) => {
    expect(tell({ eviction })).toEqual(told);
  });
});
