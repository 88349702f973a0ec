import { expect, it } from 'vitest';
import { writeSeries } from '../../../ops/prometheus/write-series.ts';

const span = { start: 100, end: 160, step: 15 };
const at = (...values: (number | null)[]) =>
  new Map(
    values.flatMap((value, index) => (value === null ? [] : [[100 + 15 * index, `${value}`] as const])),
  );

it.each([
  [
    { __name__: 'up', job: 'b', instance: 'a' },
    at(1, 1, 1, null, null),
    `up{instance="a",job="b"}`,
    '1x2 _x2',
  ],
  [{ __name__: 'x_seconds' }, at(0.123, 7, 7, 8, null), 'x_seconds{}', '0.1 7x1 8 _'],
  [
    { __name__: 'done_timestamp_seconds' },
    at(0, 90, 130, 130, 130),
    'done_timestamp_seconds{}',
    '0 -10 30x2',
  ],
  [
    { __name__: 'invoice_engine_disk_free_bytes', directory: '/home/somebody' },
    at(5, 5, 5, 5, 5),
    'invoice_engine_disk_free_bytes{directory="/srv/engine/.local"}',
    '5x4',
  ],
])('a recorded series is written in promtool’s format, without data of this machine: %o', (...row) => {
  const [labels, values, series, written] = row;
  expect(writeSeries(labels, values, span)).toBe(`{ series: '${series}', values: '${written}' }`);
});
