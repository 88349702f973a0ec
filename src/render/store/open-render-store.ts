import type { S3Settings } from './open-s3-store.ts';
import type { RenderStore } from './render-store.ts';

/**
 * Opens the configured store, or returns null when none is configured. The S3 client takes 36 MB of
 * memory and is loaded only when needed.
 */
export async function openRenderStore(settings: S3Settings | null): Promise<RenderStore | null> {
  if (settings === null) return null;
  const { openS3Store } = await import('./open-s3-store.ts');
  return openS3Store(settings);
}
