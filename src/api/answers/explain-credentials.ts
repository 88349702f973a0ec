import type { IncomingHttpHeaders } from 'node:http';
import { type ApiError, apiError } from '../../contracts/api-error.ts';
import { API_KEY } from '../../contracts/api-key.ts';

/*
 * What version 2 answers to a request without a valid API key or session token: what to send
 * instead. No message contains what was sent.
 */

/** Whether a text contains an API key, the token of a session, or the secret of an endpoint. */
const KEY = /\borg_live_/;
const TOKEN = /\bses_/;
const WEBHOOK_SECRET = /\bwhsec_/;
const BEARER = /^Bearer +([^\s]+)$/i;

/**
 * Explains why the credentials of a request are refused.
 * @param isSingle whether the request has one Authorization header.
 */
export function explainCredentials(headers: IncomingHttpHeaders, isSingle: boolean): ApiError {
  const { authorization } = headers;
  if (!authorization?.trim())
    return headers['x-api-key'] === undefined
      ? apiError('missing_credentials', {})
      : apiError('key_in_other_header', {});
  if (!isSingle) return apiError('several_authorizations', {});
  if (/^Basic\b/i.test(authorization)) return apiError('basic_authentication', {});
  if (WEBHOOK_SECRET.test(authorization)) return apiError('webhook_secret_sent', {});
  const secret = BEARER.exec(authorization)?.[1];
  const hasKey = KEY.test(authorization);
  if (!hasKey && !TOKEN.test(authorization)) return apiError('unknown_secret', {});
  if (secret === undefined || !/^(?:org_live|ses)_/.test(secret)) return apiError('without_bearer', {});
  if (!hasKey) return apiError('ended_session', {});
  return API_KEY.test(secret) ? apiError('unknown_api_key', {}) : apiError('malformed_api_key', {});
}

/** Explains why version 2 opens no session for a text that is no valid API key. */
export function explainApiKey(apiKey: string): ApiError {
  if (TOKEN.test(apiKey)) return apiError('token_as_api_key', {});
  if (WEBHOOK_SECRET.test(apiKey)) return apiError('webhook_secret_as_api_key', {});
  return KEY.test(apiKey) && !API_KEY.test(apiKey)
    ? apiError('malformed_api_key', {})
    : apiError('unknown_key_for_session', {});
}
