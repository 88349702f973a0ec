import { Command, Option } from 'commander';
import { OPERATOR_ACTS, type OperatorAct, showControls } from '../contracts/acts.ts';
import { listActs, type PastAct } from '../platform/audit/listed-acts.ts';
import { readId, readMoment, requireOrganization, withPool } from './command-context.ts';
import { print } from './print.ts';

/* npm run engine -- audit: lists the acts of operators. See ops/adr/0034. */

type Options = {
  since?: Date;
  until?: Date;
  organization?: number;
  act?: OperatorAct;
  operator?: string;
  json?: boolean;
};

export const command = new Command('audit')
  .description(
    'list the acts of operators, oldest first: time (UTC), act, its object, operator and reason; entries cannot be changed or deleted',
  )
  .option('--since <moment>', 'only acts from this day (midnight UTC) or moment on', readMoment)
  .option('--until <moment>', 'only acts before this day (midnight UTC) or moment', readMoment)
  .option('--organization <id>', 'only acts that concern this organization', readId)
  .addOption(
    new Option('--act <name>', 'only acts of this kind').choices(OPERATOR_ACTS as unknown as string[]),
  )
  .option('--operator <name>', 'only acts of this operator')
  .option('--json', 'print one JSON object per line')
  .action(({ since, until, organization, act, operator, json }: Options) =>
    withPool('operator', async (database) => {
      const { pool } = database;
      if (organization !== undefined) await requireOrganization(database, organization);
      const filter = {
        since: since ?? null,
        before: until ?? null,
        organizationId: organization ?? null,
        act: act ?? null,
        operator: operator ?? null,
      };
      let count = 0;
      for await (const past of listActs(pool, filter)) {
        count += 1;
        await print(json ? JSON.stringify({ ...past, at: formatTime(past.at) }) : describe(past));
      }
      if (count === 0 && !json) await print('No act matches');
    }),
  );

const formatTime = (at: number) => new Date(at).toISOString();

/**
 * `2026-11-22T08:30:00.000Z  key.revoke 3  organization 1  by Ana: Left the company  (prefix org_live_abcd)`
 */
function describe({ at, act, subjectId, organizationId, operator, reason, details }: PastAct): string {
  const known = Object.entries(details).filter(([, value]) => value !== null);
  const texts = known.map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const line = [
    formatTime(at),
    subjectId === null ? act : `${act} ${subjectId}`,
    ...(organizationId === null ? [] : [`organization ${organizationId}`]),
    `by ${operator}${reason === null ? '' : `: ${reason}`}`,
    ...(texts.length === 0 ? [] : [`(${texts.join(', ')})`]),
  ].join('  ');
  // Texts that operators or clients gave may contain control characters.
  return showControls(line);
}
