/** How the office behaves; all of it can be changed while it runs. */
export type OfficeSettings = {
  /** TiempoEsperaEnvio of each answer: AEAT begins with 60. */
  readonly waitSeconds: number;
  /** How far FechaHoraHusoGenRegistro may be from AEAT's clock (2004): implementers measured 240. */
  readonly clockToleranceSeconds: number;
  /** How far AEAT's clock is ahead of this machine's. */
  readonly clockOffsetSeconds: number;
  /** What an envelope gets that comes before its wait is over: AEAT counts, and suspends who goes on (4141). */
  readonly earlyEnvelopes: 'count' | 'refuse';
  /** An anulación of an annulled invoice: the catalogue of errors has 3001, the matrix of operations replaces the first. */
  readonly repeatedAnnulments: 'refuse' | 'accept';
  /** Who may present for an obligado over mutual TLS: anyone with a certificate, or its holder alone (4112). */
  readonly presenters: 'anyone' | 'obligado';
  /** HTTP status of SOAP Faults: SOAP 1.1 says 500, but two clients that work with AEAT lose a fault that comes with it. */
  readonly faultStatus: number;
  /** Invoices on a page of a consulta: AEAT gives 10,000. */
  readonly pageSize: number;
};

export const DEFAULT_SETTINGS: OfficeSettings = {
  waitSeconds: 60,
  clockToleranceSeconds: 240,
  clockOffsetSeconds: 0,
  earlyEnvelopes: 'count',
  repeatedAnnulments: 'refuse',
  presenters: 'anyone',
  faultStatus: 200,
  pageSize: 10_000,
};
