type Span = { readonly start: number; readonly end: number; readonly step: number };

/**
 * Writes a recorded series in the format of promtool's tests:
 * `{ series: 'x{a="b"}', values: '0x3 1 _' }`. Timestamps are relative to the beginning of the
 * recording, which is 1970 in the tests. Names of this machine are replaced by invented ones.
 * @param values by their time, in seconds since 1970.
 */
export function writeSeries(
  { __name__: name = '', ...labels }: Readonly<Record<string, string>>,
  values: ReadonlyMap<number, string>,
  { start, end, step }: Span,
): string {
  const isInstant = name.endsWith('_timestamp_seconds') || name.endsWith('_start_time_seconds');
  const written: string[] = [];
  for (let time = start; time <= end; time += step) {
    const value = values.get(time);
    if (value === undefined) written.push('_');
    else written.push(String(round(isInstant && Number(value) > 0 ? Number(value) - start : Number(value))));
  }
  const texts = Object.entries(labels)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, text]) => `${label}="${label === 'directory' ? nameDirectory(text) : text}"`);
  return `{ series: '${name}{${texts.join(',')}}', values: '${shorten(written)}' }`;
}

const round = (value: number) => Math.round(value * 10) / 10;
const nameDirectory = (directory: string) => (directory === '/tmp' ? '/tmp' : '/srv/engine/.local');

/**
 * Shortens `0 0 0 _ _` to `0x2 _x2`: a value with its number of repetitions, and a number of
 * missing values.
 */
function shorten(values: readonly string[]): string {
  const runs: { value: string; times: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.value === value) last.times += 1;
    else runs.push({ value, times: 1 });
  }
  return runs
    .map(({ value, times }) => {
      if (times === 1) return value;
      return value === '_' ? `_x${times}` : `${value}x${times - 1}`;
    })
    .join(' ');
}
