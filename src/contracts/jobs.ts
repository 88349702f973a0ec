import { Type, type Static } from 'typebox';

/*
 * Payloads of jobs. A job tells a worker to process certain rows of the database now. Its payload
 * contains ids, the organization and counts for the dashboard, but never a document or personal
 * data.
 *
 * During a rolling upgrade, workers receive jobs of the previous and of the next version. Schemas
 * are therefore only ever extended: a new member is optional, and unknown members are ignored.
 * test/platform/jobs/earlier-jobs.test.ts checks the payloads of every released version.
 */

const Id = Type.Integer({ minimum: 1 });

export const ProcessBatchJob = Type.Object({
  organizationId: Id,
  batchId: Id,
  invoices: Type.Integer({ minimum: 1 }),
  /**
   * Effort of issuing the batch, counted in ordinary invoices. An invoice with many lines or long
   * texts counts as several.
   */
  work: Type.Integer({ minimum: 1 }),
});
export type ProcessBatchJob = Static<typeof ProcessBatchJob>;

/**
 * Maximum number of invoices in one render batch, which takes about 0.2 s. The cost per invoice is
 * the same for batches of 10 to 50 invoices. Render batches are smaller while other renderings are
 * in progress (src/render/batch-sizes.ts).
 */
export const INVOICES_PER_RENDER_BATCH = 25;
/**
 * Maximum number of invoices of a small rendering, which has its own queue. It takes no longer than
 * other work on the same processor.
 */
export const MAX_SMALL_PDFS = 4;

/**
 * Renders the invoices of one batch that have no PDF yet, from position `from` to position `to`,
 * both included.
 */
export const RenderPdfsJob = Type.Object({
  organizationId: Id,
  batchId: Id,
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  /**
   * Whether a client or an operator requested the PDFs. Such a job also runs while the organization
   * is paused.
   */
  isAsked: Type.Optional(Type.Boolean()),
});
export type RenderPdfsJob = Static<typeof RenderPdfsJob>;

/** Renders one invoice that is slow to render and has no PDF yet. */
export const RenderLongPdfJob = Type.Object({
  organizationId: Id,
  batchId: Id,
  position: Type.Integer({ minimum: 0 }),
  /** Same as in `RenderPdfsJob`. */
  isAsked: Type.Optional(Type.Boolean()),
  /** Whether an operator requested it. The job then ignores the render backoff of the invoice. */
  isOrdered: Type.Optional(Type.Boolean()),
});
export type RenderLongPdfJob = Static<typeof RenderLongPdfJob>;

/** Renders the preview of an invoice that was not issued, for which a request waits. */
export const RenderPreviewJob = Type.Object({ organizationId: Id, previewId: Id });
export type RenderPreviewJob = Static<typeof RenderPreviewJob>;

/**
 * Sends the records of one chain that AEAT has not answered yet. If the chain is marked for
 * comparison, the job first compares it with AEAT.
 */
export const RemitRecordsJob = Type.Object({
  organizationId: Id,
  chainId: Id,
  /** Number of waiting records when the job was enqueued; 0 if the chain is only to be compared. */
  records: Type.Integer({ minimum: 0 }),
  /**
   * Whether the records fill an envelope. A full envelope may be sent before AEAT's waiting time is
   * over.
   */
  isFull: Type.Boolean(),
});
export type RemitRecordsJob = Static<typeof RemitRecordsJob>;

/** Sends the entries of one issuer that SII has not answered yet. */
export const SendSiiEntriesJob = Type.Object({
  organizationId: Id,
  /** The chain of the issuer, which identifies it although the issuer is in SII. */
  chainId: Id,
  /** Messages of an issuer are sent in parallel, each by a job of its own. */
  slot: Type.Integer({ minimum: 0 }),
  /** Number of waiting entries when the job was enqueued. */
  entries: Type.Integer({ minimum: 0 }),
});
export type SendSiiEntriesJob = Static<typeof SendSiiEntriesJob>;

/**
 * Writes the contents of an issuer's deliveries to the SPFE, and sends those, withdrawals and events that
 * may be sent.
 */
export const DeliverToSpfeJob = Type.Object({
  organizationId: Id,
  /** The chain of the issuer, which identifies it. */
  chainId: Id,
  /** Requests of an issuer are sent in parallel, each by a job of its own. */
  slot: Type.Integer({ minimum: 0 }),
  /** Number of waiting deliveries when the job was enqueued. */
  deliveries: Type.Integer({ minimum: 0 }),
});
export type DeliverToSpfeJob = Static<typeof DeliverToSpfeJob>;

/** Asks AEAT's book in SII for the pages of a comparison with the entries of the engine. */
export const CompareSiiBookJob = Type.Object({ organizationId: Id, comparisonId: Id });
export type CompareSiiBookJob = Static<typeof CompareSiiBookJob>;

/** Drafts the entries of invoices from before the day on which their issuer entered SII. */
export const DraftSiiBacklogJob = Type.Object({ organizationId: Id, backlogId: Id });
export type DraftSiiBacklogJob = Static<typeof DraftSiiBacklogJob>;

/** Signs the Facturae of issued invoices that are not signed yet, which a client requested. */
export const SignFacturaeJob = Type.Object({
  organizationId: Id,
  /** The invoice, or the first one of a batch. */
  issuedInvoiceId: Id,
  /** The last invoice, of the same batch; absent if a request waits for a single one. */
  lastInvoiceId: Type.Optional(Id),
});
export type SignFacturaeJob = Static<typeof SignFacturaeJob>;

/** Asks AEAT's census about the taxpayers that an organization waits to know about. */
export const AskCensusJob = Type.Object({ organizationId: Id });
export type AskCensusJob = Static<typeof AskCensusJob>;

/** Delivers the events that wait for one endpoint. */
export const DeliverWebhooksJob = Type.Object({
  organizationId: Id,
  endpointId: Id,
});
export type DeliverWebhooksJob = Static<typeof DeliverWebhooksJob>;
