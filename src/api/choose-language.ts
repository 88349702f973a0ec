import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '../contracts/messages/texts.ts';
import { formOf } from './versions.ts';

/**
 * Chooses the language of the messages in an answer by `Accept-Language` (RFC 9110, 12.5.4) and
 * says in the headers of the answer which it is.
 * @returns `en` for answers that are only in English and have none of these headers.
 */
export function chooseLanguage(
  request: Pick<FastifyRequest, 'headers' | 'routeOptions' | 'url'>,
  reply: Pick<FastifyReply, 'headers'>,
): MessageLanguage {
  if (!formOf(request).hasDetails) return 'en';
  const language = negotiate(request);
  reply.headers({ 'Content-Language': language, Vary: 'Accept-Language' });
  return language;
}

function negotiate({ headers }: Pick<FastifyRequest, 'headers'>): MessageLanguage {
  if (headers['accept-language'] === undefined) return 'en';
  const [first = 'en'] = new Negotiator({ headers }).languages([...MESSAGE_LANGUAGES]);
  return first as MessageLanguage;
}
