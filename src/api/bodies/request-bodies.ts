import { PERMITS } from '../../platform/admission/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from '../../contracts/api-error.ts';
import { createSemaphore, SemaphoreTimeout } from '../../platform/admission/semaphore.ts';
import { releasePermit, retakePermit } from '../limits/request-semaphores.ts';
import type { IngressMetrics } from '../ingress-metrics.ts';
import type { BodyBudget, Reservation } from '../../platform/admission/body-budget.ts';
import { createBodyCollector } from './free-bodies.ts';
import { readCoding } from './body-encodings.ts';
import { type BodyFailure, freeBody, readBody, type ReadOptions, UnreadBody } from './read-body.ts';
import { type Coding, decompressBody } from './decompress-body.ts';

/**
 * Reads the body of a request and passes it to `work`. The body stays in memory exactly until
 * `work` has ended, even if the client has gone.
 * @throws 400, 413, 503; what `work` throws.
 */
export type WithBody = <T>(request: FastifyRequest, work: (body: Buffer) => Promise<T>) => Promise<T>;

/**
 * Share of an endpoint's body limit that a compressed body may use. The memory budget has room for
 * these bytes beside the decompressed ones.
 */
const PACKED_SHARE = 1 / 4;

/**
 * Makes the routes read request bodies as bytes when they are ready for them. Fastify's own parsing
 * would read everything that arrives, and its validation would convert and drop what a client sent.
 * @param budget memory for the bodies of organizations. A body without an organization (to create a
 *   session) is small, and the connection limit bounds their number.
 */
export function installBodies(app: FastifyInstance, budget: BodyBudget, metrics: IngressMetrics): WithBody {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
  const collect = createBodyCollector();
  const withPermit = createSemaphore(PERMITS.decompressing);

  function reserve(request: FastifyRequest, length: number | null): Reservation | null {
    const organizationId = request.organization?.organizationId;
    if (organizationId === undefined || length === 0) return null;
    const reserved = budget.reserve(organizationId, length);
    if (typeof reserved === 'string') {
      metrics.bodiesRefused.inc({ share: reserved });
      throw apiError('many_bodies', {});
    }
    return reserved;
  }

  function take(reservation: Reservation | null, bytes: number): boolean {
    const noRoom = reservation?.take(bytes) ?? null;
    metrics.bodyBytes.set(budget.held);
    if (noRoom !== null) metrics.bodiesRefused.inc({ share: noRoom });
    return noRoom === null;
  }

  async function unpack(request: FastifyRequest, packed: Buffer, coding: Coding, options: Room) {
    const owner = request.organization?.organizationId ?? 'strangers';
    try {
      return await withPermit(owner, () => decompressBody(packed, coding, options));
    } catch (error) {
      throw error instanceof SemaphoreTimeout ? apiError('many_bodies', {}) : error;
    } finally {
      freeBody(packed);
    }
  }

  return async (request, work) => {
    const limit = request.routeOptions.bodyLimit;
    const length = readLength(request);
    const coding = readCoding(request.headers['content-encoding']);
    const most = coding === null ? limit : limit * PACKED_SHARE;
    if (length !== null && length > most)
      throw refuse(coding === null ? 'too_large' : 'too_large_compressed', limit);
    // The decompressed length is unknown in advance.
    const reservation = reserve(request, coding === null ? length : null);
    const room: Room = { limit, take: (bytes) => take(reservation, bytes) };
    let body: Buffer | null = null;
    try {
      // The client may send it slowly.
      releasePermit(request);
      body = await readBody(request.raw, { ...room, limit: most, length }).catch((error: unknown) => {
        // The client has closed the connection, so this is an error of the request and not of the
        // server.
        throw error instanceof UnreadBody ? error : apiError('connection_closed', {});
      });
      await retakePermit(request);
      if (coding !== null) body = await unpack(request, body, coding, room);
      return await work(body);
    } catch (error) {
      throw error instanceof UnreadBody ? refuse(error.failure, limit) : error;
    } finally {
      if (body !== null) {
        collect(body.length);
        freeBody(body);
      }
      reservation?.release();
      metrics.bodyBytes.set(budget.held);
    }
  };
}

/**
 * Returns the error answer for a failure. Node discards the rest of the refused body, so the client
 * receives the answer and can keep using the connection.
 */
function refuse(failure: BodyFailure | 'too_large_compressed', limit: number): ApiError {
  switch (failure) {
    case 'too_large':
      return apiError('large_body', { most: describeSize(limit) });
    case 'too_large_compressed':
      return apiError('large_packed_body', {
        mostPacked: describeSize(limit * PACKED_SHARE),
        most: describeSize(limit),
      });
    case 'too_many_pieces':
      return apiError('too_many_pieces', {});
    case 'wrong_length':
      return apiError('wrong_length', {});
    case 'wrong_coding':
      return apiError('wrong_coding', {});
    case 'window_too_large':
      return apiError('large_zstd_window', {});
    case 'no_room':
      return apiError('many_bodies', {});
  }
}

type Room = Pick<ReadOptions, 'limit' | 'take'>;

function describeSize(bytes: number): string {
  const [size, unit] = bytes < MEGABYTE ? [bytes / 1024, 'KB'] : [bytes / MEGABYTE, 'MB'];
  return `${bytes} bytes (${Math.floor(size * 10) / 10} ${unit})`;
}

const MEGABYTE = 1024 * 1024;

/**
 * Returns the Content-Length, or null for a chunked body. Node has already refused an invalid
 * length.
 */
function readLength({ headers }: FastifyRequest): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}
