import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { SpfeDefaultInput } from '../../contracts/v2/spfe.ts';
import { readDate } from '../invoice/read-dates.ts';
import { type Finding, Findings, type ReportOn } from '../reading/findings.ts';
import { isBlank } from '../reading/read-text.ts';

/** That an invoice was not paid when it was due (DEFAULT; Orden HAC/1028/2026, Annex II). Days are `YYYY-MM-DD`. */
export type Default = {
  readonly dueOn: string;
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
};

type Member = keyof SpfeDefaultInput;
const LABEL = formatMessage('spfe_default');

/**
 * Reads the report of a default and judges its days.
 * @param input whose JSON types were checked; null and absent are equivalent.
 * @param issueDate of the invoice, `YYYY-MM-DD`.
 * @param today `YYYY-MM-DD` in Madrid.
 */
export function judgeDefault(
  input: SpfeDefaultInput,
  { issueDate, today }: { readonly issueDate: string; readonly today: string },
): { readonly reported: Default } | { readonly findings: readonly Finding[] } {
  const findings = new Findings();
  const report: ReportOn<Member> = findings.reportIn<Member>('', LABEL);
  const dueOn = readDate(input.due_on, 'due_on', report);
  if (isBlank(input.due_on)) report('due_on', 'blank', formatMessage('blank'));
  else if (dueOn !== null && dueOn >= today)
    report('due_on', 'out_of_range', formatMessage('spfe_not_due_yet', { date: dueOn, today }));
  else if (dueOn !== null && dueOn < issueDate)
    report(
      'due_on',
      'out_of_range',
      formatMessage('spfe_due_before_issue', { date: dueOn, issued: issueDate }),
    );
  const [goodsReceivedOn, invoiceReceivedOn] = (['goods_received_on', 'invoice_received_on'] as const).map(
    (member) => {
      const date = readDate(input[member], member, report);
      if (date !== null && date > today)
        report(member, 'out_of_range', formatMessage('spfe_received_in_future', { date, today }));
      return date;
    },
  );
  if (dueOn === null || findings.size > 0) return { findings: findings.list() };
  return {
    reported: { dueOn, goodsReceivedOn: goodsReceivedOn!, invoiceReceivedOn: invoiceReceivedOn! },
  };
}
