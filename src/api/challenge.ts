const API_KEY = /(?:^|\s)org_live_/;

/** Whether an Authorization header brings an API key where a session token belongs. No session has such a token. */
export function isApiKey(authorization: string): boolean {
  return API_KEY.test(authorization);
}

/**
 * What a 401 says in `WWW-Authenticate` (RFC 6750, 3): the messages of its body are fixed.
 * @param authorization the header that was refused; undefined when there was none.
 */
export function buildChallenge(authorization: string | undefined): string {
  if (!authorization?.trim()) return 'Bearer';
  const description = isApiKey(authorization)
    ? 'This is an API key, not a session token; POST it as api_key to /api/v1/auth/sessions to get one'
    : 'The session token is unknown, revoked or expired; POST an api_key to /api/v1/auth/sessions to get one';
  return `Bearer error="invalid_token", error_description="${description}"`;
}
