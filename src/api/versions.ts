import type { FastifyRequest } from 'fastify';
import type { ApiVersion } from '../contracts/codes.ts';

/** The path under which each version of the API is served. */
export const PREFIXES: Readonly<Record<ApiVersion, string>> = { 1: '/api/v1', 2: '/api/v2' };

const OF_V2 = /^\/api\/v2(?:[/?]|$)/;

/** Returns the version whose form the answer to a request has. Paths that belong to no version are answered as by version 1. */
export function versionOf({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): ApiVersion {
  return OF_V2.test(routeOptions.url ?? url) ? 2 : 1;
}
