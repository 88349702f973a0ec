import { describe, expect, it } from 'vitest';
import { describeRoom, forecastFull } from '#src/platform/telemetry/watch-disks.ts';

const GB = 1024 ** 3;

/**
 * Samples every five seconds: the free bytes fall by `perSecond` during the last `seconds`, and did
 * not change before.
 */
function fill(perSecond: number, seconds: number, free: number) {
  return Array.from({ length: 37 }, (_none, place) => {
    const left = (36 - place) * 5;
    return { at: 1_000_000 - left * 1000, free: free + Math.min(left, seconds) * perSecond };
  });
}

describe('the forecast of a full disk', () => {
  it.each([
    ['60 s at a rate that fills it within a minute', 1, 60, 60],
    ['an hour at a rate that fills it within an hour', 0.5, 1800, 3600],
  ])('is %s', (_what, share, free, seconds) => {
    expect(forecastFull(fill(share * GB, 180, free * GB))).toBeCloseTo(seconds);
  });

  it('does not take a burst that is over, or that began a few seconds ago, for a trend', () => {
    expect(forecastFull(fill(GB, 10, 60 * GB))).toBeGreaterThan(600);
    expect(forecastFull(fill(0, 0, 60 * GB))).toBeNull();
    expect(forecastFull(fill(-GB, 180, 60 * GB))).toBeNull();
    expect(forecastFull(fill(GB, 180, 60 * GB).slice(-4))).toBeNull();
    expect(forecastFull([])).toBeNull();
  });

  it('is a fault if the disk is full within an hour', () => {
    const room = { directory: '/data', freeBytes: 3 * GB, sizeBytes: 9 * GB };
    expect(describeRoom({ ...room, fullInSeconds: 45 })).toBe(
      'the disk of /data is full in 45 s if it continues to fill as now: 3.0 GB are free',
    );
    expect(describeRoom({ ...room, fullInSeconds: 1800 })).toContain('is full in 30 min');
    expect(describeRoom({ ...room, fullInSeconds: 3601 })).toBeNull();
    expect(describeRoom({ ...room, fullInSeconds: null })).toBeNull();
  });
});
