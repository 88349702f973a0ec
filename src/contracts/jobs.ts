import { Type, type Static } from 'typebox';

/*
 * Job payloads. A job is a hint: "look at these rows now". It carries ids, the organization and counts for the operator who
 * reads the dashboard, never a document and no personal data.
 *
 * While versions change, a worker meets jobs of the version before it and of the one after it. So a schema only ever gets wider: a member that
 * is added is optional, and one that it does not know is let pass. test/platform/jobs/earlier-jobs.test.ts holds payloads of every released version.
 */

const Id = Type.Integer({ minimum: 1 });

export const ProcessBatchJob = Type.Object({
  organizationId: Id,
  batchId: Id,
  invoices: Type.Integer({ minimum: 1 }),
  /** What issuing it takes, in ordinary invoices: those of many lines and long texts take more. */
  work: Type.Integer({ minimum: 1 }),
});
export type ProcessBatchJob = Static<typeof ProcessBatchJob>;

/** Most invoices that are printed together, by one job: a fifth of a second. Each costs the same from 10 to 50; beside others fewer are (src/render/batch-sizes.ts). */
export const INVOICES_PER_RENDER_BATCH = 25;
/** Few enough that a render batch takes no longer than other work on the same processor: they have a queue of their own. */
export const MAX_SMALL_PDFS = 4;

/** The invoices of one batch from position `from` to position `to`, both included, that still have no PDF. */
export const RenderPdfsJob = Type.Object({
  organizationId: Id,
  batchId: Id,
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  /** A client asked for it, or an operator: it is rendered while the organization is paused, too. */
  isAsked: Type.Optional(Type.Boolean()),
});
export type RenderPdfsJob = Static<typeof RenderPdfsJob>;

/** One invoice of a batch that takes long to render batch and still has no PDF. */
export const RenderLongPdfJob = Type.Object({
  organizationId: Id,
  batchId: Id,
  position: Type.Integer({ minimum: 0 }),
  /** As above. */
  isAsked: Type.Optional(Type.Boolean()),
  /** An operator asked: it is tried again though it is left alone since it took too long. */
  isOrdered: Type.Optional(Type.Boolean()),
});
export type RenderLongPdfJob = Static<typeof RenderLongPdfJob>;

/** The records of one chain that AEAT has not answered yet; before them, where the chain is marked, its comparison with AEAT. */
export const RemitRecordsJob = Type.Object({
  organizationId: Id,
  chainId: Id,
  /** That waited when the hint was sent; 0 where the chain is only to be compared. */
  records: Type.Integer({ minimum: 0 }),
  /** Whether they fill an envelope, which may go before AEAT's wait is over. */
  isFull: Type.Boolean(),
});
export type RemitRecordsJob = Static<typeof RemitRecordsJob>;

/** The events that wait for one endpoint. */
export const DeliverWebhooksJob = Type.Object({
  organizationId: Id,
  endpointId: Id,
});
export type DeliverWebhooksJob = Static<typeof DeliverWebhooksJob>;
