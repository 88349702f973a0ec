import type { XmlElement } from '../../xml/element.ts';
import { CUSTOMER_EVENTS, SUPPLIER_EVENTS, type EventName, type SpfeEvent } from '../book/change.ts';
import { REJECTION_REASONS } from '../rules/lists.ts';
import { selectAll, textAt } from '../wire/select.ts';

/** The members of cac:Response that an event may have, beside the day on which it took effect. */
type Member = Exclude<keyof SpfeEvent, 'name' | 'effectiveDate'>;

const MEMBERS: Readonly<Record<string, readonly Member[]>> = {
  PAYMENT: ['dueDate', 'shipmentDate', 'receptionDate', 'isCorrected', 'isNegative'],
  REJECTION: ['conditionCode'],
  SETTLEMENT: ['dueDate', 'hasFinancing', 'shipmentDate', 'receptionDate'],
  DEFAULT: ['shipmentDate', 'receptionDate'],
};
const OBLIGATORY: Readonly<Record<string, Member>> = { PAYMENT: 'dueDate', REJECTION: 'conditionCode' };
const DATED: Readonly<Record<string, Member>> = {
  DueDate: 'dueDate',
  ShipmentDate: 'shipmentDate',
  ReceptionDate: 'receptionDate',
};
const REASONS: Readonly<Record<string, Member>> = {
  CorrectedInvoice: 'isCorrected',
  NegativeAmountInvoice: 'isNegative',
};
const NAMES: ReadonlySet<string> = new Set([...SUPPLIER_EVENTS, ...CUSTOMER_EVENTS]);

/**
 * Reads an event of Annex II from cac:Response. A cancellation has neither a day nor other members.
 * @returns the name of what is wrong if it is not one.
 */
export function readEvent(response: XmlElement): SpfeEvent | string {
  const name = textAt(response, 'ResponseCode') ?? '';
  if (!NAMES.has(name)) return 'ResponseCode';
  const effectiveDate = textAt(response, 'EffectiveDate') ?? undefined;
  const isCancellation = MEMBERS[name] === undefined;
  if ((effectiveDate === undefined) !== isCancellation) return 'EffectiveDate';
  const members = new Map<Member, string | true>();
  for (const status of selectAll(response, 'Status')) {
    const read = readStatus(status);
    if (!read || members.has(read[0]) || !MEMBERS[name]?.includes(read[0])) return 'Status';
    members.set(read[0], read[1]);
  }
  const obligatory = OBLIGATORY[name];
  if (obligatory && !members.has(obligatory)) return obligatory;
  return { name: name as EventName, effectiveDate, ...Object.fromEntries(members) };
}

/** Reads the one thing that a status says: a dated fact, an indicator or the reason of a rejection. */
function readStatus(status: XmlElement): [Member, string | true] | null {
  const [first, second, ...more] = status.children;
  if (!first || more.length > 0) return null;
  const attribute = textAt(status, 'Condition/AttributeID')?.trim();
  if (first.name === 'ReferenceDate' && second?.name === 'Condition') {
    const member = DATED[attribute ?? ''];
    return member ? [member, first.text] : null;
  }
  if (second) return null;
  if (first.name === 'Condition') return attribute === 'FinancingArrangement' ? ['hasFinancing', true] : null;
  if (first.name === 'ConditionCode')
    return REJECTION_REASONS.has(first.text) ? ['conditionCode', first.text] : null;
  const member = REASONS[first.text];
  return first.name === 'StatusReason' && member ? [member, true] : null;
}
