import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { holdUntilClosed } from '#src/deliver/download-permits.ts';
import { createSemaphore, SemaphoreTimeout } from '#src/platform/admission/semaphore.ts';

const openReply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

it('a permit that is held until an answer closes is free for the next answer then, and not before', async () => {
  const withPermit = createSemaphore({ atOnce: 1, patienceMs: 20 });
  const first = openReply();
  await holdUntilClosed(withPermit, 1, first);
  await holdUntilClosed(withPermit, 2, openReply());
  await expect(holdUntilClosed(withPermit, 1, openReply())).rejects.toThrow(SemaphoreTimeout);
  const waiting = holdUntilClosed(withPermit, 1, openReply());
  first.raw.emit('close');
  await expect(waiting).resolves.toBeUndefined();
});

it('an answer that closes while it waits for a permit does not keep one', async () => {
  const withPermit = createSemaphore({ atOnce: 1, patienceMs: 20 });
  const [first, gone] = [openReply(), openReply()];
  await holdUntilClosed(withPermit, 1, first);
  const waiting = holdUntilClosed(withPermit, 1, gone);
  gone.raw.emit('close');
  first.raw.emit('close');
  await waiting;
  await expect(holdUntilClosed(withPermit, 1, openReply())).resolves.toBeUndefined();
});

it('an answer whose connection closed before it asked for a permit does not keep one', async () => {
  const withPermit = createSemaphore({ atOnce: 1, patienceMs: 20 });
  const gone = openReply();
  Object.assign(gone.raw, { destroyed: true });
  await holdUntilClosed(withPermit, 1, gone);
  await expect(holdUntilClosed(withPermit, 1, openReply())).resolves.toBeUndefined();
});
