import type { InvoiceType } from '../../../contracts/codes.ts';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { listCauses } from '../rectification.ts';
import { NotExpressible } from '../refusal.ts';
import { type SplitNumber, splitNumber } from './invoice-number.ts';
import { limitText } from './limit-text.ts';
import { monthOf, type Period, readPeriod } from './periods.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/** Corrective. */
export type Corrective = {
  readonly original?: SplitNumber;
  readonly reason: Coded;
  readonly taxPeriod: Period;
  readonly method: Coded;
  readonly additionalReason: string;
  readonly originalDate?: string;
};

/** A code and the description that the schema fixes for it, to the letter. */
type Coded = { readonly code: string; readonly description: string };

const TAX_COMPUTATION: Coded = { code: '80', description: 'Cálculo de cuotas repercutidas' };
const DISCOUNTS: Coded = {
  code: '83',
  description: 'Base imponible modificada por descuentos y bonificaciones',
};
const UNPAID: Coded = {
  code: '85',
  description:
    'Base imponible modificada cuotas repercutidas no satisfechas. Auto de declaración de concurso',
};
const OPERATION: Coded = { code: '10', description: 'Detalle Operación' };

/**
 * The reason for each type of rectification: LIVA art. 80.Uno, Dos and Seis (R1), 80.Tres (R2),
 * 80.Cuatro (R3), which has no code, so that the nearest is used, and any other cause (R4). The
 * additional description states the cause itself.
 */
const REASONS: Partial<Record<InvoiceType, Coded>> = {
  R1: TAX_COMPUTATION,
  R2: UNPAID,
  R3: UNPAID,
  R4: OPERATION,
};

const SUBSTITUTION: Coded = { code: '01', description: 'Rectificación íntegra' };
const DIFFERENCES: Coded = { code: '02', description: 'Rectificación por diferencias' };
const VOLUME: Coded = {
  code: '03',
  description: 'Rectificación por descuento por volumen de operaciones durante un periodo',
};

const MAX_TEXT = 2500;

/**
 * Builds Corrective; undefined for an invoice that rectifies none. A rectification that names a
 * period instead of invoices is a discount for a volume of operations (RD 1619/2012, art. 15.3).
 * @throws NotExpressible if several invoices are rectified, or none and no period.
 */
export function buildCorrective(document: InvoiceDocument): Corrective | undefined {
  const { type, rectified, rectification } = document;
  const reason = REASONS[type];
  if (reason === undefined) return undefined;
  const originals = rectified === null ? (rectification?.invoices ?? []) : [rectified];
  const method = rectification?.method === 'substitution' ? SUBSTITUTION : DIFFERENCES;
  const additionalReason = limitText(
    listCauses(document).join('\n'),
    'AdditionalReasonDescription',
    MAX_TEXT,
    formatMessage('the_reason_of_rectification'),
  );
  const [original] = originals;
  if (originals.length > 1 || (original === undefined && method === SUBSTITUTION)) {
    throw new NotExpressible(
      'Corrective',
      formatMessage('facturae_several_rectified', { count: originals.length }),
      'rectification.invoices',
    );
  }
  if (original === undefined) {
    return {
      reason: DISCOUNTS,
      taxPeriod: requirePeriod(document),
      method: VOLUME,
      additionalReason,
    };
  }
  return {
    original: splitNumber(
      original.number,
      'Corrective/InvoiceNumber',
      'rectification.invoices[0].number_serie',
    ),
    reason,
    taxPeriod: monthOf(original.issueDate),
    method,
    additionalReason,
    originalDate: original.issueDate,
  };
}

function requirePeriod({ period }: InvoiceDocument): Period {
  const dates = readPeriod(period);
  if (dates !== undefined) return dates;
  throw new NotExpressible('Corrective/TaxPeriod', formatMessage('facturae_period'), 'period');
}
