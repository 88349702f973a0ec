import { type Command, Option } from 'commander';
import type { Pool } from 'pg';
import { showControls } from '../../contracts/acts.ts';
import { ERROR_MESSAGES } from '../../contracts/api-error.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { fillText } from '../../contracts/messages/texts.ts';
import { SPFE_WITHDRAWAL_REASONS, type SpfeFact, type SpfeWithdrawalReason } from '../../contracts/spfe.ts';
import type { SpfeDeliveryView } from '../../contracts/v2/spfe.ts';
import { readSettlement } from '../../domain/payments/payable-invoice.ts';
import { findIssuedInvoice, type IssuedInvoice } from '../../operate/statements/corrections.ts';
import { type OperatorOrder, orderAsOperator } from '../../spfe/order-as-operator.ts';
import { readDelivery } from '../../spfe/read-delivery.ts';
import { hasSpfeTransport } from '../../platform/config/spfe-settings.ts';
import { type OrderOptions, readId, readOrder, UsageError, withOrder, withPool } from '../command-context.ts';
import { print } from '../print.ts';

type Answer = 'yes' | 'no';
type Options = OrderOptions & {
  readonly withdraw?: SpfeWithdrawalReason;
  readonly resend?: true;
  readonly isBusiness?: Answer;
  readonly establishment?: Answer;
};

const answer = (flags: string, says: string) => new Option(flags, says).choices(['yes', 'no']);

/**
 * Adds `spfe`, which shows the delivery of an invoice to AEAT's public solution of electronic
 * invoices, and orders what people decide about it.
 */
export function addSpfeCommand(program: Command): void {
  withOrder(program.command('spfe'))
    .description(
      "show the delivery of an invoice to AEAT's public solution of electronic invoices, or order that it is withdrawn or sent again, or state a fact that is missing",
    )
    .argument('<id>', 'the issued_invoice_id of the API', readId)
    .addOption(
      new Option(
        '--withdraw <why>',
        'have AEAT withdraw it: the operation never existed, or the original follows instead of the copy; for wrong contents issue a rectifying invoice',
      ).choices(SPFE_WITHDRAWAL_REASONS),
    )
    .option(
      '--resend',
      'send another version after a rejection or a conflict, or let a held or blocked delivery go on',
    )
    .addOption(
      answer('--is-business <answer>', 'state whether a recipient acts as a business or professional'),
    )
    .addOption(
      answer('--establishment <answer>', 'state whether a foreign recipient has an establishment in Spain'),
    )
    .action((id: number, options: Options) =>
      withPool('operator', async ({ pool }, environment) => {
        const invoice = await findIssuedInvoice(pool, id);
        if (!invoice) throw new UsageError(`There is no issued invoice ${id}`);
        const hasTransport = hasSpfeTransport(environment);
        const order = readWanted(options, invoice);
        if (order !== null) await carryOut(pool, id, invoice, order, options);
        const delivery = await readDelivery(pool, invoice.organizationId, id, hasTransport, 'en');
        if (delivery === null) throw new UsageError(ERROR_MESSAGES.not_in_spfe.en);
        await print(describeDelivery(id, delivery));
      }),
    );
}

/** Reads the order of the options; null if they only show the delivery. */
function readWanted(options: Options, { document }: IssuedInvoice): OperatorOrder | null {
  const { withdraw, resend, isBusiness, establishment } = options;
  const fact = (name: SpfeFact, said: Answer): OperatorOrder => ({
    action: 'facts',
    fact: name,
    isSo: said === 'yes',
    settlement: readSettlement(document),
  });
  const wanted: readonly OperatorOrder[] = [
    ...(withdraw === undefined ? [] : [{ action: 'withdraw', why: withdraw } as const]),
    ...(resend === undefined ? [] : [{ action: 'resend' } as const]),
    ...(isBusiness === undefined ? [] : [fact('is_business', isBusiness)]),
    ...(establishment === undefined ? [] : [fact('establishment_in_spain', establishment)]),
  ];
  if (wanted.length > 1)
    throw new UsageError('Give one of --withdraw, --resend, --is-business and --establishment');
  const [order = null] = wanted;
  if (order !== null && options.reason === undefined)
    throw new UsageError('--reason <text> is required: it is recorded with the order');
  return order;
}

async function carryOut(
  pool: Pool,
  invoiceId: number,
  { organizationId }: IssuedInvoice,
  order: OperatorOrder,
  options: Options,
): Promise<void> {
  const invoice = { organizationId, invoiceId };
  const outcome = await orderAsOperator(pool, invoice, order, readOrder(options), new Date());
  if (outcome === 'done') return;
  const delivery = await readDelivery(pool, organizationId, invoiceId, true, 'en');
  if (delivery === null) throw new UsageError(ERROR_MESSAGES.not_in_spfe.en);
  const { channel, missing, state } = delivery;
  if (outcome === 'channel') throw new UsageError(fillText(ERROR_MESSAGES.spfe_no_copy, { channel }).en);
  if (outcome === 'fact')
    throw new UsageError(fillText(ERROR_MESSAGES.spfe_fact_known, { missing: missing.join(', ') }).en);
  const message = {
    withdraw: ERROR_MESSAGES.spfe_not_withdrawable,
    resend: ERROR_MESSAGES.spfe_not_resendable,
    facts: ERROR_MESSAGES.spfe_without_missing_facts,
  }[order.action];
  // Nothing waits for the service here, because what is shown is the stored state.
  const word = formatMessage(`spfe_is_${state === 'waiting_transport' ? 'pending' : state}`);
  throw new UsageError(fillText(message, { state: word }).en);
}

function describeDelivery(id: number, delivery: SpfeDeliveryView): string[] {
  const { state, reason, missing, rule, channel, due_by: dueBy, csv, error, messages, versions } = delivery;
  const broken = rule === null ? null : `${rule}: ${showControls(delivery.rule_message ?? '')}`;
  const why = reason ?? broken ?? (missing.length === 0 ? null : `missing: ${missing.join(', ')}`);
  return [
    `${id}  ${state}${why === null ? '' : ` (${why})`}, ${channel}${dueBy === null ? '' : `, due by ${dueBy}`}`,
    ...(csv === null ? [] : [`  CSV ${csv}`]),
    ...(error === null ? [] : [`  ${error.code}: ${error.message ?? ''}`]),
    ...(delivery.remains_after_annulment
      ? [
          '  the invoice is annulled, and AEAT still has it: rectify it, or withdraw it if the operation never existed',
        ]
      : []),
    ...versions.map(
      (version) =>
        `  version ${version.version}${version.is_copy ? ', a copy' : ''}, ${version.size} bytes${version.reason === null ? '' : `: ${version.reason}`}`,
    ),
    ...messages.map(
      ({ kind, state: reached, effective_on: on, csv: taken, error: refusal }) =>
        `  ${kind} ${reached}${on === null ? '' : ` of ${on}`}${taken === null ? '' : `, CSV ${taken}`}${refusal === null ? '' : ` (${refusal.code})`}`,
    ),
  ];
}
