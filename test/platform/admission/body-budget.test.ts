import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyBudget, type Reservation } from '#src/platform/admission/body-budget.ts';

const MB = 1024 * 1024;
const BUDGET = 64 * MB;

function open() {
  const clock = { now: 0 };
  return { clock, budget: createBodyBudget(BUDGET, () => clock.now) };
}
const reserved = (result: Reservation | string): Reservation => {
  if (typeof result === 'string') throw new Error(`no room: ${result}`);
  return result;
};

describe('the budget of request bodies', () => {
  it('reserves the declared length of a body before its first byte arrives', () => {
    const { budget } = open();
    reserved(budget.reserve(1, 10 * MB));
    expect(budget.held).toBe(10 * MB);
    expect(budget.reserve(1, 10 * MB)).toBe('organization');
    expect(budget.held).toBe(10 * MB);
  });

  it('gives each organization at most a quarter', () => {
    const { budget } = open();
    for (const organization of [1, 2, 3, 4]) reserved(budget.reserve(organization, 13 * MB));
    expect(budget.reserve(1, 2 * MB)).toBe('organization');
    expect(budget.reserve(5, 13 * MB)).toBe('process');
  });

  it('keeps a reserve for small bodies', () => {
    const { budget } = open();
    for (const organization of [1, 2, 3, 4]) reserved(budget.reserve(organization, 14 * MB));
    expect(budget.reserve(5, 1 * MB)).toBe('process');
    reserved(budget.reserve(5, 100_000));
    reserved(budget.reserve(1, 100_000));
  });

  it('withdraws the reservation of a stalled body when another body needs the room', () => {
    const { budget, clock } = open();
    const idle = [1, 2, 3, 4].map((organization) => reserved(budget.reserve(organization, 13 * MB)));
    for (const each of idle) expect(each.take(1000)).toBeNull();
    expect(budget.reserve(5, 13 * MB)).toBe('process');
    clock.now = 2000;
    const other = reserved(budget.reserve(5, 13 * MB));
    expect(budget.held).toBe(13 * MB + 4000);
    // Stalled bodies can continue while there is room.
    expect(idle[0]!.take(13 * MB - 1000)).toBeNull();
    expect(other.take(13 * MB)).toBeNull();
  });

  it('does not withdraw the reservation of a body that keeps arriving', () => {
    const { budget, clock } = open();
    const coming = [1, 2, 3, 4].map((organization) => reserved(budget.reserve(organization, 13 * MB)));
    for (const each of coming) each.take(10 * MB);
    clock.now = 15_000;
    expect(budget.reserve(5, 13 * MB)).toBe('process');
    for (const each of coming) expect(each.take(3 * MB)).toBeNull();
  });

  it('lets a body of unknown length grow as long as there is room', () => {
    const { budget } = open();
    const body = reserved(budget.reserve(1, null));
    expect(budget.held).toBe(0);
    expect(body.take(14 * MB)).toBeNull();
    expect(body.take(1)).toBe('organization');
    expect(budget.held).toBe(14 * MB);
    body.release();
    expect(budget.held).toBe(0);
  });

  it('is never exceeded and is completely free at the end, for any sequence of events', () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('begin' as const),
        organization: fc.nat({ max: 5 }),
        declared: fc.option(fc.nat({ max: 20 * MB })),
      }),
      fc.record({ kind: fc.constant('come' as const), at: fc.nat(), bytes: fc.nat({ max: 8 * MB }) }),
      fc.record({ kind: fc.constant('end' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 20_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        const { budget, clock } = open();
        const bodies: { organization: number; arrived: number; left: number; reservation: Reservation }[] =
          [];
        const pick = (at: number) => bodies[at % Math.max(1, bodies.length)];
        for (const each of events) {
          if (each.kind === 'wait') clock.now += each.ms;
          if (each.kind === 'begin') {
            const result = budget.reserve(each.organization, each.declared);
            if (typeof result !== 'string')
              bodies.push({
                organization: each.organization,
                arrived: 0,
                left: each.declared ?? Infinity,
                reservation: result,
              });
          }
          if (each.kind === 'come') {
            const body = pick(each.at);
            const bytes = Math.min(each.bytes, body?.left ?? 0);
            if (body && body.reservation.take(bytes) === null) {
              body.arrived += bytes;
              body.left -= bytes;
            } else if (body) {
              body.reservation.release();
              bodies.splice(bodies.indexOf(body), 1);
            }
          }
          if (each.kind === 'end') {
            const body = pick(each.at);
            body?.reservation.release();
            body?.reservation.release();
            if (body) bodies.splice(bodies.indexOf(body), 1);
          }
          const arrived = (of: typeof bodies) => of.reduce((sum, body) => sum + body.arrived, 0);
          expect(budget.held).toBeGreaterThanOrEqual(arrived(bodies));
          expect(budget.held).toBeLessThanOrEqual(BUDGET);
          for (const organization of [0, 1, 2, 3, 4, 5]) {
            expect(arrived(bodies.filter((body) => body.organization === organization))).toBeLessThanOrEqual(
              BUDGET / 4,
            );
          }
        }
        for (const { reservation } of bodies) reservation.release();
        expect(budget.held).toBe(0);
      }),
    );
  });
});
