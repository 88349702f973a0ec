import type { Place } from './fault.ts';
import { seedRandom } from './support/random.ts';
import { mayMount } from './support/mount.ts';
import { type Ground, openSmallDisk } from './support/servers.ts';
import { openWorld, type World } from './support/world.ts';

/**
 * One machine, on which the engine runs as real processes.
 * @param seed of the random choices of each fault.
 * @param isShort for `npm test`: less load, and less of each fault.
 */
export function openPlace(ground: Ground, seed: number, isShort: boolean): Place<World> {
  return {
    lacks: {
      ...(ground.servers === null && { servers: 'the servers are shared with others' }),
      ...(!mayMount() && { mount: 'only root may mount here' }),
      namespaces: 'there are no network namespaces here',
    },
    async open({ needs }) {
      if (needs !== 'mount') return openWorld(ground, seedRandom(seed), isShort);
      await using opened = new AsyncDisposableStack();
      const small = opened.use(await openSmallDisk(ground));
      const world = opened.use(await openWorld(small, seedRandom(seed), isShort));
      const resources = opened.move();
      return { ...world, [Symbol.asyncDispose]: () => resources.disposeAsync() };
    },
  };
}
