import type { PoolClient } from 'pg';
import { listChains } from '../operate/chains/chains.ts';
import { verifyChain } from '../operate/verify-chain.ts';
import { ROLLUP_RULES } from './rollup-rules.ts';
import { buildVerdict, type Verdict } from './invariant.ts';
import { checkElectronicFiles } from './check-electronic-files.ts';
import { checkLiteralBlocks } from './check-literal-blocks.ts';
import { ACT_RULES } from './act-rules.ts';
import { ISSUER_RULES, ORGANIZATION_RULES } from './organization-rules.ts';
import { SII_RULES } from './sii-rules.ts';
import { SPFE_RULES } from './spfe-rules.ts';
import { TABLE_RULES, type TableRule } from './table-rules.ts';

/** Checks all rules that need only the tables: I1 to I4, I6 to I8, I10, I11. */
export async function checkTables(connection: PoolClient): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { invariant, says, of, breaks, awaitsWork } of [
    ...TABLE_RULES,
    ...SII_RULES,
    ...SPFE_RULES,
    ...ACT_RULES,
    ...ROLLUP_RULES,
    ...ORGANIZATION_RULES,
    ...ISSUER_RULES,
  ] as readonly TableRule[]) {
    const counted = await connection.query<{ count: number }>(`select count(*)::float8 as count from ${of}`);
    const { rows } = await connection.query<{ format: string }>(breaks);
    const places = rows.map(({ format }) => format);
    const verdict = buildVerdict(invariant, says, counted.rows[0]!.count, places);
    verdicts.push(awaitsWork ? { ...verdict, awaitsWork } : verdict);
  }
  return [
    ...verdicts,
    ...(await checkLiteralBlocks(connection)),
    await checkElectronicFiles(connection),
    await checkChains(connection),
  ];
}

async function checkChains(connection: PoolClient): Promise<Verdict> {
  const chains = await listChains(connection, null, null);
  const places: string[] = [];
  for (const chain of chains) {
    const verdict = await verifyChain(connection, chain);
    if (verdict.kind === 'broken')
      places.push(`chain ${chain.id}, record ${verdict.sequence}: ${verdict.problem}`);
  }
  return buildVerdict(
    'I3',
    'Every chain is linear and without gaps, and every huella equals its recomputed value',
    chains.length,
    places,
  );
}
