/**
 * Reads one metric without labels from the operations port of a process.
 * @throws if it does not exist.
 */
export async function readMetric(opsUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`${opsUrl}/metrics has no ${name}`);
  return Number(value);
}
