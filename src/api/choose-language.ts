import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { versionOf } from './versions.ts';

/** The languages of messages in version 2. The first one is the default. */
const MESSAGE_LANGUAGES = ['en', 'es'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/**
 * Chooses the language of the messages in an answer by `Accept-Language` (RFC 9110, 12.5.4) and says in the headers of the answer which it is.
 * @returns `en` for version 1, whose answers are only in English and have none of these headers.
 */
export function chooseLanguage(
  request: Pick<FastifyRequest, 'headers' | 'routeOptions' | 'url'>,
  reply: Pick<FastifyReply, 'headers'>,
): MessageLanguage {
  if (versionOf(request) === 1) return 'en';
  const language = negotiate(request);
  reply.headers({ 'Content-Language': language, Vary: 'Accept-Language' });
  return language;
}

function negotiate({ headers }: Pick<FastifyRequest, 'headers'>): MessageLanguage {
  if (headers['accept-language'] === undefined) return 'en';
  const [first = 'en'] = new Negotiator({ headers }).languages([...MESSAGE_LANGUAGES]);
  return first as MessageLanguage;
}
