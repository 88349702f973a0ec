import type { S3Settings } from './open-s3-store.ts';
import type { RenderStore } from './render-store.ts';

/** Opens the store that is set; null: none is. The client of S3 takes 36 MB of memory: only who needs it loads it. */
export async function openRenderStore(settings: S3Settings | null): Promise<RenderStore | null> {
  if (settings === null) return null;
  const { openS3Store } = await import('./open-s3-store.ts');
  return openS3Store(settings);
}
