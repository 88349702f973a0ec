import { type Command, Option } from 'commander';
import { showControls } from '../../contracts/acts.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import {
  SPFE_BASES,
  SPFE_CHANNELS,
  SPFE_MODES,
  type SpfeBasis,
  type SpfeChannel,
  type SpfeMode,
} from '../../contracts/spfe.ts';
import type { IssuedInMode, SpfePlan, WantedSpfe } from '../../organizations/spfe/decide-spfe.ts';
import { readAeatSettings } from '../../platform/config/aeat-settings.ts';
import type { Environment } from '../../platform/config/environment.ts';
import { readSpfeSettings } from '../../platform/config/spfe-settings.ts';
import type { Database } from '../../platform/postgres/open-database.ts';
import {
  type OrderOptions,
  readDate,
  readNif,
  readOrder,
  UsageError,
  withOrder,
  withRole,
} from '../command-context.ts';
import { print } from '../print.ts';
import { describeDecision, requirePlan } from './tell-decision.ts';

type Options = OrderOptions & {
  readonly mode?: SpfeMode;
  readonly channel?: SpfeChannel;
  readonly withdraw?: boolean;
  readonly from?: string;
  readonly basis?: SpfeBasis;
  readonly dryRun?: boolean;
};

/** Adds `spfe`, which decides from which date on the invoices of an issuer go to AEAT's public solution. */
export function addSpfeCommand(program: Command): void {
  withOrder(program.command('spfe'))
    .description(
      'decide from which issue date on the invoices of an issuer go to the public solution of electronic invoices of AEAT (SPFE), or are prepared for it',
    )
    .argument('[issuer]', 'the NIF of the issuer; without options its decisions are shown', readNif)
    .addOption(
      new Option(
        '--mode <mode>',
        'off: nothing is done; prepare: invoices are prepared, and get warnings; send: they are sent, and what cannot be sent is not issued',
      )
        .choices(SPFE_MODES)
        .conflicts('withdraw'),
    )
    .addOption(
      new Option(
        '--channel <channel>',
        'unless the recipient or the invoice says otherwise: interconnect: the original is sent; copy: a copy of what a private platform delivers; elsewhere: a private platform sends both',
      ).choices(SPFE_CHANNELS),
    )
    .option('--withdraw', 'withdraw the decision that holds from the date')
    .option('--from <date>', 'the first issue date, YYYY-MM-DD', readDate)
    .addOption(
      new Option(
        '--basis <basis>',
        'why: turnover: operations above 8,000,000 euros (from 2027-10-06); everyone (from 2028-10-06); voluntary: no duty yet',
      ).choices(SPFE_BASES),
    )
    .option('--dry-run', 'only say what would change')
    .addHelpText(
      'after',
      '\nWhat was decided about an invoice when it was issued stays. What was issued before is never sent afterwards, so `send` never begins before the latest issue date. A decision holds for all organizations that issue for the NIF.\nBefore `send` is decided the SPFE is asked about the issuer with their certificates: without its answer nothing is decided, because nothing whose answer was lost could be sent again.',
    )
    .action((issuerNif: string | undefined, options: Options) =>
      withRole('operator', async (database, environment) => {
        const { pool } = database;
        const { decideSpfe, listSpfeDecisions } = await import('../../organizations/spfe/decide-spfe.ts');
        if (issuerNif !== undefined && isOrder(options)) {
          const wanted = readWanted(issuerNif, options);
          const order = readOrder(options);
          if (wanted.mode === 'send') await requireConsulting(database, environment, issuerNif);
          const outcome = await decideSpfe(pool, wanted, order, new Date(), options.dryRun === true);
          const plan = requirePlan(outcome, 'spfe', wanted, describeContradiction);
          for (const line of describePlan(wanted, plan)) await print(line);
          if (plan.mode === 'send' && environment.SPFE_TRANSPORT === 'none')
            await print(formatMessage('spfe_unpublished').en);
          await print(outcome.kind === 'planned' ? 'Dry run: nothing was changed' : 'Decided');
        } else if (hasDetails(options)) throw new UsageError('Give the NIF, and --mode or --withdraw');
        const decisions = await listSpfeDecisions(pool, issuerNif ?? null);
        if (decisions.length === 0)
          await print('There is no decision: nothing is prepared for the SPFE or sent to it');
        for (const decision of decisions)
          await print(describeDecision(decision, [decision.mode, decision.channel, decision.basis]));
      }),
    );
}

const isOrder = ({ mode, withdraw }: Options): boolean => mode !== undefined || withdraw === true;

const hasDetails = ({ channel, from, basis, dryRun, ...options }: Options): boolean =>
  isOrder(options) || [channel, from, basis].some((each) => each !== undefined) || dryRun === true;

function readWanted(issuerNif: string, { mode, channel, from, basis }: Options): WantedSpfe {
  if (from === undefined) throw new UsageError('Give the first issue date: --from YYYY-MM-DD');
  const common = { issuerNif, validFrom: from };
  if (mode === undefined) return { ...common, mode: null };
  if (basis === undefined) throw new UsageError(`Give --basis, one of ${SPFE_BASES.join(', ')}`);
  if (mode === 'off') {
    if (channel !== undefined)
      throw new UsageError('Leave out --channel: nothing is delivered with --mode off');
    return { ...common, mode, channel: null, basis };
  }
  if (channel === undefined) throw new UsageError(`Give --channel, one of ${SPFE_CHANNELS.join(', ')}`);
  return { ...common, mode, channel, basis };
}

/**
 * Asks the SPFE about an issuer as those would who send its invoices. Asks nothing without a
 * transport.
 * @throws UsageError if an organization gets no answer.
 */
async function requireConsulting(
  { pool, orm }: Database,
  environment: Environment,
  issuerNif: string,
): Promise<void> {
  const spfe = readSpfeSettings(environment);
  if (spfe.transport === 'none') return;
  const { tryConsulting } = await import('../../remit/spfe/try-consulting.ts');
  const aeat = readAeatSettings(environment);
  const tried = await tryConsulting({ pool, orm, spfe, aeat, now: () => new Date() }, issuerNif);
  if (tried.length === 0)
    throw new UsageError(
      `No organization issues for ${issuerNif}, so nobody can ask the SPFE about it, and nothing was decided. Add its profile first: npm run engine -- org issuer <organization> ${issuerNif}`,
    );
  const faults = tried.flatMap(({ organizationId, fault }) =>
    fault === null ? [] : [`organization ${organizationId}: ${showControls(fault.why)} (${fault.remedy})`],
  );
  if (faults.length > 0)
    throw new UsageError(
      `The SPFE answers no question about ${issuerNif}, so nothing was decided. Without answers nothing whose own answer was lost could be sent again. ${faults.join('; ')}`,
    );
  const asking = tried.map(({ organizationId }) => organizationId).join(', ');
  await print(`The SPFE answers questions about ${issuerNif} with the certificate of organization ${asking}`);
}

function describeContradiction({ tooEarly, contradicted }: SpfePlan): string {
  return tooEarly === null
    ? `The decision contradicts what was issued: ${contradicted.map(describeIssued).join('; ')}. Choose a later date`
    : `The latest invoice of the issuer is dated ${tooEarly}, and what was issued before is never sent afterwards. Choose that date or a later one`;
}

const HAVE: Readonly<Record<SpfeMode, string>> = {
  off: 'have no delivery',
  prepare: 'are prepared and not sent',
  send: 'are to be sent',
};

function describeIssued({ mode, invoices, first, last, numbers }: IssuedInMode): string {
  const named = numbers.join(', ') + (invoices > numbers.length ? ', …' : '');
  return `${invoices} invoices dated ${first} to ${last} ${HAVE[mode]} (${named})`;
}

const DO: Readonly<Record<SpfeMode, string>> = {
  off: 'are neither prepared nor sent',
  prepare: 'are prepared and not sent; what could not be sent gets warnings',
  send: 'are to be sent; what cannot be sent is not issued',
};

/** Says what a decision changes, and what it leaves behind. */
function describePlan(
  { issuerNif, validFrom }: WantedSpfe,
  { until, mode, kept, earlier }: SpfePlan,
): string[] {
  const span = `dated ${validFrom} or later${until === null ? '' : `, before ${until},`}`;
  const behind = mode === 'off' ? [] : [...earlier.filter((each) => each.mode !== 'send'), ...kept];
  return [
    `Invoices of ${issuerNif} ${span} ${DO[mode]}; batches that wait are issued by this decision`,
    ...(behind.length > 0
      ? [`What was issued before this decision stays as it is: ${behind.map(describeIssued).join('; ')}`]
      : []),
  ];
}
