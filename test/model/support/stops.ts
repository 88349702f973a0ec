/** The process died here, so its further work has no effect. */
class Died extends Error {
  override name = 'Died';
}

/** Stops a job at places that are named from outside, so that others can act in between. */
export type Stops = {
  /**
   * Called by the job: waits here if the job is to stop at this place.
   * @throws Died after the process died.
   */
  pass(place: string): Promise<void>;
  /** Lets the job continue. @returns the first of these places that it reaches. */
  goOn(places: readonly string[]): Promise<string>;
  /** From now on the job makes no progress. */
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
      // Another place that the job reaches concurrently, such as a query about another answer, does
      // not stop it.
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
