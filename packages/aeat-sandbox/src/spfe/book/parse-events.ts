import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isDay } from '../schema/document-types.ts';
import {
  CUSTOMER_EVENTS,
  nameInvoice,
  SUPPLIER_EVENTS,
  type EventChange,
  type SpfeEvent,
  type UniqueCode,
} from './change.ts';
import type { SpfeBook } from './spfe-book.ts';

/** An event that the control endpoint enters, as the other party would report it. */
export type SimulatedEvent = UniqueCode &
  SpfeEvent & {
    /** The time in ISO 8601 from which it is visible; default: now. */
    readonly at?: string | undefined;
  };

const Day = Type.Optional(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }));
const Flag = Type.Optional(Type.Boolean());
const Events = Type.Array(
  Type.Object(
    {
      nif: Type.String(),
      number: Type.String(),
      date: Type.String(),
      name: Type.Enum([...CUSTOMER_EVENTS, ...SUPPLIER_EVENTS]),
      effectiveDate: Day,
      dueDate: Day,
      shipmentDate: Day,
      receptionDate: Day,
      conditionCode: Type.Optional(Type.Enum(['01', '02'])),
      hasFinancing: Flag,
      isCorrected: Flag,
      isNegative: Flag,
      at: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
);

/** Reads events of the control endpoint. @throws TypeError that names the invalid member. */
export function parseEvents(value: unknown): SimulatedEvent[] {
  const list: unknown = Array.isArray(value) ? value : [value];
  if (Value.Check(Events, list)) return list;
  const [error] = Value.Errors(Events, list);
  throw new TypeError(`events${error?.instancePath ?? ''}: ${error?.message ?? 'not understood'}`);
}

/**
 * Enters events without checking their order: what the recipient reports, also late, early or twice.
 * @returns the number of events.
 * @throws TypeError for an unknown invoice, a day that the calendar lacks, or a time.
 */
export function enterEvents(book: SpfeBook, events: readonly SimulatedEvent[], now: number): number {
  const changes = events.map(({ nif, number, date, at, ...event }): EventChange => {
    const code = { nif, number, date };
    const time = at === undefined ? now : Date.parse(at);
    if (!book.find(code, now)) throw new TypeError(`events: there is no invoice ${nameInvoice(code)}`);
    if (Number.isNaN(time)) throw new TypeError(`events: at: ${at}`);
    const days = [event.effectiveDate, event.dueDate, event.shipmentDate, event.receptionDate];
    if (days.some((day) => day !== undefined && !isDay(day))) throw new TypeError('events: no such day');
    return { kind: 'event', code, event, message: null, csv: null, at: time };
  });
  book.write(changes);
  return changes.length;
}
