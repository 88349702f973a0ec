/** The headers that tell where a request comes from. */
export type OriginHeaders = {
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
};

/**
 * Tells whether a request that changes something comes from the dashboard's own page, or from no browser at all (curl).
 * Browsers send the stored login with requests that other sites make; they also say which site made them.
 */
export function isSameOrigin(headers: OriginHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Browsers that don't send Sec-Fetch-Site over plain HTTP still send Origin.
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}
