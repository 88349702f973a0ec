import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { findClaimant, openClaims } from '../../../../ops/local/engine/claims.ts';

const MODULE = new URL('../../../../ops/local/engine/claims.ts', import.meta.url).href;

describe.runIf(process.platform === 'linux')('a claim', () => {
  it('belongs to one engine, and is free again when that releases it', async () => {
    const name = `test/${randomUUID()}`;
    await using other = openClaims();
    {
      await using first = openClaims();
      await expect(first.take(name)).resolves.toBe(true);
      await expect(first.take(name)).resolves.toBe(true);
      await expect(other.take(name)).resolves.toBe(false);
      await expect(findClaimant(name)).resolves.toBe(process.pid);
    }
    await expect(findClaimant(name)).resolves.toBeNull();
    await expect(other.take(name)).resolves.toBe(true);
  });

  it('is free without any cleanup after its process was killed', async () => {
    const name = `test/${randomUUID()}`;
    const program = `const { openClaims } = await import('${MODULE}');
      console.log(await openClaims().take('${name}'));
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' });
    await once(child.stdout, 'data');
    await expect(findClaimant(name)).resolves.toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await using claims = openClaims();
    await expect(claims.take(name)).resolves.toBe(true);
  });
});
