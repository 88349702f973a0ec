import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Connection } from '../platform/postgres/database.ts';
import { readLines } from '../platform/files/read-lines.ts';
import { buildVerdict, type Verdict } from './invariant.ts';

/** A 201 response for a batch, recorded when a client received it. */
const AcceptedAnswer = Type.Object({
  organizationId: Type.Integer(),
  key: Type.String(),
  /** The body of the response. */
  body: Type.String(),
});
export type AcceptedAnswer = Readonly<Static<typeof AcceptedAnswer>>;

/** The compared part of a response. */
const AnswerBody = Type.Object({
  data: Type.Object({ id: Type.Integer(), invoices_count: Type.Integer() }),
});

const TITLES = {
  kept: 'Every 201 that a client received belongs to a batch of its organization',
  same: 'All answers to one idempotency key have the same bytes',
} as const;

export const WITHOUT_ANSWERS: readonly Verdict[] = [
  buildVerdict('I1', TITLES.kept, null, []),
  buildVerdict('I7', TITLES.same, null, []),
];

/**
 * Reads answers from a file with one JSON object per line.
 * @throws if a line is not such an object, or if the file is empty.
 */
export async function readAnswers(file: string): Promise<AcceptedAnswer[]> {
  const answers: AcceptedAnswer[] = [];
  await readLines(file, (line) => {
    if (line !== '') answers.push(parse(AcceptedAnswer, line, `line ${answers.length + 1}`));
  });
  if (answers.length === 0) throw new Error(`${file} contains no answer`);
  return answers;
}

function parse<T extends TSchema>(schema: T, text: string, what: string): Static<T> {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(schema, value)) throw new Error(`${what} is not the answer to a create request`);
  return value;
}

/** I1 and I7: compares the answers that clients received with the database. */
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
    const { data } = parse(AnswerBody, body, `the answer to key ${key}`);
    const batch = batches.get(String(data.id));
    if (batch?.organization !== organizationId || batch.count !== data.invoices_count) {
      kept.push(
        `batch ${data.id} of organization ${organizationId}, key ${key}, was answered with 201 but is missing`,
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
