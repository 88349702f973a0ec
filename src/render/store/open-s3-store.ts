import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { findCredentials, type S3Identity } from './find-credentials.ts';
import { type RenderBatchPlace, type RenderStore, StoreAwayError } from './render-store.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly identity: S3Identity;
};

const PREFIX = 'render-batches';
const CONNECT_MS = 3000;
const ANSWER_MS = 10_000;
/** Number of attempts, including the first. The job retries when the store is unavailable. */
const ATTEMPTS = 2;
const NAME = /^render-batches\/(\d{4}-\d{2}-\d{2})\/([0-9a-f]{64})$/;

const nameObject = ({ storedOn, sha256 }: RenderBatchPlace) =>
  `${PREFIX}/${storedOn}/${sha256.toString('hex')}`;

/**
 * Sends a request to the service.
 * @throws StoreAwayError for every error except that the object does not exist.
 */
async function ask<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoSuchKey) throw error;
    throw new StoreAwayError(`The render store failed to ${what}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Opens a bucket of an S3-compatible service. Does not connect yet, so a process can start while
 * the service is unavailable.
 */
export function openS3Store(settings: S3Settings): RenderStore {
  const { endpoint, region, bucket: Bucket, identity } = settings;
  const limits = { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true };
  const client = new S3Client({
    endpoint,
    region,
    credentials: findCredentials(identity, region, limits),
    // Services other than AWS have no host name per bucket.
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    requestHandler: limits,
    // Older services do not support other checksums. The content is verified against its name after
    // reading.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  return {
    async put(place, Body) {
      const command = new PutObjectCommand({ Bucket, Key: nameObject(place), Body });
      await ask('store a render batch', () => client.send(command));
    },
    async get(place) {
      try {
        return await ask('return a render batch', async () => {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: nameObject(place) }));
          return await buffer(Body as Readable);
        });
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async *list(day) {
      const asked = { Bucket, Prefix: `${PREFIX}/${day}/` };
      for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
        const command = new ListObjectsV2Command({ ...asked, ContinuationToken: next });
        const page = await ask('list its render batches', () => client.send(command));
        next = page.NextContinuationToken;
        yield (page.Contents ?? []).flatMap(({ Key }) => {
          const [, storedOn, hash] = NAME.exec(Key ?? '') ?? [];
          return hash === undefined ? [] : [{ storedOn: storedOn!, sha256: Buffer.from(hash, 'hex') }];
        });
      }
    },
    async remove(place) {
      const command = new DeleteObjectCommand({ Bucket, Key: nameObject(place) });
      await ask('remove a render batch', () => client.send(command));
    },
    [Symbol.dispose]: () => client.destroy(),
  };
}
