import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { formatCents, negateDecimal, readCents } from '../../money/decimals.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import { formatRate } from '../notation.ts';
import { NotExpressible } from '../refusal.ts';
import { IS_EACH_SUPLIDO_STATED, IS_LOWERING_NEGATIVE, writeCode } from './switches.ts';
import type { CollectedAmount, SpfeInvoice, Withholding } from './terms.ts';
import { listWithholdings } from './withholdings.ts';

/** What the amount to pay contains beside the total: suplidos and withholdings. */
export type Collected = Pick<SpfeInvoice, 'BG-34' | 'BT-ES-17' | 'BG-ES-4'> & {
  /** Its effect on the amount to pay, in cents. */
  readonly effect: bigint;
};

const SUPLIDOS = 'Suplidos (art. 78.Tres.3.º LIVA)';

/**
 * Builds BG-34 and BG-ES-4. One line of BG-34 has the sum of the withholdings, which BT-ES-17 and
 * BG-ES-4 state as positive amounts.
 * @throws NotExpressible if the concept of a withholding cannot be derived.
 */
export function buildCollected(document: InvoiceDocument): Collected {
  const { totals, issuer } = document;
  const withholdings = listWithholdings(document);
  const withheld = withholdings.reduce((sum, { amount }) => sum + amount, 0n);
  const reimbursed = readCents(totals.reimbursableExpenses ?? '0.00');
  const name = isPersonNif(issuer.nif) ? 'Retención IRPF' : 'Retención';
  const rates = [...new Set(withholdings.map(({ rate }) => formatRate(rate)))].join(', ');
  return {
    'BG-34': [
      ...listReimbursed(document),
      ...(withholdings.length === 0 ? [] : [collect('RETE', -withheld, `${name} ${rates}`)]),
    ],
    ...(withholdings.length > 0 && { 'BT-ES-17': formatCents(withheld) }),
    'BG-ES-4': withholdings.map(({ rate, concept, base, amount }): Withholding => ({
      'BT-ES-18': formatCents(base),
      'BT-ES-19': formatCents(amount),
      'BT-ES-20': rate,
      'BT-ES-21': writeCode(concept),
    })),
    effect: reimbursed - withheld,
  };
}

/** Lists the suplidos: each that is stated, of which one that is given back is `MINO`. */
function listReimbursed({ totals, reimbursableExpenses = [] }: InvoiceDocument): CollectedAmount[] {
  if (IS_EACH_SUPLIDO_STATED && reimbursableExpenses.length > 0)
    return reimbursableExpenses.map(({ description, amount }) => {
      const effect = readCents(amount);
      return collect(effect < 0n ? 'MINO' : 'SUPL', effect, description);
    });
  const sum = totals.reimbursableExpenses;
  return sum === null ? [] : [collect('SUPL', readCents(sum), SUPLIDOS)];
}

/** @param effect on the amount to pay, in cents. */
function collect(code: CollectedAmount['code'], effect: bigint, description: string): CollectedAmount {
  const amount = formatCents(effect);
  const isLowering = code === 'RETE' || code === 'MINO';
  return { code, amount: isLowering && !IS_LOWERING_NEGATIVE ? negateDecimal(amount) : amount, description };
}

/**
 * Builds what was paid (BT-113) and is to be paid (BT-115).
 * @param total with tax, in cents.
 * @param effect of BG-34, in cents.
 * @throws NotExpressible if it is not the amount to pay of the document.
 */
export function buildPayable(
  { totals, paid }: InvoiceDocument,
  total: bigint,
  effect: bigint,
): Pick<SpfeInvoice, 'BT-113' | 'BT-115'> {
  const whole = total + effect;
  const advance = paid === true ? whole : readCents(totals.prepaid ?? '0.00');
  const due = whole - advance;
  if (paid !== true && due !== readCents(totals.payable)) {
    const says = formatMessage('parts_differ', {
      what: formatMessage('the_amounts_to_pay'),
      found: formatCents(due),
      stated: totals.payable,
    });
    throw new NotExpressible('SPFE BT-115', says);
  }
  return { ...(advance !== 0n && { 'BT-113': formatCents(advance) }), 'BT-115': formatCents(due) };
}
