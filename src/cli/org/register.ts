import { type Command, InvalidArgumentError, Option } from 'commander';
import { REGISTER_BASES, SETTLEMENT_PERIODS, type SettlementPeriod } from '../../contracts/registers.ts';
import type { Issued, Plan, Wanted } from '../../organizations/registers/decide-register.ts';
import {
  type OrderOptions,
  readDate,
  readNif,
  readOrder,
  UsageError,
  withDatabase,
  withOrder,
} from '../command-context.ts';
import { print } from '../print.ts';
import { describeDecision, requirePlan } from './tell-decision.ts';

type Options = OrderOptions & {
  readonly sii?: SettlementPeriod;
  readonly verifactu?: boolean;
  readonly withdraw?: boolean;
  readonly from?: string;
  readonly basis?: string;
  readonly dryRun?: boolean;
};

const BASES_IN_WORDS = `why the issuer is in the register: for SII ${REGISTER_BASES.sii.join(', ')}; for VeriFactu ${REGISTER_BASES.verifactu.join(', ')}`;

/** Adds `register`, which decides where the records of an issuer's invoices go from a date on. */
export function addRegisterCommand(program: Command): void {
  withOrder(program.command('register'))
    .description(
      'decide where the records of the invoices of an issuer go from an issue date on: to VeriFactu, or to SII; without a decision to where its organization sends them',
    )
    .argument('[issuer]', 'the NIF of the issuer; without options its decisions are shown', readNif)
    .addOption(
      new Option('--sii <period>', 'the issuer keeps its books through SII, with this settlement period')
        .choices(SETTLEMENT_PERIODS)
        .conflicts(['verifactu', 'withdraw']),
    )
    .addOption(new Option('--verifactu', 'the issuer uses VeriFactu').conflicts('withdraw'))
    .option('--withdraw', 'withdraw the decision that holds from the date')
    .option('--from <date>', 'the first issue date, YYYY-MM-DD', readDate)
    .addOption(new Option('--basis <basis>', BASES_IN_WORDS).argParser(readBasis))
    .option('--dry-run', 'only say what would change')
    .addHelpText(
      'after',
      '\nAn invoice stays in the register that has it, also if it is corrected later. A decision that contradicts issued invoices is refused; it holds for all organizations that issue for the NIF.',
    )
    .action((issuerNif: string | undefined, options: Options) =>
      withDatabase(async ({ pool }) => {
        const { decideRegister, listDecisions } =
          await import('../../organizations/registers/decide-register.ts');
        if (issuerNif !== undefined && isOrder(options)) {
          const wanted = readWanted(issuerNif, options);
          const outcome = await decideRegister(
            pool,
            wanted,
            readOrder(options),
            new Date(),
            options.dryRun === true,
          );
          const plan = requirePlan(outcome, 'register', wanted, describeContradiction);
          for (const line of describePlan(wanted, plan)) await print(line);
          await print(outcome.kind === 'planned' ? 'Dry run: nothing was changed' : 'Decided');
        } else if (hasDetails(options))
          throw new UsageError('Give the NIF, and one of --sii, --verifactu and --withdraw');
        const decisions = await listDecisions(pool, issuerNif ?? null);
        if (decisions.length === 0)
          await print('There is no decision: each organization registers as it is set');
        for (const decision of decisions)
          await print(
            describeDecision(decision, [NAMES[decision.register], decision.period, decision.basis]),
          );
      }),
    );
}

const isOrder = ({ sii, verifactu, withdraw }: Options): boolean =>
  sii !== undefined || verifactu === true || withdraw === true;

const hasDetails = (options: Options): boolean =>
  isOrder(options) || options.from !== undefined || options.basis !== undefined || options.dryRun === true;

function readWanted(issuerNif: string, { sii, verifactu, from, basis }: Options): Wanted {
  if (from === undefined) throw new UsageError('Give the first issue date: --from YYYY-MM-DD');
  const common = { issuerNif, validFrom: from };
  if (sii === undefined && verifactu !== true) return { ...common, register: null };
  const register = sii === undefined ? 'verifactu' : 'sii';
  const allowed: readonly string[] = REGISTER_BASES[register];
  if (basis === undefined || !allowed.includes(basis))
    throw new UsageError(`Give --basis, one of ${allowed.join(', ')}`);
  return sii === undefined
    ? { ...common, register: 'verifactu', period: null, basis }
    : { ...common, register: 'sii', period: sii, basis };
}

function readBasis(text: string): string {
  const all: readonly string[] = [...REGISTER_BASES.sii, ...REGISTER_BASES.verifactu];
  if (!all.includes(text))
    throw new InvalidArgumentError(`It must be one of ${[...new Set(all)].join(', ')}.`);
  return text;
}

const NAMES = { sii: 'SII', verifactu: 'VeriFactu', none: 'no register' } as const;

function describeContradiction({ contradicted }: Plan): string {
  const found = contradicted.map(describeIssued).join('; ');
  return `The decision contradicts what was issued: ${found}. Choose a later date, or annul these invoices first`;
}

function describeIssued({ register, invoices, first, last, numbers }: Issued): string {
  const named = numbers.join(', ') + (invoices > numbers.length ? ', …' : '');
  return `${invoices} invoices dated ${first} to ${last} are in ${NAMES[register]} (${named})`;
}

/** Says what a decision changes, and what it leaves to do. */
function describePlan({ issuerNif, register, validFrom }: Wanted, plan: Plan): string[] {
  const { until, earlier, unanswered, hasChain } = plan;
  const span = `dated ${validFrom} or later${until === null ? '' : `, before ${until},`}`;
  const before = earlier.filter((each) => each.register !== register);
  return [
    register === null
      ? `Invoices of ${issuerNif} ${span} follow the decision before it, or their organization`
      : `Invoices of ${issuerNif} ${span} go to ${NAMES[register]}; batches that wait are issued by this decision`,
    ...(register === 'sii' && hasChain
      ? ['The chain of its VeriFactu records sleeps, and goes on if the issuer comes back']
      : []),
    ...(unanswered.records > 0
      ? [`${unanswered.records} VeriFactu records are still sent; they stay in VeriFactu`]
      : []),
    ...(unanswered.entries > 0
      ? [`${unanswered.entries} entries in SII are not accepted yet; they stay in SII`]
      : []),
    ...(register === 'sii' && before.length > 0
      ? [
          `Invoices of the same year before that date must be sent to SII as well (RIVA, art. 68 ter): ${before.map(describeIssued).join('; ')}`,
        ]
      : []),
  ];
}
