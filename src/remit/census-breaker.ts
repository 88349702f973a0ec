/** How long the census is not asked after it did not answer three times. */
const AWAY_MS = 5 * 60_000;

/**
 * Remembers for a process with which certificates the census is not to be asked now. It is in memory,
 * because another try of another process costs one message.
 */
export type CensusBreaker = {
  /** Returns why the census is not to be asked with a certificate now; null if it may be asked. */
  whyOpen(certificate: string, now: Date): 'away' | 'refused' | null;
  /** The census did not answer: it is asked again after five minutes. */
  open(certificate: string, now: Date): void;
  /**
   * AEAT refuses the certificate: it is not presented again before the process restarts. Another
   * certificate has another name.
   */
  openForGood(certificate: string): void;
};

/** Creates the breaker of a process. */
export function createCensusBreaker(): CensusBreaker {
  const until = new Map<string, number>();
  return {
    whyOpen(certificate, now) {
      const end = until.get(certificate) ?? 0;
      if (end <= now.getTime()) return null;
      return end === Infinity ? 'refused' : 'away';
    },
    open: (certificate, now) => void until.set(certificate, now.getTime() + AWAY_MS),
    openForGood: (certificate) => void until.set(certificate, Infinity),
  };
}
