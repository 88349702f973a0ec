import type { DocumentLine } from '../../contracts/invoice-document.ts';
import type { Findings, LineReport } from '../reading/findings.ts';
import type { RequestRules } from '../reading/request-rules.ts';

/** What the rules of a line depend on besides the line. */
export type LineContext = {
  readonly rules: RequestRules;
  /** Valid rates of IVA for the line, in per cent. */
  readonly vatRates: readonly number[];
  /** Day of the operation; null if it is not known yet. */
  readonly operationDay: string | null;
  /**
   * Whether the invoice rectifies others by differences, so that it also gives back what was
   * charged wrongly.
   */
  readonly isDifference: boolean;
  /** The premises of lines of regime 11 that state none; null if the invoice states none either. */
  readonly property: DocumentLine['property'] | null;
  /** Whether a member was sent as a JSON number that a double cannot hold exactly. */
  readonly isInexact: (member: string) => boolean;
  readonly report: LineReport;
  readonly findings: Findings;
};
