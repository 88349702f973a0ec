import type { Pool } from 'pg';
import type { AeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import {
  type RemissionFact,
  describeBatch,
  describeEnvelope,
  describeRecord,
  describeRegistered,
  describeRemission,
  describeSequences,
} from '../../../labs/model/list-facts.ts';
import type { JobQueues } from '../../../src/platform/jobs/job-queues.ts';
import { ISSUERS, numberOf } from './bodies.ts';

/** The organization whose facts are read, and the model's names of generated ids. */
export type Known = {
  readonly organizationId: number;
  /** Maps the UUID of a key to the model's key. */
  readonly keys: ReadonlyMap<string, string>;
  readonly now: Date;
};

const CHAINS = new Map(Object.entries(ISSUERS).map(([chain, nif]) => [nif, chain]));

type Stored = {
  readonly batches: readonly { id: number; key: string; body: string; status: string }[];
  readonly records: readonly {
    nif: string;
    sequence: number;
    kind: string;
    number: string;
    isCorrection: boolean;
    after: number | null;
  }[];
  readonly envelopes: readonly {
    nif: string;
    first: number;
    last: number;
    state: string;
    incident: boolean;
  }[];
  readonly answers: readonly { nif: string; sequence: number; state: string }[];
  readonly remissions: readonly ({ nif: string; chainId: number } & RemissionFact)[];
  readonly isKnown: boolean;
};

/**
 * Reads all rows of an organization in one statement. $1 is the organization, $2 the current time.
 */
const READ = `
select json_build_object(
  'batches', (select coalesce(json_agg(json_build_object(
      'id', b.id, 'key', k.key, 'body', b.external_batch_id, 'status', b.status) order by b.id), '[]')
    from batches b join idempotency_records k on k.batch_id = b.id where b.organization_id = $1),
  'records', (select coalesce(json_agg(json_build_object(
      'nif', c.issuer_nif, 'sequence', r.sequence, 'kind', r.kind, 'number', x.invoice_number,
      'isCorrection', exists (select from corrections k where k.chain_id = r.chain_id and k.sequence = r.sequence),
      'after', case when r.previous_hash is null then 0
               else (select p.sequence from registration_records p where p.chain_id = r.chain_id and p.hash = r.previous_hash) end)), '[]')
    from registration_records r join chains c on c.id = r.chain_id join issued_invoices x on x.id = r.issued_invoice_id
    where c.organization_id = $1),
  'envelopes', (select coalesce(json_agg(json_build_object(
      'nif', c.issuer_nif, 'first', s.first_sequence, 'last', s.last_sequence, 'incident', s.has_incident,
      'state', case when s.superseded_at is not null then 'superseded' when s.answered_at is not null then 'answered' else 'open' end)
      order by s.id), '[]')
    from submissions s join chains c on c.id = s.chain_id where c.organization_id = $1),
  'answers', (select coalesce(json_agg(json_build_object(
      'nif', c.issuer_nif, 'sequence', a.sequence, 'state', case a.state when 'accepted_with_errors' then 'accepted' else a.state end)), '[]')
    from record_answers a join chains c on c.id = a.chain_id where c.organization_id = $1),
  'remissions', (select coalesce(json_agg(json_build_object(
      'nif', c.issuer_nif, 'chainId', c.id, 'attempt', m.attempt, 'remitted', m.remitted_sequence,
      'leased', coalesce(m.sending_until > $2, false), 'waits', coalesce(m.next_allowed_at > $2, false),
      'failing', m.failures > 0, 'marked', m.compare_since is not null, 'postponed', coalesce(m.compare_after > $2, false))), '[]')
    from remissions m join chains c on c.id = m.chain_id where c.organization_id = $1),
  'isKnown', is_known_database()) as stored`;

/**
 * Reads the rows of an organization as facts of the model, and the ids of its chains and batches by
 * the model's names.
 */
export async function readDatabase(pool: Pool, { organizationId, keys, now }: Known) {
  const { rows } = await pool.query<{ stored: Stored }>(READ, [organizationId, now]);
  const { batches, records, envelopes, answers, remissions, isKnown } = rows[0]!.stored;
  const facts = [
    ...batches.map(({ key, body, status }, index) => describeBatch(index + 1, keys.get(key)!, body, status)),
    ...records.map(({ nif, number, after, ...record }) =>
      describeRecord({ ...record, chain: CHAINS.get(nif)!, number: numberOf(number), after: after ?? NaN }),
    ),
    ...envelopes.map(({ nif, ...envelope }, index) =>
      describeEnvelope({ ...envelope, id: index + 1, chain: CHAINS.get(nif)! }),
    ),
    ...answers.map(({ nif, sequence, state }) => `${CHAINS.get(nif)}${sequence} is ${state}`),
    ...remissions.map(({ nif, chainId: _id, ...remission }) =>
      describeRemission(CHAINS.get(nif)!, remission),
    ),
    ...(isKnown ? [] : ['the database is another one']),
  ];
  return {
    facts,
    batchIds: batches.map(({ id }) => id),
    chainIds: new Map(remissions.map(({ nif, chainId }) => [CHAINS.get(nif)!, chainId])),
  };
}

/** Returns the jobs by their subject: `batch 1`, `chain A`. */
export async function findJobs(
  { queues }: JobQueues,
  { batchIds, chainIds }: Pick<Awaited<ReturnType<typeof readDatabase>>, 'batchIds' | 'chainIds'>,
) {
  const jobs = await Promise.all(
    (['small-batches', 'remission'] as const).map((queue) => queues.get(queue)!.getJobs()),
  );
  const names = new Map(batchIds.map((id, index) => [id, `batch ${index + 1}`] as const));
  const chains = new Map([...chainIds].map(([chain, id]) => [id, `chain ${chain}`]));
  const named = jobs.flat().flatMap((job) => {
    const { batchId, chainId } = job.data as { batchId?: number; chainId?: number };
    const name = batchId === undefined ? chains.get(chainId!) : names.get(batchId);
    return name === undefined ? [] : [[name, job] as const];
  });
  return new Map(named);
}

/** Returns the state of AEAT's stand-in as facts of the model. */
export function readRegister(sandbox: AeatSandbox, chainIds: ReadonlyMap<string, number>): string[] {
  const seen = sandbox.control.log().flatMap(({ records }) => records);
  const ofChain = (chainId: number) =>
    seen
      .filter(({ refExterna }) => refExterna?.startsWith(`${chainId}-`))
      .map((record) => ({ ...record, sequence: Number(record.refExterna!.split('-')[1]) }));
  const registered = new Map<number, boolean>();
  for (const { order, id, kind } of seen) {
    if (order !== null) registered.set(numberOf(id.number), kind === 'Anulacion');
  }
  return [
    ...[...registered].map(([number, annulled]) => describeRegistered(number, annulled)),
    ...[...chainIds].flatMap(([chain, chainId]) => {
      const records = ofChain(chainId);
      const taken = records.filter(({ order }) => order !== null).map(({ sequence }) => sequence);
      const judged = records.filter(({ state }) => state !== null).map(({ sequence }) => sequence);
      return [
        ...describeSequences('took', chain, taken),
        ...describeSequences('judged', chain, [...new Set(judged)]),
      ];
    }),
  ];
}
