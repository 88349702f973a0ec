import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { restoreFile, storeFile } from '../../../src/platform/literals/stored-file.ts';

it('a stored file is restored byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (file) => {
      expect((await restoreFile(await storeFile(file))).equals(file)).toBe(true);
    }),
  );
});

it('a stored file that is damaged, or another one, is not returned', async () => {
  const [one, other] = await Promise.all([storeFile(Buffer.from('one')), storeFile(Buffer.from('other'))]);
  await expect(restoreFile({ ...one, content: other.content })).rejects.toThrow('SHA-256');
  await expect(restoreFile({ ...one, content: one.content.subarray(0, -1) })).rejects.toThrow(/./);
});
