/** Headers that identify the origin of a request. */
export type OriginHeaders = {
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
};

/**
 * Returns whether a request that changes something comes from the dashboard's own page or from a
 * client that is not a browser (curl). Browsers send the stored login with requests of other sites
 * too, but also name the site.
 */
export function isSameOrigin(headers: OriginHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Some browsers omit Sec-Fetch-Site over plain HTTP but send Origin.
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}
