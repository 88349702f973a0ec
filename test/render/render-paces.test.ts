import { describe, expect, it } from 'vitest';
import { WEIGHT_PER_SECOND } from '../../src/render/render-weight.ts';
import { createRenderPaces } from '../../src/render/render-paces.ts';

const MINUTE = 60_000;
/** Builds a render batch that takes `pace` times as long as its weight predicts. */
const printed = (seconds: number, pace: number) => ({
  weight: (seconds * WEIGHT_PER_SECOND) / pace,
  milliseconds: seconds * 1000,
});

describe('the render pace that a worker measures', () => {
  it('is 1 while render batches take as long as their weight predicts', () => {
    const paces = createRenderPaces();
    for (let count = 0; count < 100; count += 1) expect(paces.note(1, printed(2, 2))).toBe(false);
    expect(paces.paceOf(1)).toBe(1);
  });

  it('grows for an organization with slower render batches, and for no other', () => {
    const paces = createRenderPaces();
    paces.note(2, printed(0.1, 1));
    expect(paces.note(1, printed(5, 20))).toBe(true);
    expect(paces.paceOf(1)).toBeCloseTo(20, 0);
    expect(paces.paceOf(2)).toBe(1);
  });

  it('is reset after five minutes without a slow render batch', () => {
    let time = 0;
    const paces = createRenderPaces({ now: () => time });
    paces.note(1, printed(5, 20));
    time = 4 * MINUTE;
    expect(paces.paceOf(1)).toBeCloseTo(20, 0);
    paces.note(1, printed(5, 20));
    time = 8 * MINUTE;
    expect(paces.paceOf(1)).toBeGreaterThan(1);
    time = 9 * MINUTE + 1;
    expect(paces.paceOf(1)).toBe(1);
  });

  it('ignores short render batches, which delay no organization', () => {
    const paces = createRenderPaces();
    expect(paces.note(1, printed(0.5, 50))).toBe(false);
    expect(paces.paceOf(1)).toBe(1);
  });

  it('adapts when the machine is slow for all organizations', () => {
    const paces = createRenderPaces();
    const judgements = Array.from({ length: 300 }, (_, index) => paces.note(index % 7, printed(2, 12)));
    expect(judgements.slice(100)).not.toContain(true);
  });

  it('detects a slow organization again after the machine recovers', () => {
    const paces = createRenderPaces();
    for (let count = 0; count < 300; count += 1) paces.note(count, printed(2, 12));
    paces.note(1, printed(0.1, 1));
    expect(paces.note(2, printed(5, 20))).toBe(true);
  });
});
