import { leaf, of, parent } from '../../xml/parts.ts';
import type { Corrective } from './corrective.ts';
import { period } from './write-periods.ts';

/** CorrectiveType. */
export const CORRECTIVE = parent<Corrective>(
  'Corrective',
  leaf('InvoiceNumber', ({ original }) => original?.number),
  leaf('InvoiceSeriesCode', ({ original }) => original?.series),
  leaf('ReasonCode', ({ reason }) => reason.code),
  leaf('ReasonDescription', ({ reason }) => reason.description),
  of(({ taxPeriod }) => taxPeriod, period('TaxPeriod')),
  leaf('CorrectionMethod', ({ method }) => method.code),
  leaf('CorrectionMethodDescription', ({ method }) => method.description),
  leaf('AdditionalReasonDescription', ({ additionalReason }) => additionalReason),
  leaf('InvoiceIssueDate', ({ originalDate }) => originalDate),
);
