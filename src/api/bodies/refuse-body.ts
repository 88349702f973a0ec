import type { FastifyInstance } from 'fastify';
import type { BodyRefusal } from '../../accept/examine-body.ts';

/** The answer to a body that is no batch. @returns 400 where it is no JSON, 422 where its shape is wrong. */
export function refuseBody({ httpErrors }: FastifyInstance, { kind, message }: BodyRefusal): Error {
  return kind === 'not_json'
    ? httpErrors.badRequest(message)
    : httpErrors.createError(422, message, { code: 'validation_failed' });
}
