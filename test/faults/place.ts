import type { Place } from './fault.ts';
import { seedRandom } from './support/random.ts';
import { mayMount } from './support/mount.ts';
import { type Ground, openSmallDisk } from './support/servers.ts';
import { openWorld, type World } from './support/world.ts';

/**
 * Opens the place on one machine, where the engine runs as real processes.
 * @param seed the seed of the random choices of each fault.
 * @param isShort whether this is `npm test`, with less load and a shorter form of each fault.
 */
export function openPlace(ground: Ground, seed: number, isShort: boolean): Place<World> {
  return {
    lacks: {
      ...(ground.servers === null && { servers: 'the servers are shared with others' }),
      ...(!mayMount() && { mount: 'only root may mount here' }),
      namespaces: 'one machine has no network namespaces',
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
