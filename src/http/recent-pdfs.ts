/** PDFs that were cut lately: a client often asks twice, and a long one is sent in pieces. */
export type RecentPdfs = {
  get(sha256: Buffer): Buffer | undefined;
  /** Keeps a PDF; those that were asked for the longest time ago make room. One that is too large for itself is not kept. */
  keep(sha256: Buffer, pdf: Buffer): void;
};

/** @param mostBytes of all together. */
export function createRecentPdfs(mostBytes: number): RecentPdfs {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    get(sha256) {
      const key = sha256.toString('latin1');
      const pdf = kept.get(key);
      if (pdf === undefined) return undefined;
      // To the end of the line.
      kept.delete(key);
      kept.set(key, pdf);
      return pdf;
    },
    keep(sha256, pdf) {
      const key = sha256.toString('latin1');
      forget(key);
      if (pdf.length > mostBytes) return;
      kept.set(key, pdf);
      bytes += pdf.length;
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },
  };
}
