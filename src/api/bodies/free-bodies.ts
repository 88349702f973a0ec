import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So many bytes are worth a minor collection of half a millisecond. */
const WORTH_BYTES = 1024 * 1024;

/**
 * Makes a collector of bodies, requests' or answers', that are done with. Their bytes are outside the heap, where V8 lets them add up to some ten megabytes
 * and then goes through the whole heap with several threads, again and again under large batches: that was a quarter of the ingress's
 * processor time. They are young, so a minor collection frees them as well, before it comes to that.
 * @returns what to call with the length of every body when it has been answered, or taken.
 */
export function createBodyCollector(): (bytes: number) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < WORTH_BYTES) return;
    waiting = 0;
    // Whoever calls still holds the body.
    setImmediate(() => collect({ type: 'minor' }));
  };
}
