/*
 * Preloaded into a process of the product. Its clock is wrong by CLOCK_SHIFT_SECONDS, and jumps
 * back by ten minutes at SIGUSR2. Only Date is affected, because the monotonic timers of a machine
 * do not jump.
 */
const state = { shift: Number(process.env['CLOCK_SHIFT_SECONDS'] ?? 0) * 1000 };
const LEAP_MS = 600_000;
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...values: unknown[]) {
    if (values.length === 0) super(RealDate.now() + state.shift);
    else super(...(values as [number]));
  }

  static override now(): number {
    return RealDate.now() + state.shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
process.on('SIGUSR2', () => {
  state.shift -= LEAP_MS;
});
