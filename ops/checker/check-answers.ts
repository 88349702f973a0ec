import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Connection } from '../../src/persistence/database.ts';
import { buildVerdict, type Verdict } from './invariant.ts';

/** A 201 that a client got for a batch, written down when it came. */
export type AcceptedAnswer = {
  readonly organizationId: number;
  readonly key: string;
  /** The answer's bytes. */
  readonly body: string;
};

const TITLES = {
  kept: 'Every 201 that a client got is a batch of its organization',
  same: 'All answers to one idempotency key are the same bytes',
} as const;

export const WITHOUT_ANSWERS: readonly Verdict[] = [
  buildVerdict('I1', TITLES.kept, null, []),
  buildVerdict('I7', TITLES.same, null, []),
];

/** Reads answers from a file with one JSON object per line. */
export async function readAnswers(file: string): Promise<AcceptedAnswer[]> {
  const answers: AcceptedAnswer[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line !== '') answers.push(JSON.parse(line) as AcceptedAnswer);
  }
  return answers;
}

/** I1 and I7: compares what clients were told with what is there. */
export async function checkAnswers(
  connection: Connection,
  answers: readonly AcceptedAnswer[],
): Promise<Verdict[]> {
  const { rows } = await connection.query<{ id: string; organization: number; count: number }>(
    'select id::text as id, organization_id::float8 as organization, invoices_count as count from batches',
  );
  const batches = new Map(rows.map((row) => [row.id, row]));
  const stored = await connection.query<{ key: string; organization: number; response: string }>(
    'select key::text as key, organization_id::float8 as organization, response from idempotency_records',
  );
  const responses = new Map(
    stored.rows.map(({ key, organization, response }) => [nameKey(organization, key), response]),
  );
  const kept: string[] = [];
  const same: string[] = [];
  const first = new Map<string, string>();
  for (const { organizationId, key, body } of answers) {
    const { data } = JSON.parse(body) as { data: { id: number; invoices_count: number } };
    const batch = batches.get(String(data.id));
    if (batch?.organization !== organizationId || batch.count !== data.invoices_count) {
      kept.push(
        `batch ${data.id} of organization ${organizationId}, key ${key}, was answered and is not there`,
      );
    }
    const name = nameKey(organizationId, key.toLowerCase());
    const expected = first.get(name) ?? responses.get(name) ?? body;
    if (expected !== body) same.push(`key ${key} of organization ${organizationId} has two answers`);
    first.set(name, body);
  }
  return [
    buildVerdict('I1', TITLES.kept, answers.length, kept),
    buildVerdict('I7', TITLES.same, answers.length, same),
  ];
}

function nameKey(organizationId: number, key: string): string {
  return `${organizationId} ${key}`;
}
