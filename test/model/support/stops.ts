/** A process died here: whatever it goes on to do does nothing. */
class Died extends Error {
  override name = 'Died';
}

/** Stops a piece of work at places that are named from outside, so that others can act in between. */
export type Stops = {
  /** For the work: waits here where it is to stop at this place. @throws Died once it died. */
  pass(place: string): Promise<void>;
  /** Lets it go on. @returns the first of these places that it comes to. */
  goOn(places: readonly string[]): Promise<string>;
  /** From now on nothing of the work gets any further. */
  die(): void;
};

export function createStops(): Stops {
  let wanted: ReadonlySet<string> = new Set();
  let arrival = Promise.withResolvers<string>();
  let release: PromiseWithResolvers<void> | null = null;
  let isDead = false;
  return {
    async pass(place) {
      if (isDead) throw new Died(place);
      if (!wanted.has(place)) return;
      // What comes to another place meanwhile, as the look at another answer, is not stopped with it.
      wanted = new Set();
      release = Promise.withResolvers();
      const { promise } = release;
      arrival.resolve(place);
      await promise;
      if (isDead) throw new Died(place);
    },
    goOn(places) {
      wanted = new Set(places);
      arrival = Promise.withResolvers();
      release?.resolve();
      release = null;
      return arrival.promise;
    },
    die() {
      isDead = true;
      release?.resolve();
    },
  };
}
