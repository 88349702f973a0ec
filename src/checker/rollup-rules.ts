import type { TableRule } from './table-rules.ts';

/** Rules for the status rollups, which filtered lists use instead of counting batches. */
export const ROLLUP_RULES: readonly TableRule[] = [
  {
    invariant: 'I2',
    says: 'Every status rollup of level 1 agrees with its 1000 batches',
    of: 'status_rollups_1',
    breaks: `
      select format('status rollup %s of organization %s does not agree with its batches', k.rollup, k.organization_id)
      from status_rollups_1 k
      left join lateral (
        select count(*) as all_found, min(b.received_at) as first, max(b.received_at) as last,
               coalesce(array_agg(b.place order by b.place) filter (where b.status = 'processed'), '{}') as processed,
               coalesce(array_agg(b.place order by b.place) filter (where b.status = 'processed_with_errors'), '{}') as with_errors,
               coalesce(array_agg(b.place order by b.place) filter (where b.status = 'failed'), '{}') as failed
        from (
          select a.status, a.received_at, (a.ordinal - k.rollup * 1000)::smallint as place from batches a
          where a.organization_id = k.organization_id and a.ordinal between k.rollup * 1000 + 1 and k.rollup * 1000 + 1000) b) n on true
      where (k.first_received_at, k.last_received_at, k.processed_places, k.processed_with_errors_places, k.failed_places)
              is distinct from (n.first, n.last, n.processed, n.with_errors, n.failed)
         or (k.processed, k.processed_with_errors, k.failed)
              is distinct from (cardinality(n.processed), cardinality(n.with_errors), cardinality(n.failed))
         or n.all_found <> 1000`,
  },
  {
    invariant: 'I2',
    says: 'Every status rollup of level 2 is the sum of its 16 rollups of level 1',
    of: 'status_rollups_2',
    breaks: `
      select format('status rollup %s of level 2 of organization %s is not the sum of its rollups', s.rollup_2, s.organization_id)
      from status_rollups_2 s
      left join lateral (
        select count(*) as all_found, min(k.first_received_at) as first, max(k.last_received_at) as last,
               sum(k.processed) as processed, sum(k.processed_with_errors) as with_errors, sum(k.failed) as failed
        from status_rollups_1 k
        where k.organization_id = s.organization_id and k.rollup between s.rollup_2 * 16 and s.rollup_2 * 16 + 15) n on true
      where (s.first_received_at, s.last_received_at, s.processed, s.processed_with_errors, s.failed)
              is distinct from (n.first, n.last, n.processed, n.with_errors, n.failed)
         or n.all_found <> 16`,
  },
];
