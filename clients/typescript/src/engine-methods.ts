import type { ArchivedPdf } from './download-pdfs.ts';
import type {
  Access,
  BatchFilter,
  BatchInput,
  BatchInvoiceFilter,
  BatchSummary,
  ChangedWebhookEndpoint,
  Correction,
  CreatedInvoice,
  CreatedWebhookEndpoint,
  CreditInput,
  PaymentOfInvoiceInput,
  PaymentResult,
  RecordedPayment,
  RecordedPaymentInput,
  DocumentFormat,
  ElectronicFormat,
  EventFilter,
  Invoice,
  InvoiceBatch,
  InvoiceFilter,
  InvoiceInput,
  IssuedBookFilter,
  ListedEvent,
  LookedUpInvoices,
  Preference,
  RecipientProfile,
  RecipientProfileInput,
  Registration,
  RegistrationStatus,
  Replay,
  ReplayInput,
  Resending,
  ResponsibleDeclaration,
  Series,
  SeriesChange,
  SeriesFilter,
  SeriesInput,
  SeriesNumber,
  SeriesNumberFilter,
  SpfeDefaultInput,
  SpfeDelivery,
  SpfeFact,
  SpfeReadiness,
  SpfeReadinessFilter,
  SpfeRecipientReport,
  SpfeRecipientReportFilter,
  SpfeResending,
  SpfeStatus,
  SpfeWithdrawal,
  Submitted,
  UblProfile,
  Validation,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointInput,
  WebhookTest,
  PartialInvoice,
  PartialWholeInvoice,
  WholeInvoice,
} from './shapes.ts';
import type { Waiting } from './wait-for-batch.ts';

export type EngineOptions = {
  /** The address of the API, with or without `/api/v2`. */
  readonly url: string;
  /** `org_live_…` */
  readonly apiKey: string;
  /**
   * The time for which a call is repeated while the engine is not reachable or asks to wait;
   * default: 2 minutes.
   */
  readonly patienceMs?: number;
  /** The time without data after which a connection counts as broken; default: 60 s. */
  readonly silenceMs?: number;
  readonly fetch?: typeof globalThis.fetch;
};

/** Every call accepts a signal, and rejects with its reason. */
export type Abortable = { readonly signal?: AbortSignal | undefined };

/**
 * Names of the members that the answer shall have beside `id`, such as `totals.base`. The engine does
 * not read the others.
 */
export type Selecting = Abortable & { readonly fields: readonly string[] };

export type Creating = Abortable & { idempotencyKey?: string; prefer?: Preference };

/** A client of an engine for one organization. Members have the names of the API. */
export type Engine = {
  /**
   * Submits a batch once. After any failure the request is repeated with the same key.
   * @param batch a batch, or the complete request body as a text, which is sent unchanged.
   */
  submit(batch: BatchInput | string, options?: Abortable & { idempotencyKey?: string }): Promise<Submitted>;
  /**
   * Creates one invoice, and returns it as soon as it is issued. If the engine does not issue it
   * within 5 seconds, the result has `isIssued: false` and the id with which `getInvoice` reads it
   * later. After any failure the request is repeated with the same key.
   * @param invoice an invoice, or the complete request body as a text, which is sent unchanged.
   * @param options `prefer`: how long the engine waits.
   */
  createInvoice(invoice: InvoiceInput | string, options?: Creating): Promise<CreatedInvoice>;
  /**
   * Credits an issued invoice or lines of it, and returns the rectification by differences, as
   * `createInvoice` returns an invoice.
   */
  creditInvoice(invoiceId: number, credit: CreditInput, options?: Creating): Promise<CreatedInvoice>;
  /** Records a payment of an issued invoice. After any failure the request is repeated with the same key. */
  recordPayment(
    invoiceId: number,
    payment: RecordedPaymentInput,
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<RecordedPayment>;
  /**
   * Records up to 1000 payments of issued invoices, and returns a result for each. The same request with
   * the same key tries again what was refused.
   */
  recordPayments(
    payments: readonly PaymentOfInvoiceInput[],
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<PaymentResult[]>;
  /** Lists the payments of all invoices and their counter-entries, the last recorded first. */
  listPayments(options?: Abortable): AsyncGenerator<RecordedPayment, void, void>;
  /** Lists the payments of an invoice and their counter-entries, the last recorded first. */
  listPaymentsOfInvoice(invoiceId: number, options?: Abortable): AsyncGenerator<RecordedPayment, void, void>;
  /**
   * Cancels a payment by a counter-entry, which it returns.
   * @param options `date`: the day on which the money was returned; default: that of the payment.
   */
  reversePayment(paymentId: number, options?: Abortable & { date?: string }): Promise<RecordedPayment>;
  /**
   * Records that an invoice was not paid when it was due, which AEAT's public solution of electronic
   * invoices (SPFE) is told, and returns its delivery. After any failure the request is repeated with
   * the same key, as for the other orders about deliveries.
   */
  reportDefault(
    invoiceId: number,
    unpaid: SpfeDefaultInput,
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<SpfeDelivery>;
  /** Takes back the default that was reported of an invoice. Repeating it has no further effect. */
  takeBackDefault(invoiceId: number, options?: Abortable): Promise<SpfeDelivery>;
  /**
   * Orders that AEAT withdraws an invoice that it has. For wrong contents issue a rectifying invoice.
   * This, `resendToSpfe` and `stateSpfeFact` need a key with the right `correct`.
   */
  withdrawFromSpfe(
    invoiceId: number,
    order: SpfeWithdrawal,
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<SpfeDelivery>;
  /** Orders another version of the file of an invoice after AEAT rejected it, or after a conflict. */
  resendToSpfe(
    invoiceId: number,
    order: SpfeResending,
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<SpfeDelivery>;
  /** States one of the facts that are `missing` in the delivery of an invoice. It never changes afterwards. */
  stateSpfeFact(
    invoiceId: number,
    fact: SpfeFact,
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<SpfeDelivery>;
  /** Lists payments and rejections that recipients reported to AEAT, the last read first. */
  listSpfeRecipientReports(
    filter?: SpfeRecipientReportFilter,
    options?: Abortable,
  ): AsyncGenerator<SpfeRecipientReport, void, void>;
  /** Returns whether there is a connection to the SPFE, the decisions about issuers, and their deliveries. */
  getSpfeStatus(options?: Abortable): Promise<SpfeStatus>;
  /**
   * Returns how ready the issued invoices of a month are for the duty of electronic invoices. Allow
   * `silenceMs` of more than a minute for 100,000 invoices.
   */
  getSpfeReadiness(filter: SpfeReadinessFilter, options?: Abortable): Promise<SpfeReadiness>;
  /** Returns the organization, rights, issuers, limits and environment of the API key. */
  getAccess(options?: Abortable): Promise<Access>;
  /**
   * Validates a batch without storing anything.
   * @param options `documents`: formats for which invoices that they cannot express get a warning.
   */
  validate(
    batch: BatchInput | string,
    options?: Abortable & { documents?: readonly ElectronicFormat[] },
  ): Promise<Validation>;
  /** Waits until a batch is issued, its PDFs are rendered, or AEAT has answered its records. */
  wait(batchId: number, options?: Waiting): Promise<BatchSummary>;
  summary(batchId: number, options?: Abortable): Promise<BatchSummary>;
  getBatch(batchId: number, options?: Abortable): Promise<InvoiceBatch>;
  /**
   * Returns an invoice with its document, amounts, registration, warnings and connected invoices.
   */
  getInvoice(invoiceId: number, options: Selecting): Promise<PartialWholeInvoice>;
  getInvoice(invoiceId: number, options?: Abortable): Promise<WholeInvoice>;
  /** Lists batches, newest first. */
  listBatches(filter?: BatchFilter, options?: Abortable): AsyncGenerator<InvoiceBatch, void, void>;
  /**
   * Lists the invoices of a batch in the order of the request. With a filter by a state that
   * changes meanwhile, some may be missed.
   */
  listInvoices(
    batchId: number,
    filter: BatchInvoiceFilter,
    options: Selecting,
  ): AsyncGenerator<PartialInvoice, void, void>;
  listInvoices(
    batchId: number,
    filter?: BatchInvoiceFilter,
    options?: Abortable,
  ): AsyncGenerator<Invoice, void, void>;
  /** Searches invoices in all batches. */
  search(filter: InvoiceFilter, options: Selecting): AsyncGenerator<PartialInvoice, void, void>;
  search(filter: InvoiceFilter, options?: Abortable): AsyncGenerator<Invoice, void, void>;
  /** Finds invoices by at most 1000 of your own ids. */
  lookup(externalInvoiceIds: readonly string[], options?: Abortable): Promise<LookedUpInvoices[]>;
  /**
   * Returns the number of records of each issuer that wait for AEAT's answer, and the start of an
   * incident that delays them.
   * @param issuerNif restricts the result to an issuer.
   */
  registrationStatus(issuerNif?: string, options?: Abortable): Promise<RegistrationStatus[]>;
  /** Returns the producer's declaración responsable of the running version. */
  responsibleDeclaration(options?: Abortable): Promise<ResponsibleDeclaration>;
  /**
   * Annuls an invoice that should never have been issued. Needs a key with the right `correct`;
   * repeating the same order has no effect.
   */
  annul(invoiceId: number, order: Correction, options?: Abortable): Promise<Registration>;
  /** Sends a record again that AEAT rejected or accepted with errors. Otherwise like `annul`. */
  resend(invoiceId: number, order: Resending, options?: Abortable): Promise<Registration>;
  /** Renders a draft of an invoice as a PDF, without issuing it. */
  preview(invoice: InvoiceInput, options?: Abortable): Promise<Uint8Array>;
  /** Downloads the PDF of an invoice; waits until it is rendered. */
  pdf(invoiceId: number, options?: Abortable): Promise<Uint8Array>;
  /**
   * Downloads the PDFs of a batch, each with its invoice, and each once even if the connection
   * breaks; waits until all are rendered unless `partial` is set.
   */
  pdfs(batchId: number, options?: Abortable & { partial?: boolean }): AsyncGenerator<ArchivedPdf, void, void>;
  /** Downloads the PDFs as a ZIP in pieces, for a file. Throws if the connection breaks. */
  archive(
    batchId: number,
    options?: Abortable & { partial?: boolean },
  ): AsyncGenerator<Uint8Array, void, void>;
  /** Lists the electronic formats of an invoice, and for each that cannot express it, why. */
  documentFormats(invoiceId: number, options?: Abortable): Promise<DocumentFormat[]>;
  /**
   * Downloads an invoice in an electronic format. A worker signs `facturae` with the issuer's
   * certificate when it is first requested.
   */
  document(
    invoiceId: number,
    format: ElectronicFormat,
    options?: Abortable & { profile?: UblProfile },
  ): Promise<Uint8Array>;
  /**
   * Downloads the invoices of a batch in an electronic format, each with its invoice and once, like
   * `pdfs`. Invoices that the format cannot express or that cannot be signed are left out.
   */
  documents(
    batchId: number,
    format: ElectronicFormat,
    options?: Abortable & { profile?: UblProfile },
  ): AsyncGenerator<ArchivedPdf, void, void>;
  /**
   * Downloads the same invoices as a ZIP in pieces, for a file. Its manifest also lists those that
   * are left out, with the reason.
   */
  documentArchive(
    batchId: number,
    format: ElectronicFormat,
    options?: Abortable & { profile?: UblProfile },
  ): AsyncGenerator<Uint8Array, void, void>;
  /**
   * Downloads the book of issued invoices of an issuer in pieces, for a file. Throws if the
   * connection breaks.
   */
  issuedBook(filter: IssuedBookFilter, options?: Abortable): AsyncGenerator<Uint8Array, void, void>;
  /** Lists the profiles of recipients, the last change first. */
  listRecipientProfiles(options?: Abortable): AsyncGenerator<RecipientProfile, void, void>;
  getRecipientProfile(documentNumber: string, options?: Abortable): Promise<RecipientProfile>;
  /** Sets the profile that completes the invoices of a recipient from now on. */
  setRecipientProfile(
    documentNumber: string,
    profile: RecipientProfileInput,
    options?: Abortable,
  ): Promise<RecipientProfile>;
  removeRecipientProfile(documentNumber: string, options?: Abortable): Promise<void>;
  /** Lists the series of invoice numbers, the newest first. */
  listSeries(filter?: SeriesFilter, options?: Abortable): AsyncGenerator<Series, void, void>;
  /** Returns a series of an issuer with the last numbers that it gave. */
  getSeries(issuerNif: string, code: string, options?: Abortable): Promise<Series>;
  /** Creates or changes a series of an issuer. Needs a key with the right `series`. */
  setSeries(issuerNif: string, code: string, series: SeriesInput, options?: Abortable): Promise<Series>;
  /** Lists the versions of a series, the last first. */
  listSeriesChanges(
    issuerNif: string,
    code: string,
    options?: Abortable,
  ): AsyncGenerator<SeriesChange, void, void>;
  /** Lists the numbers that a series gave in a year with their invoices, the last first. */
  listSeriesNumbers(
    issuerNif: string,
    code: string,
    filter?: SeriesNumberFilter,
    options?: Abortable,
  ): AsyncGenerator<SeriesNumber, void, void>;
  /** Lists the webhook endpoints. These calls need a key with the right `webhooks`. */
  listWebhookEndpoints(options?: Abortable): Promise<WebhookEndpoint[]>;
  /**
   * Adds an endpoint once, and returns it with its secret, which is shown only here. After any
   * failure the request is repeated with the same key.
   */
  createWebhookEndpoint(
    endpoint: WebhookEndpointInput,
    options?: Abortable & { idempotencyKey?: string },
  ): Promise<CreatedWebhookEndpoint>;
  getWebhookEndpoint(endpointId: number, options?: Abortable): Promise<WebhookEndpoint>;
  /**
   * Changes events, state or secret of an endpoint. It is not repeated after a broken connection,
   * since it may replace the secret.
   */
  changeWebhookEndpoint(
    endpointId: number,
    change: WebhookEndpointChange,
    options?: Abortable,
  ): Promise<ChangedWebhookEndpoint>;
  /** Removes an endpoint, and drops its waiting events. */
  removeWebhookEndpoint(endpointId: number, options?: Abortable): Promise<void>;
  /** Sends a `webhook.test` event to an endpoint. */
  testWebhookEndpoint(endpointId: number, options?: Abortable): Promise<WebhookTest>;
  /**
   * Sends the events of a span again to an endpoint that has not received them, at most 1000. With
   * `include_delivered`, it also sends those that it has received, so the request is not repeated
   * after a broken connection.
   */
  replayEvents(endpointId: number, span: ReplayInput, options?: Abortable): Promise<Replay>;
  /** Lists the events of the last 90 days, newest first, whether or not an endpoint received them. */
  listEvents(filter?: EventFilter, options?: Abortable): AsyncGenerator<ListedEvent, void, void>;
  /** Ends the session. Pending calls fail with `closed`. */
  close(): Promise<void>;
};
