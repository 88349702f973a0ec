import type { OperatorAct } from '../../contracts/acts.ts';
import type { Connection } from '../postgres/database.ts';
import { query } from '../postgres/statement.ts';
import * as sql from './audit.sql.ts';

const PAGE = 1000;

export type PastAct = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly act: OperatorAct;
  readonly operator: string;
  readonly reason: string | null;
  readonly organizationId: number | null;
  readonly subjectId: number | null;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Selects acts; null means any. */
export type ActFilter = {
  readonly since: Date | null;
  readonly before: Date | null;
  readonly organizationId: number | null;
  readonly act: OperatorAct | null;
  readonly operator: string | null;
};

/** Yields the acts of operators in the order in which they were recorded. */
export async function* listActs(
  connection: Connection,
  { since, before, organizationId, act, operator }: ActFilter,
): AsyncGenerator<PastAct> {
  let after = 0;
  for (;;) {
    const { rows } = await query(
      connection,
      sql.listActs(after, PAGE, since, before, organizationId, act, operator),
    );
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}
