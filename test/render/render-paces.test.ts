import { describe, expect, it } from 'vitest';
import { WEIGHT_PER_SECOND } from '../../src/render/render-weight.ts';
import { createRenderPaces } from '../../src/render/render-paces.ts';

const MINUTE = 60_000;
/** A render batch that takes so many times as long as its weight says. */
const printed = (seconds: number, pace: number) => ({
  weight: (seconds * WEIGHT_PER_SECOND) / pace,
  milliseconds: seconds * 1000,
});

describe('what a worker learns of how long prints take', () => {
  it('is nothing while they take what their weight says', () => {
    const paces = createRenderPaces();
    for (let count = 0; count < 100; count += 1) expect(paces.note(1, printed(2, 2))).toBe(false);
    expect(paces.paceOf(1)).toBe(1);
  });

  it('is by how much those of an organization took longer; of others nothing', () => {
    const paces = createRenderPaces();
    paces.note(2, printed(0.1, 1));
    expect(paces.note(1, printed(5, 20))).toBe(true);
    expect(paces.paceOf(1)).toBeCloseTo(20, 0);
    expect(paces.paceOf(2)).toBe(1);
  });

  it('is forgotten after five minutes without a slow print', () => {
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

  it('is nothing of short prints, which hold up nobody', () => {
    const paces = createRenderPaces();
    expect(paces.note(1, printed(0.5, 50))).toBe(false);
    expect(paces.paceOf(1)).toBe(1);
  });

  it('is nothing in the end where the machine is slow for all', () => {
    const paces = createRenderPaces();
    const judgements = Array.from({ length: 300 }, (_, index) => paces.note(index % 7, printed(2, 12)));
    expect(judgements.slice(100)).not.toContain(true);
  });

  it('is not lost when the machine was slow for all and is quick again', () => {
    const paces = createRenderPaces();
    for (let count = 0; count < 300; count += 1) paces.note(count, printed(2, 12));
    paces.note(1, printed(0.1, 1));
    expect(paces.note(2, printed(5, 20))).toBe(true);
  });
});
