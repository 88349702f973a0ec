/** When the SPFE is asked about what it may have, and how much is sent at once. */
export type SpfeTiming = {
  /** The time from a lost answer until the SPFE is asked, in ms, because it may still be working. */
  readonly lookUpAfterMs: number;
  /**
   * The time from a lost answer until the SPFE's answer that it does not have something counts, in ms. An
   * earlier one is asked for again at that time.
   */
  readonly missingAfterMs: number;
  /** Added to the time limit of a request for the work before and after it, in ms. */
  readonly leaseMarginMs: number;
};

/**
 * The times of an engine. AEAT has published none.
 * @param missingSeconds the setting SPFE_MISSING_SECONDS.
 */
export function buildSpfeTiming(missingSeconds: number): SpfeTiming {
  return {
    lookUpAfterMs: missingSeconds * 100,
    missingAfterMs: missingSeconds * 1000,
    leaseMarginMs: 15_000,
  };
}

/** The most documents or events of a request. */
export const MOST_MEMBERS = 100;
/** The most bytes of the documents of a request; AEAT has published no limit but that of a document. */
export const MOST_REQUEST_BYTES = 20 * 1024 * 1024;
/** The most requests of an issuer, and of an organization, that are at AEAT at the same time. */
export const MOST_OF_ISSUER = 3;
export const MOST_OF_ORGANIZATION = 6;
