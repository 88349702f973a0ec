/** The behaviour of the stand-in; every setting can be changed while it runs. */
export type OfficeSettings = {
  /** The TiempoEsperaEnvio of each answer. AEAT starts with 60. */
  readonly waitSeconds: number;
  /**
   * The allowed difference between FechaHoraHusoGenRegistro and AEAT's clock (2004). Implementers
   * measured 240.
   */
  readonly clockToleranceSeconds: number;
  /** The offset of AEAT's clock from this machine's. */
  readonly clockOffsetSeconds: number;
  /**
   * The treatment of envelopes that arrive before their wait is over. AEAT counts them, and
   * suspends clients that continue (4141).
   */
  readonly earlyEnvelopes: 'count' | 'refuse';
  /**
   * The treatment of an anulación of an annulled invoice. The catalogue of errors rejects it
   * (3001); the matrix of operations replaces the first.
   */
  readonly repeatedAnnulments: 'refuse' | 'accept';
  /**
   * Who may present records of an obligado over mutual TLS: anyone with a certificate, or only the
   * obligado (4112).
   */
  readonly presenters: 'anyone' | 'obligado';
  /**
   * The HTTP status of SOAP Faults. SOAP 1.1 requires 500, but two clients that work with AEAT do
   * not recognize a fault with that status.
   */
  readonly faultStatus: number;
  /** The number of invoices on a page of a consulta. AEAT returns 10,000. */
  readonly pageSize: number;
  /** The number of messages that may be open at once; 0 for any. Further ones get 503. */
  readonly parallelMessages: number;
  /**
   * The treatment of an A0 of SII for an invoice whose record was withdrawn. No document says it;
   * implementers report that it is accepted. Otherwise it gets 3000.
   */
  readonly altaAfterBaja: 'accept' | 'refuse';
  /**
   * The treatment of a document of the SPFE after a withdrawal. The Orden only names the original
   * after the withdrawal of its copy, which is always accepted.
   */
  readonly spfeAfterWithdrawal: 'accept' | 'refuse';
  /** The treatment of an event of the SPFE that is reported already and not cancelled. */
  readonly spfeRepeatedEvents: 'accept' | 'refuse';
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
  parallelMessages: 0,
  altaAfterBaja: 'accept',
  spfeAfterWithdrawal: 'accept',
  spfeRepeatedEvents: 'refuse',
};
