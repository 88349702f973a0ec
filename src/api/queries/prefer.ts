/** What a client prefers of the time of an answer (RFC 7240). */
export type Preference = {
  /** Seconds for which the client wants to wait; null if it states none. */
  readonly waitSeconds: number | null;
  /** Whether it prefers an answer before the work is done. */
  readonly isAsync: boolean;
};

/**
 * Reads the header `Prefer`. Of a preference that is stated more than once the first one counts
 * (RFC 7240, 2); what is unknown or malformed is ignored.
 * @param header several headers are joined by commas, as Node does.
 */
export function readPreference(header: string | readonly string[] | undefined): Preference {
  const stated = new Map<string, string>();
  for (const text of [header ?? []].flat().join(',').split(',')) {
    // Parameters follow a semicolon, and have no meaning here.
    const [preference = ''] = text.split(';', 1);
    const [name = '', ...values] = preference.split('=');
    const key = name.trim().toLowerCase();
    if (!stated.has(key)) stated.set(key, unquote(values.join('=').trim()));
  }
  const wait = stated.get('wait');
  return {
    waitSeconds: wait !== undefined && /^\d{1,9}$/.test(wait) ? Number(wait) : null,
    isAsync: stated.has('respond-async'),
  };
}

const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
