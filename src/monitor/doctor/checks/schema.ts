import type { Difference } from '../../../platform/postgres/schema/compare-schema.ts';
import { ENGINE_ROLES } from '../../../platform/postgres/logins/process-roles.ts';
import { findDifferences } from '../../../platform/postgres/schema/find-differences.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

/** More differences have one cause, such as a restore without privileges. */
const SHOWN = 25;
const MIGRATE = 'run npm run migrate, which restores it';
/** The text of an object as the migrations made it. */
const TEXT = 'src/generated/schema.txt';

/**
 * Compares the schema of the database with what the migrations made: every object, and every
 * privilege.
 */
export async function checkSchema({ database }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  const differences = await findDifferences(database).catch((error: unknown) => {
    // The table of migrations does not exist.
    if ((error as { code?: string }).code === '42P01') return null;
    throw error;
  });
  if (differences === null)
    return [skip('it can be compared only with the migrations of this version, and the database has others')];
  const left = differences.length - SHOWN;
  return [
    ...differences.slice(0, SHOWN).map(judge),
    ...(left > 0
      ? [
          fail(
            `${left} more objects differ from what the migrations made`,
            `correct the others, and run the doctor again`,
          ),
        ]
      : []),
    ...(differences.length === 0 ? [ok('it is what the migrations made')] : []),
  ];
}

function judge(difference: Difference): Finding {
  const { section, object, expected, found } = difference;
  const says = describe(difference);
  const fix = adviseOn(difference);
  // An index or a table of the operator's own harms nothing.
  const isHarmless =
    expected === null && (section === 'columns' || section === 'indexes' || section === 'sequences');
  const isOfOthers = section === 'privileges' && found !== null && !isGoverned(object);
  return isHarmless || isOfOthers ? warn(says, fix) : fail(says, fix);
}

/** One line: the definition of an object may have several. */
const shorten = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
};

/** The sections that list only what is wrong, with what is wrong there. */
const WRONG: Readonly<Record<string, string>> = {
  'indexes that cannot be used': 'the index cannot be used, because building it did not end',
  'triggers that do not fire': 'the trigger is disabled',
  'partitions whose rows could be deleted': 'the partition has no trigger refuse_delete',
  'tables without row-level security, also for their owner':
    'row-level security is off, or not forced for the owner',
  'tables and sequences that do not belong to who migrates':
    'it does not belong to the owner of the database',
  'roles with more than their privileges': 'the role has more than its privileges',
};

function describe({ section, object, expected, found }: Difference): string {
  const wrong = WRONG[section];
  if (wrong !== undefined)
    return found === null ? `${object}: it was listed under "${section}"` : `${wrong}: ${shorten(found)}`;
  const kind = section.replace(/ of who migrates$|, where.*$/, '');
  if (expected === null) return `${kind}: ${object} was added: ${shorten(found!)}`;
  if (found === null) return `${kind}: ${object} is missing: ${shorten(expected)}`;
  return `${kind}: ${object} was changed to ${shorten(found)}`;
}

const isGoverned = (object: string) => ['public', ...ENGINE_ROLES].includes(object.split(' ', 1)[0]!);

const run = (statement: string) =>
  `run as the owner of the database: ${statement.replaceAll(/\s+/g, ' ').trim()}`;

/** Returns what to do, as the owner of the database unless it says otherwise. */
function adviseOn({ section, object, expected, found }: Difference): string {
  const [name = '', table = ''] = object.split(' on ');
  switch (section) {
    case 'privileges':
    case 'privileges of schemas':
      return isGoverned(object) ? MIGRATE : `if you did not grant it, revoke it from ${name}`;
    case 'default privileges of who migrates':
      return found === null ? MIGRATE : 'revoke it with alter default privileges';
    case 'indexes that cannot be used':
      return run(`reindex index concurrently ${object};`);
    case 'triggers that do not fire':
      return run(`alter table ${table} enable trigger ${name};`);
    case 'partitions whose rows could be deleted':
      return run(
        `create trigger refuse_delete before delete or truncate on ${object} for each statement execute function refuse_change();`,
      );
    case 'tables without row-level security, also for their owner':
      return found === null
        ? run(`alter table ${object} disable row level security;`)
        : run(
            `alter table ${object} enable row level security; alter table ${object} force row level security;`,
          );
    case 'tables and sequences that do not belong to who migrates':
      return `run as a superuser: alter table ${object} owner to the owner of the database`;
    case 'roles with more than their privileges':
      return `take it from the role as a superuser: alter role ${object.split(':', 1)[0]} nosuperuser nobypassrls nocreaterole nocreatedb noreplication nologin, or revoke the membership`;
    case 'owners of functions, where they are not who migrates':
      return expected === null
        ? `run as a superuser: alter function ${object} owner to the owner of the database`
        : `run as a superuser: alter function ${object} owner to ${expected.slice(object.length + 1)};`;
    case 'policies':
      return run(
        `${found === null ? '' : `drop policy ${name} on ${table}; `}${expected === null ? '' : `${expected};`}`,
      );
    case 'triggers':
      return run(
        `${found === null ? '' : `drop trigger ${name} on ${table}; `}${expected === null ? '' : `${expected};`}`,
      );
    case 'indexes':
      return run(
        `${found === null ? '' : `drop index ${object}; `}${expected === null ? '' : `${expected};`}`,
      );
    case 'constraints': {
      const [owner = '', constraint = ''] = object.split(' ');
      const definition = expected?.slice(object.length + 2);
      return run(
        `alter table ${owner}${found === null ? '' : ` drop constraint ${constraint}`}${found !== null && expected !== null ? ',' : ''}${definition === undefined ? '' : ` add constraint ${constraint} ${definition}`};`,
      );
    }
    case 'functions':
      return expected === null
        ? run(`drop function ${object};`)
        : `run the text of the function ${object} in ${TEXT} as a superuser or its owner, then npm run migrate, which restores who may call it`;
    default:
      return `make it again as ${TEXT} describes it${expected === null ? '' : ` (${shorten(expected)})`}, or restore a backup`;
  }
}
