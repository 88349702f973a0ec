import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { openS3Store } from '../../src/render/store/open-s3-store.ts';
import type { RenderStore } from '../../src/render/store/render-store.ts';

/** The credentials that s3rver accepts. */
export const KEY = 'S3RVER';
const BUCKET = 'prints';

export type S3StandIn = AsyncDisposable & {
  /** Opens the store as the product's processes do. */
  readonly store: RenderStore;
  readonly settings: Readonly<Record<string, string>>;
  /** Stops the service and starts it again with its data on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Starts a stand-in for an S3-compatible service with an empty bucket. */
export async function openS3StandIn(): Promise<S3StandIn> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'));
  let port = 0;
  let server: S3rver | null = null;
  const start = async (): Promise<void> => {
    server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    ({ port } = await server.run());
  };
  const stop = async (): Promise<void> => {
    const running = server;
    server = null;
    await running?.close();
  };
  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  const store = openS3Store({
    endpoint,
    region: 'us-east-1',
    bucket: BUCKET,
    identity: { kind: 'keys', accessKeyId: KEY, secretAccessKey: KEY },
  });
  return {
    store,
    settings: {
      RENDER_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    stop,
    start,
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
      await stop();
      await rm(directory, { recursive: true });
    },
  };
}
