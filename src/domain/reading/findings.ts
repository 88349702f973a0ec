import type { FindingCode, WarningCode } from '../../contracts/codes.ts';
import { namesOf } from '../../contracts/members.ts';
import { spanishNameOf } from '../../contracts/messages/member-names.ts';
import { joinTexts, type Text } from '../../contracts/messages/texts.ts';
import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';
import { LINE_MEMBERS } from '../../contracts/v2/line-members.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { FULL_RULES, type RequestRules } from './request-rules.ts';

export type InvoiceMember = keyof typeof INVOICE_MEMBERS;
export type LineMember = keyof typeof LINE_MEMBERS;

/** A finding or a warning about an invoice. */
export type Remark<Code extends string> = {
  /** Path of the member in the invoice: `lines[1].tax_rate`. */
  readonly field: string;
  readonly code: Code;
  /** AEAT's code for the error; null if the rule is not AEAT's. */
  readonly aeatCode: number | null;
  /** A sentence that begins with the member's name. */
  readonly message: Text;
  /**
   * The rule, if it is neither AEAT's nor the article of the code: that of a register or an
   * electronic format that cannot express the invoice, or a setting of the organization.
   */
  readonly rule?: string;
};
/** An error in an invoice. The invoice fails. */
export type Finding = Remark<FindingCode>;
/** A point in a valid invoice that a tax adviser would question. */
export type Warning = Remark<WarningCode>;

/**
 * Reports a finding or warning about a member.
 * @param says the text that follows the member's name in the message.
 * @param rule an article or an element of a register, where AEAT's code of the error is not known.
 */
export type ReportOn<Member extends string, Code extends string = FindingCode> = (
  member: Member,
  code: Code,
  says: Text,
  aeatCode?: number | null,
  rule?: string,
) => void;
export type Report = ReportOn<InvoiceMember>;
export type LineReport = ReportOn<LineMember>;

/** Names of the members of an invoice in messages. */
export const MEMBER_NAMES = namesOf(INVOICE_MEMBERS);
/** Names of the members of a line in messages, after `Line 2: `. */
export const LINE_MEMBER_NAMES = namesOf(LINE_MEMBERS);

/** The member of an invoice with one date, which findings about either date name. */
const ONLY_DATE = 'operation_date';
/** Name of that member in messages about the date of the operation. */
const ONLY_DATE_NAME: Text = {
  en: 'Issue date (the operation date with tax regimes 14 and 15)',
  es: 'Fecha de expedición (la fecha de operación con los regímenes 14 y 15)',
};

/** An error in a member: the code, the text that follows the member's name, and AEAT's code. */
export type Problem = [code: FindingCode, says: Text, aeatCode?: number];

/**
 * Builds a finding or warning about a member of the invoice itself.
 * @param says the text that follows the member's name in the message.
 */
export function buildFinding<Code extends string>(
  field: InvoiceMember,
  code: Code,
  says: Text,
  aeatCode: number | null = null,
): Remark<Code> {
  return { field, code, aeatCode, message: sayAbout(MEMBER_NAMES[field], says) };
}

/**
 * Maximum number of findings of one invoice. Without it, 1000 invalid lines would make an answer of
 * megabytes.
 */
const MAX_FINDINGS = 100;

/**
 * Collects the findings or warnings of an invoice in the order in which they are reported. Each
 * message is listed once.
 */
export class Findings<Code extends string = FindingCode> {
  readonly #findings = new Map<string, Remark<Code>>();
  readonly #hasOneDate: boolean;
  #overflow = false;

  /** @param rules of the request, whose members the findings name. */
  constructor({ hasOneDate }: Pick<RequestRules, 'hasOneDate'> = FULL_RULES) {
    this.#hasOneDate = hasOneDate;
  }

  readonly report: ReportOn<InvoiceMember, Code> = (member, code, says, aeatCode = null, rule) =>
    this.#add({
      field: this.#hasOneDate && member === 'issue_date' ? ONLY_DATE : member,
      code,
      aeatCode,
      message: sayAbout(
        this.#hasOneDate && member === ONLY_DATE ? ONLY_DATE_NAME : MEMBER_NAMES[member],
        says,
      ),
      ...(rule !== undefined && { rule }),
    });

  /**
   * @param index of the line in the request, from 0. Messages count lines from 1 in the order of
   *   the request, independently of `position`.
   */
  reportOnLine(index: number): ReportOn<LineMember, Code> {
    return (member, code, says, aeatCode = null, rule) =>
      this.#add({
        field: `lines[${index}].${member}`,
        code,
        aeatCode,
        message: sayAbout(
          nameIn(formatMessage('line', { line: index + 1 }), LINE_MEMBER_NAMES[member]),
          says,
        ),
        ...(rule !== undefined && { rule }),
      });
  }

  /**
   * Reports about the members of an object in the invoice, or of another object that is read.
   * @param place path of the object: `payment.due[1]`; empty for the object that is read.
   * @param label name of the object in messages: `Payment, due date 2`; a function that writes it is
   *   called only for a report.
   */
  reportIn<Member extends string>(place: string, label: Text | (() => Text)): ReportOn<Member, Code> {
    return (member, code, says, aeatCode = null, rule) =>
      this.#add({
        field: place === '' ? member : `${place}.${member}`,
        code,
        aeatCode,
        message: sayAbout(nameMember(typeof label === 'function' ? label() : label, member), says),
        ...(rule !== undefined && { rule }),
      });
  }

  get size(): number {
    return this.#findings.size;
  }

  /** Whether the list is full. Further findings are not listed. */
  get isFull(): boolean {
    return this.#overflow;
  }

  list(): Remark<Code | 'more_left_out'>[] {
    const findings: Remark<Code | 'more_left_out'>[] = [...this.#findings.values()];
    if (this.#overflow) findings.push(buildFinding('lines', 'more_left_out', formatMessage('more_problems')));
    return findings;
  }

  #add(finding: Remark<Code>): void {
    const { en: key } = finding.message;
    if (this.#findings.has(key)) return;
    if (this.#findings.size < MAX_FINDINGS) this.#findings.set(key, finding);
    else this.#overflow = true;
  }
}

/**
 * Says something about a member. In Spanish a colon follows the name, so that no statement depends
 * on the gender of a name.
 * @param says the text that follows the name.
 */
export function sayAbout(name: Text, says: Text): Text {
  return { en: `${name.en} ${says.en}`, es: `${name.es}: ${says.es}` };
}

/**
 * Returns the name of a member of an object in messages.
 * @param label name of the object: `Payment, due date 2`.
 */
export function nameMember(label: Text, member: string): Text {
  return nameIn(label, { en: member.replaceAll('_', ' '), es: spanishNameOf(member) });
}

function nameIn(label: Text, name: Text): Text {
  return { en: `${label.en}: ${name.en}`, es: `${label.es}, ${name.es}` };
}

/** Joins the messages of findings into the text of `processing_error`. */
export function joinMessages(findings: readonly Finding[]): Text {
  return joinTexts(findings.map(({ message }) => message));
}
