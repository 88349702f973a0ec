/* Made from src/contracts/openapi.json by `npm run client:generate`: not written by hand. */

export interface paths {
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create session
         * @description Exchanges an API key for a session token that is valid for 24 hours.
         */
        post: operations["createSession"];
        /**
         * End session
         * @description Ends the session of the token in the request. Every process refuses the token within two seconds.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoice_batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoice batches
         * @description Lists the batches, newest first. A page past the last one is an empty list.
         */
        get: operations["listInvoiceBatches"];
        put?: never;
        /**
         * Create invoice batch
         * @description Creates a batch of 1 to 1000 invoices. The batch is also created if invoices fail validation; `errors` contains their messages. For 24 hours, a request with the same key and the same JSON value returns the stored answer with `Idempotency-Replayed: true`. The body can be compressed (`Content-Encoding: gzip` or `zstd`), which reduces large batches to a tenth to a fifth of their size.
         */
        post: operations["createInvoiceBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoice_batches/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate invoice batch
         * @description Validates a batch with the rules that apply if it is created and issued now. Also returns warnings: values in valid invoices that a tax adviser would question. Nothing is stored, and no idempotency key is needed.
         */
        post: operations["validateInvoiceBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch_invoices/{id}/annul": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Annul an issued invoice
         * @description Annuls an invoice that should never have been issued. The engine creates a RegistroAnulacion and sends it to AEAT immediately; from then on the PDF shows the annulment. Repeating the request with the same reason has no further effect. `{id}` is the id of the batch invoice.
         */
        post: operations["annulInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch_invoices/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the registration of an invoice
         * @description Sends a record again that AEAT rejected or accepted with errors: as a subsanación with the flags that AEAT requires, or as a new annulment. Repeating the request with the same reason has no further effect unless AEAT has rejected the new record. `{id}` is the id of the batch invoice.
         */
        post: operations["resendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoice_batches/{invoice_batch_id}/batch_invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices of a batch
         * @description Lists the invoices of a batch in the order of the request. A page past the last one is an empty list.
         */
        get: operations["listBatchInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoice_batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get invoice batch
         * @description Returns the status of a batch. The list of its invoices has the state of each invoice.
         */
        get: operations["getInvoiceBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoice_batches/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the summary of an invoice batch
         * @description Counts the invoices of the batch that are issued, rendered and registered at AEAT.
         */
        get: operations["getInvoiceBatchSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch_invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one batch invoice
         * @description Returns the invoice with its number, its total and its state at AEAT, or with the reason why it failed.
         */
        get: operations["getBatchInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch_invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search batch invoices
         * @description Finds invoices in all batches by `external_invoice_id`, or issued invoices by `issuer_nif` and `invoice_number`. Values must match exactly. The newest invoice comes first. At most 10,000 invoices are found: a `total_count` of 10,000 means that many or more.
         */
        get: operations["searchBatchInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch_invoices/{id}/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the VeriFactu registration of an invoice
         * @description Returns the registration records of the invoice with AEAT's answer to each of them.
         */
        get: operations["getRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registration_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the registration at AEAT
         * @description Returns for each issuer the number of registration records without an answer of AEAT, the time of the oldest, and the incident that keeps them from AEAT, if there is one. An organization with more than 1000 issuers must specify `issuer_nif`.
         */
        get: operations["getRegistrationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/responsible_declaration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the declaración responsable
         * @description Returns the producer's declaración responsable for the running version (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15). The text of a version never changes once that version has run. Every session can read it.
         */
        get: operations["getResponsibleDeclaration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch_invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download issued invoice PDF
         * @description Downloads the PDF of the issued invoice. Every download has the same bytes until the invoice is annulled; from then on the PDF shows the annulment. If the PDF does not exist yet, the engine renders it now, and the request waits for it for up to 10 seconds.
         */
        get: operations["downloadIssuedInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoice_batches/{id}/pdfs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all PDFs of a batch
         * @description Streams a ZIP archive of the PDFs, named by invoice number. The PDFs have the same bytes as in single downloads. The first file, `manifest.json`, is a list that maps each PDF (`file`) to its invoice: `batch_invoice_id`, `external_invoice_id` (or null) and `invoice_number`. The download counts as one read for the rate limit.
         */
        get: operations["downloadBatchPdfs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "batch.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * batch.finished
         * @description Every invoice of a batch has been issued or has failed.
         */
        post: operations["onBatchFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.pdfs_ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * batch.pdfs_ready
         * @description The PDFs of all issued invoices of a batch can be downloaded. The event is not sent if PDFs are rendered on demand or if no invoice was issued.
         */
        post: operations["onBatchPdfsReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.failed
         * @description An invoice is not issued, because a rule refused it. The event is sent when the batch is processed, before `batch.finished`, also for invoices that the answer to the creation already refused.
         */
        post: operations["onInvoiceFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.accepted
         * @description AEAT has accepted the registration record of an invoice.
         */
        post: operations["onInvoiceAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.accepted_with_errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.accepted_with_errors
         * @description AEAT has accepted the registration record of an invoice and found errors in it.
         */
        post: operations["onInvoiceAcceptedWithErrors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.rejected
         * @description AEAT has rejected the registration record of an invoice.
         */
        post: operations["onInvoiceRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.annulled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.annulled
         * @description An invoice was annulled. Its annulment record is sent to AEAT next.
         */
        post: operations["onInvoiceAnnulled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description A test that `POST /api/v2/webhook_endpoints/{id}/test` requested. It is sent regardless of the event types that the endpoint receives.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AnnulBody: {
            /** @description Reason of the correction: one line with at least one visible character. It is stored permanently with the record. Leading and trailing blanks are removed. */
            reason: string;
        };
        /** @description The invoice and the time of its annulment. */
        AnnulledInvoice: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * Format: date-time
             * @description When the invoice was annulled: UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string;
        };
        /** @description The invoice and AEAT's answer to its registration record. */
        AnsweredInvoice: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * @description State of the registration record after the answer.
             * @enum {string}
             */
            verifactu_state: "accepted" | "accepted_with_errors" | "rejected";
            /** @description AEAT's error code; null if AEAT gave none. */
            aeat_code: number | null;
            /** @description AEAT's description of the error, in Spanish. It can contain the name or the NIF concerned. */
            aeat_message: string | null;
        };
        /** @description Every invoice of a batch has been issued or has failed. */
        BatchFinishedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "batch.finished";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["BatchFinishedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        BatchFinishedEventData: {
            invoice_batch: components["schemas"]["FinishedBatch"];
        };
        BatchInput: {
            /**
             * @description Your own label of the batch; it need not be unique. The list of batches can be filtered by it.
             * @example orders-2026-11-20
             */
            external_batch_id?: string | null;
            /** @description The invoices. Each one is issued or fails independently of the others. */
            invoices: components["schemas"]["InvoiceInput"][];
        };
        BatchInvoice: {
            /** @description Id of the invoice, for requests of the invoice, its PDF and its registration. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice; null until it is issued. */
            invoice_number: string | null;
            /** @description Sum of the tax bases and the taxes, in euros; null until the invoice is issued. */
            total_after_taxes: string | null;
            /**
             * @description pending → processing → processed, or failed. An invoice that fails validation is failed from its creation.
             * @enum {string}
             */
            processing_status: "pending" | "processing" | "processed" | "failed";
            /** @description Why the invoice failed: messages joined by `; `. */
            processing_error: string | null;
            /** @description Id of the issued invoice; null until it is issued. */
            issued_invoice_id: number | null;
            /** @description null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected. */
            verifactu_state: ("remission" | "accepted" | "accepted_with_errors" | "rejected") | null;
        };
        BatchInvoiceAnswer: {
            data: components["schemas"]["BatchInvoice"];
        };
        BatchInvoiceList: {
            /** @description The items of the page; empty past the last page. */
            data: components["schemas"]["BatchInvoice"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /** @description The PDFs of all issued invoices of a batch can be downloaded. The event is not sent if PDFs are rendered on demand or if no invoice was issued. */
        BatchPdfsReadyEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "batch.pdfs_ready";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["BatchPdfsReadyEventData"];
        };
        /** @description Ids and states, but no personal data. */
        BatchPdfsReadyEventData: {
            invoice_batch: components["schemas"]["RenderedBatch"];
        };
        BatchSummary: {
            /** @description Number of invoices in the request. */
            invoices_count: number;
            /** @description Number of invoices that are neither issued nor failed yet. */
            pending: number;
            /** @description Number of issued invoices. */
            processed: number;
            /** @description Number of invoices that a rule refused; they are never issued. */
            failed: number;
            /** @description Number of issued invoices whose PDF exists or is rendered on request. */
            rendered: number;
            verifactu: components["schemas"]["VerifactuCounts"];
        };
        BatchSummaryAnswer: {
            data: components["schemas"]["BatchSummary"];
        };
        CreateBatchAnswer: {
            data: components["schemas"]["InvoiceBatch"];
            /** @description Messages for each invoice that failed validation, by `external_invoice_id`, or by `invoices[<index>]` if that is blank. Absent if no invoice failed. */
            errors?: {
                [key: string]: string[];
            };
        };
        CreateBatchBody: {
            invoice_batch: components["schemas"]["BatchInput"];
        };
        CreateSessionBody: {
            /** @description API key of the organization: `org_live_…`. */
            api_key: string;
        };
        ErrorAnswer: {
            error: components["schemas"]["ErrorDetails"];
        };
        ErrorDetails: {
            /** @description Error code for programs; it never changes. */
            code: string;
            /** @description Description of the error for people. */
            message: string;
        };
        /** @description The batch that contains the invoice. */
        EventBatch: {
            /** @description Id of the batch, for requests to the API. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
        };
        /** @description The invoice that is not issued. */
        FailedInvoice: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the invoice, as you sent it. */
            invoice_number: string | null;
            /**
             * @description The API returns the reason: `processing_error`.
             * @enum {string}
             */
            processing_status: "failed";
        };
        Finding: {
            /** @description Index of the invoice in the request, from 0. */
            index: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /**
             * @description Path of the member in the invoice.
             * @example lines[1].tax_rate
             * @example issuer_nif
             */
            field: string;
            /**
             * @description Kind of the error; the codes never change.
             * @enum {string}
             */
            code: "blank" | "must_be_blank" | "invalid" | "unknown_value" | "forbidden_characters" | "too_long" | "too_many" | "too_many_digits" | "out_of_range" | "not_allowed" | "not_supported" | "not_found" | "not_authorized" | "duplicate" | "more_left_out";
            /** @description Error code with which AEAT would reject the record. */
            aeat_code: number | null;
            /** @description The same message as in `errors` and `processing_error`. */
            message: string;
        };
        /** @description The batch with its final status and counts. */
        FinishedBatch: {
            /** @description Id of the batch, for requests to the API. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
            /**
             * @description Final status of the batch: all invoices were issued (`processed`), some were (`processed_with_errors`), or none was (`failed`).
             * @enum {string}
             */
            status: "processed" | "processed_with_errors" | "failed";
            /** @description Number of invoices in the batch. */
            invoices_count: number;
            /** @description Number of issued invoices. */
            processed_count: number;
            /** @description Number of failed invoices. */
            failed_count: number;
        };
        /** @description AEAT has accepted the registration record of an invoice. */
        InvoiceAcceptedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.accepted";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceAcceptedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceAcceptedEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description AEAT has accepted the registration record of an invoice and found errors in it. */
        InvoiceAcceptedWithErrorsEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.accepted_with_errors";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceAcceptedWithErrorsEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceAcceptedWithErrorsEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description An invoice was annulled. Its annulment record is sent to AEAT next. */
        InvoiceAnnulledEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.annulled";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceAnnulledEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceAnnulledEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnnulledInvoice"];
        };
        InvoiceBatch: {
            /** @description Id of the batch, for later requests. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
            /**
             * @description received → processing → processed (all invoices issued), processed_with_errors (some issued) or failed (none issued). `processed_at` is set in the final states.
             * @enum {string}
             */
            status: "received" | "processing" | "processed" | "processed_with_errors" | "failed";
            /** @description Number of invoices in the request, including those that failed. */
            invoices_count: number;
            /**
             * Format: date-time
             * @description When the batch was accepted: UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When the last invoice of the batch was issued or failed. PDFs and answers of AEAT follow later.
             * @example 2026-11-20T09:30:00Z
             */
            processed_at: string | null;
        };
        InvoiceBatchAnswer: {
            data: components["schemas"]["InvoiceBatch"];
        };
        InvoiceBatchList: {
            /** @description The items of the page; empty past the last page. */
            data: components["schemas"]["InvoiceBatch"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /** @description An invoice is not issued, because a rule refused it. The event is sent when the batch is processed, before `batch.finished`, also for invoices that the answer to the creation already refused. */
        InvoiceFailedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.failed";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceFailedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceFailedEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["FailedInvoice"];
        };
        /** @description An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters. */
        InvoiceInput: {
            /**
             * @description Your own id of this invoice; it need not be unique. It is the key of the `errors` map, and the lists can be searched by it. The engine does not use it for anything else.
             * @example order-20931
             */
            external_invoice_id?: string | null;
            /**
             * @description NIF, NIE or CIF of the issuer, with its control character and without the prefix `ES`. Blanks, dots and hyphens are removed, and lower-case letters count as capitals.
             * @example B12345674
             */
            issuer_nif: string;
            /**
             * @description Invoice number, including the series (AEAT's NumSerieFactura). Printable ASCII except `"` `'` `<` `>` `=`, without a blank at either end. It must be unique per issuer and calendar year of the issue date.
             * @example F-2026/0001
             */
            number_serie: string;
            /**
             * @description Name of the issuer. Default: the organization's name.
             * @example Comercial Ejemplo SL
             */
            issuer_name?: string | null;
            /**
             * @description `F1` invoice, `F2` simplified invoice, `F3` invoice that replaces simplified invoices, `R1` to `R4` rectifying invoices, `R5` rectifying invoice for a simplified invoice. Default: `F1` if a recipient is identified, otherwise `F2`. An `F2` of more than 3,010 € needs `has_unidentified_recipient`.
             * @example F1
             */
            invoice_type?: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5") | null;
            /**
             * @description Description of the operation (AEAT's DescripcionOperacion). Default: the concepts of the lines, truncated to 500 characters.
             * @example Consultoría de noviembre
             */
            operation_description?: string | null;
            /**
             * Format: date
             * @description Issue date, between 2024-10-28 and today in Madrid. With regime `14` or `15` on every line it is the date of the operation, and the issue date is today.
             * @example 2026-11-20
             */
            operation_date: string;
            /**
             * Format: date
             * @description Due date of the payment; not before the issue date. Printed on the PDF.
             * @example 2026-12-20
             */
            due_date?: string | null;
            /**
             * @description `issued_invoice_id` of the invoice of the same issuer that this one rectifies. Required with `R1` to `R5`. With `F3` it is optional and names the simplified invoice that this one replaces.
             * @example 1042000
             */
            rectified_invoice_id?: number | null;
            /** @description Whether the invoice is issued without identifying the recipient (art. 6.1.d RD 1619/2012). It can be true only with `F2` or `R5`. The invoice may then have a name and an address of the recipient, which are printed but not registered. */
            has_unidentified_recipient?: boolean | null;
            /**
             * @description Name of the recipient. Required with `F1`, `F3` and `R1` to `R4`. Not allowed with `F2` and `R5` unless `has_unidentified_recipient` is true; it is then printed but not registered.
             * @example Cliente Ejemplo SA
             */
            recipient_legal_name?: string | null;
            /**
             * @description Type of the document that identifies the recipient. Required with `F1`, `F3` and `R1` to `R4`; not allowed with `F2` and `R5`. `nif` and `nie`: a Spanish number without the prefix `ES`. `international_vat_number`: a VAT number of another member state with its prefix (`XI` for Northern Ireland), or the tax number of a company outside the European Union, such as an American EIN, with `recipient_country_code`. `passport`: the passport of a natural person, with `recipient_country_code`.
             * @example nif
             */
            recipient_document_type?: ("nif" | "nie" | "passport" | "international_vat_number") | null;
            /**
             * @description Number of the document that identifies the recipient. Required or not allowed under the same conditions as `recipient_document_type`.
             * @example A12345674
             */
            recipient_document_number?: string | null;
            /**
             * @description Street and number of the recipient. Printed on the PDF.
             * @example Calle Mayor 1
             */
            recipient_billing_address?: string | null;
            /**
             * @description Postal code of the recipient. Printed on the PDF.
             * @example 28013
             */
            recipient_billing_postal_code?: string | null;
            /**
             * @description City of the recipient. Printed on the PDF.
             * @example Madrid
             */
            recipient_billing_city?: string | null;
            /** @description Not supported at present: it must be absent or null. */
            contact_id?: number | null;
            /** @description Your own id of the series. It is stored with the invoice but not registered. */
            invoiceable_serie_id?: number | null;
            /**
             * @description Payment method. Printed on the PDF.
             * @example bank_transfer
             */
            payment_method?: ("cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others") | null;
            /**
             * @description Details of the payment, for example an IBAN. It can contain line breaks. Printed on the PDF.
             * @example ES91 2100 0418 4502 0005 1332
             */
            payment_method_info?: string | null;
            /**
             * @description Type of the operation. It is stored with the invoice but not registered.
             * @example domestic_operations_deductible_vat
             */
            operation_type?: ("domestic_operations_deductible_vat" | "agricultural_compensation" | "intra_community_acquisition_goods" | "intra_community_acquisition_services" | "reverse_charge_tax" | "imports" | "non_deductible_vat") | null;
            /**
             * @description Country of the recipient: ISO 3166-1 alpha-2, in capitals.
             * @example ES
             */
            recipient_country_code?: string | null;
            /** @description Note at the end of the invoice. It can contain line breaks. */
            footer_note?: string | null;
            /**
             * @description Suplidos: amount paid in the name of the recipient, in euros with at most 2 decimals. It is not part of `total_after_taxes`; the PDF adds it to the amount to pay.
             * @example 35.5
             */
            total_reimbursable_expenses_amount?: number | null;
            /** @description Whether the invoice is already paid. Printed on the PDF. */
            paid?: boolean | null;
            /** @description Lines of the invoice, at least one. They are sorted by `position`; lines without a position come last, and lines with the same position keep their order. The lines of an invoice form at most 12 tax groups (type, regime, operation key or exemption code, rate). */
            lines: components["schemas"]["InvoiceLineInput"][];
        };
        /** @description One line of an invoice. */
        InvoiceLineInput: {
            /**
             * @description Sort key of the lines, ascending.
             * @example 1
             */
            position?: number | null;
            /**
             * @description Description of the goods or services.
             * @example Consultoría
             */
            concept: string;
            /**
             * @description Quantity, with at most 6 decimals. It can be negative in a correction.
             * @example 8
             */
            units: number;
            /**
             * @description Price of one unit in euros, without tax, with at most 6 decimals. It can be negative in a correction.
             * @example 62.5
             */
            unit_price: number;
            /**
             * @description Discount in per cent of units × price, with at most 2 decimals.
             * @example 10
             */
            discount_percent?: number | null;
            /** @description Notes, printed below the concept. They can contain line breaks. */
            notes?: string | null;
            /**
             * @description `iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `others`: any other tax.
             * @example iva
             */
            tax_type?: ("iva" | "psi" | "igic" | "others") | null;
            /**
             * @description AEAT's ClaveRegimen (list L8A); only with `iva`. Default: `01`, the general regime. With `03` and `05` the PDF shows prices including tax and no separate tax, and withholding is not allowed. `06` is not supported. `18` means that the issuer is itself a retailer under the recargo de equivalencia; no surcharge is charged. Version 1 of the API cannot issue an invoice to such a retailer on which the supplier must charge the recargo.
             * @example 01
             */
            tax_regime?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20") | null;
            /**
             * @description AEAT's CalificacionOperacion; only with `iva` and regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.
             * @example S1
             */
            tax_operation_key?: ("S1" | "S2" | "N1" | "N2") | null;
            /** @description AEAT's OperacionExenta; only with `iva` and never together with `tax_operation_key`. Exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state, identified by its VAT number or, for a new means of transport, by a passport of that state. */
            tax_exemption_code?: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6") | null;
            /**
             * @description Tax rate in per cent (21, not 0.21), with at most 2 decimals. Required with `S1`; today 0, 4, 10 or 21 with `iva`. Absent or 0 with `S2`, `N1`, `N2` and exemptions.
             * @example 21
             */
            tax_rate?: number | null;
            /**
             * @description Retención of IRPF in per cent of the net amount (15, not 0.15), with at most 2 decimals. Not allowed with regimes `03` and `05`. It is not part of `total_after_taxes`; the PDF subtracts it from the amount to pay.
             * @example 15
             */
            income_tax_withholding_rate?: number | null;
        };
        /** @description AEAT has rejected the registration record of an invoice. */
        InvoiceRejectedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.rejected";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceRejectedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceRejectedEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnsweredInvoice"];
        };
        PaginationMeta: {
            /** @description Number of the requested page. */
            current_page: number;
            /** @description Number of pages; 0 for an empty list. */
            total_pages: number;
            /** @description Exact number of items on all pages. */
            total_count: number;
            /** @description Requested number of items per page. */
            per_page: number;
        };
        Registration: {
            /** @description URL in the QR code of the PDF; null without VeriFactu. */
            qr_url: string | null;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string | null;
            /** @description Registration records, oldest first. */
            records: components["schemas"]["RegistrationRecord"][];
        };
        RegistrationAnswer: {
            data: components["schemas"]["Registration"];
        };
        RegistrationIncident: {
            /**
             * Format: date-time
             * @description Start of the incident.
             * @example 2026-11-20T09:30:00Z
             */
            since: string;
            /** @description Reason of the incident: an English sentence for people. */
            reason: string;
        };
        RegistrationRecord: {
            /**
             * @description `alta`: registration or its correction. `anulacion`: annulment.
             * @enum {string}
             */
            kind: "alta" | "anulacion";
            /** @description Position of the record in the issuer's chain. */
            sequence: number;
            /** @description Huella of the record: SHA-256, hexadecimal. */
            hash: string;
            /** @description Huella of the previous record; null for the first record of a chain. */
            previous_hash: string | null;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            generated_at: string;
            /**
             * @description `remission` until AEAT has answered.
             * @enum {string}
             */
            state: "remission" | "accepted" | "accepted_with_errors" | "rejected";
            /** @description AEAT's error code; null if it gave none. */
            aeat_code: number | null;
            /** @description AEAT's description of the error, in Spanish. */
            aeat_message: string | null;
            /** @description Código seguro de verificación of the AEAT message that contained the answer. */
            csv: string | null;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            answered_at: string | null;
        };
        RegistrationStatus: {
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /** @description Number of records that AEAT has not answered yet. */
            pending: number;
            /**
             * Format: date-time
             * @description When the oldest unanswered record was generated; null if every record is answered.
             * @example 2026-11-20T09:30:00Z
             */
            oldest_pending_at: string | null;
            /** @description Incident that keeps records from reaching AEAT (Orden HAC/1177/2024, art. 16.4); null if there is none. The engine sends the records again by itself. */
            incident: components["schemas"]["RegistrationIncident"] | null;
            /**
             * Format: date-time
             * @description When AEAT last answered a record; null before the first answer.
             * @example 2026-11-20T09:30:00Z
             */
            last_answer_at: string | null;
        };
        RegistrationStatusAnswer: {
            /** @description One item per issuer with registration records, sorted by NIF. */
            data: components["schemas"]["RegistrationStatus"][];
        };
        /** @description The batch with the number of its PDFs. */
        RenderedBatch: {
            /** @description Id of the batch, for requests to the API. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
            /** @description Number of PDFs: one for each issued invoice. */
            pdfs_count: number;
        };
        ResendBody: {
            /** @description Reason of the correction: one line with at least one visible character. It is stored permanently with the record. Leading and trailing blanks are removed. */
            reason: string;
            /** @description True if the recipient's NIF is right but not in AEAT's census. The record then identifies the recipient with IDType 07, as AEAT advises for error 2001. */
            recipient_outside_census?: boolean;
        };
        ResponsibleDeclaration: {
            /** @description Version of the running engine. */
            version: string;
            /**
             * Format: date
             * @description Date of the signature.
             */
            date: string;
            /** @description Title and points a) to l) of the declaration: plain text in Spanish. */
            text: string;
        };
        ResponsibleDeclarationAnswer: {
            data: components["schemas"]["ResponsibleDeclaration"];
        };
        Session: {
            /** @description Bearer token for later requests. */
            session_token: string;
            /**
             * Format: date-time
             * @description When the session expires: 24 hours after it was created.
             * @example 2026-11-20T09:30:00Z
             */
            expires_at: string;
        };
        /** @description The endpoint that is tested. */
        TestedEndpoint: {
            /** @description Id of the endpoint. */
            id: number;
        };
        ValidationAnswer: {
            data: components["schemas"]["ValidationSummary"];
            /** @description Errors in the order of the request; at most 20 per invoice. */
            findings: components["schemas"]["Finding"][];
            /** @description Warnings about invoices without findings, in the order of the request. Such invoices are accepted, but a tax adviser would question them. */
            warnings: components["schemas"]["Warning"][];
        };
        ValidationSummary: {
            /** @description Number of invoices in the request. */
            invoices_count: number;
            /** @description Number of invoices without findings. */
            valid_invoices_count: number;
        };
        /** @description Number of issued invoices by `verifactu_state`. */
        VerifactuCounts: {
            /** @description Number of invoices in the state `remission`. */
            remission: number;
            /** @description Number of invoices in the state `accepted`. */
            accepted: number;
            /** @description Number of invoices in the state `accepted_with_errors`. */
            accepted_with_errors: number;
            /** @description Number of invoices in the state `rejected`. */
            rejected: number;
        };
        Warning: {
            /** @description Index of the invoice in the request, from 0. */
            index: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /**
             * @description Path of the member in the invoice.
             * @example lines[1].tax_rate
             * @example issuer_nif
             */
            field: string;
            /**
             * @description Kind of the warning; the codes never change.
             * @enum {string}
             */
            code: "old_issue_date" | "operation_date_past" | "margin_not_stated" | "foreign_vat_not_stated" | "rate_not_charged" | "zero_rate_charged" | "withholding_below_one_percent" | "withholding_on_simplified" | "negative_total" | "simplified_limit_exceeded" | "cash_limit_exceeded" | "nothing_charged" | "issuer_address_missing" | "recipient_address_missing" | "description_missing" | "corrections_exceed_original" | "replacement_differs" | "number_differs_in_case" | "characters_not_printable" | "more_left_out";
            /** @description Error code with which AEAT would accept the record with errors. */
            aeat_code: number | null;
            /** @description An English sentence that begins with the name of the member. */
            message: string;
        };
        /** @description A test that `POST /api/v2/webhook_endpoints/{id}/test` requested. It is sent regardless of the event types that the endpoint receives. */
        WebhookTestEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookTestEventData"];
        };
        /** @description Ids and states, but no personal data. */
        WebhookTestEventData: {
            webhook_endpoint: components["schemas"]["TestedEndpoint"];
        };
    };
    responses: never;
    parameters: {
        /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
        WebhookId: string;
        /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
        WebhookTimestamp: number;
        /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
        WebhookSignature: string;
        /** @description Name of the engine; it is always the same. */
        WebhookUserAgent: "invoice-batch-engine";
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request in the logs. It is the `X-Request-Id` of the request if that consists of 1 to 128 letters, digits, `.`, `_` or `-`; otherwise a new one. */
        "X-Request-Id": string;
        /** @description Number of seconds to wait before sending the request again. */
        "Retry-After": number;
        /** @description Reason why the authentication failed (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description Supported values of `Content-Encoding`. */
        "Accept-Encoding": string;
        /** @description Number of requests allowed per minute. */
        "RateLimit-Limit": number;
        /** @description Number of requests left in this minute. */
        "RateLimit-Remaining": number;
        /** @description Number of seconds until the next minute begins. */
        "RateLimit-Reset": number;
        /** @description Present if the answer repeats the stored answer to an earlier request with this key. */
        "Idempotency-Replayed": "true";
        /** @description Entity tag of the PDF, for `If-None-Match` in later requests. */
        ETag: string;
        /** @description File name, made from the invoice number or the id of the batch. */
        "Content-Disposition": string;
        /** @description Size of the file in bytes. */
        "Content-Length": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionBody"];
            };
        };
        responses: {
            /** @description The session */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `request_timeout`: the request took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `payload_too_large`: the body is larger than this endpoint accepts; the message contains the limit in bytes */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session token is revoked */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listInvoiceBatches: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Number of items per page. */
                per_page?: number;
                /** @description Extension. Only batches with this status. */
                status?: "received" | "processing" | "processed" | "processed_with_errors" | "failed";
                /** @description Extension. Only batches with exactly this label. */
                external_batch_id?: string;
                /** @description Extension. Only batches received in this second or later. */
                received_from?: string;
                /** @description Extension. Only batches received in this second or earlier. */
                received_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBatchList"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createInvoiceBatch: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this batch. For 24 hours, sending the batch again with the same UUID repeats the stored answer instead of creating another batch. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBatchBody"];
            };
        };
        responses: {
            /** @description The batch, accepted by this request or an earlier one */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateBatchAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `submit` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `request_timeout`: the request took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `payload_too_large`: the body is larger than this endpoint accepts; the message contains the limit in bytes */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or already used with another body) or `validation_failed` */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds. Nothing was stored, because a request with the same key is still running, too many batches of the organization are being created, a batch was created within the cool-down (if one is configured), or with this batch more invoices of the organization would have failed within an hour than allowed (default: 500,000) */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    validateInvoiceBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBatchBody"];
            };
        };
        responses: {
            /** @description The findings (none if every invoice is valid) and the warnings */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `submit` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `request_timeout`: the request took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `payload_too_large`: the body is larger than this endpoint accepts; the message contains the limit in bytes */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `validation_failed`: the body is not a batch */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    annulInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnulBody"];
            };
        };
        responses: {
            /** @description The registration of the invoice, including the new record */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `correct` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `request_timeout`: the request took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `payload_too_large`: the body is larger than this endpoint accepts; the message contains the limit in bytes */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `validation_failed`: the body is not a valid correction. Otherwise the code is the reason why the invoice cannot be corrected in this way: `not_issued`, `not_registered` (without VeriFactu), `not_answered_yet` (by AEAT; repeat the request after `Retry-After` seconds), `nothing_to_correct`, `already_annulled`, `corrected_by_others` (annul those invoices first), `annulment_refused` (by AEAT; resend it), `recipient_not_applicable`, `register_unclear`, `chain_suspended` or `chain_halted` (an operator must resolve the last three) */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resendInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendBody"];
            };
        };
        responses: {
            /** @description The registration of the invoice, including the new record */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `correct` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `request_timeout`: the request took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `payload_too_large`: the body is larger than this endpoint accepts; the message contains the limit in bytes */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, uncompressed or with `Content-Encoding: gzip` or `zstd` */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `validation_failed`: the body is not a valid correction. Otherwise the code is the reason why the invoice cannot be corrected in this way: `not_issued`, `not_registered` (without VeriFactu), `not_answered_yet` (by AEAT; repeat the request after `Retry-After` seconds), `nothing_to_correct`, `already_annulled`, `corrected_by_others` (annul those invoices first), `annulment_refused` (by AEAT; resend it), `recipient_not_applicable`, `register_unclear`, `chain_suspended` or `chain_halted` (an operator must resolve the last three) */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listBatchInvoices: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Number of items per page. */
                per_page?: number;
                /** @description Extension. Only invoices with this status. */
                processing_status?: "pending" | "processing" | "processed" | "failed";
                /** @description Extension. Only invoices in this state. */
                verifactu_state?: "remission" | "accepted" | "accepted_with_errors" | "rejected";
                /** @description Extension. Only invoices with exactly this id. */
                external_invoice_id?: string;
            };
            header?: never;
            path: {
                /** @description The `id` of the invoice batch. */
                invoice_batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batch invoices */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchInvoiceList"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getInvoiceBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the invoice batch. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBatchAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getInvoiceBatchSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the invoice batch. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchSummaryAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getBatchInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch invoice */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchInvoiceAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchBatchInvoices: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Number of items per page. */
                per_page?: number;
                /** @description Your own id of the invoice. */
                external_invoice_id?: string;
                /** @description NIF of the issuer, together with `invoice_number`. */
                issuer_nif?: string;
                /** @description Number of the issued invoice, together with `issuer_nif`. */
                invoice_number?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batch invoices */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchInvoiceList"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registration */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unprocessable_content`: the invoice is not issued. It failed (the message contains the reason), or it is still being processed (send the request again after `Retry-After`) */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getRegistrationStatus: {
        parameters: {
            query?: {
                /** @description Only this issuer. The list is empty if it has no records. */
                issuer_nif?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the registration, per issuer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationStatusAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getResponsibleDeclaration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The declaration */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponsibleDeclarationAnswer"];
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    downloadIssuedInvoicePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy of the PDF. If the PDF is still the same, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Length": components["headers"]["Content-Length"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `If-None-Match` names the `ETag` of this PDF */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unprocessable_content`: there is no PDF. The invoice failed (the message contains the reason), or it is still being processed (send the request again after `Retry-After`) */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    downloadBatchPdfs: {
        parameters: {
            query?: {
                /** @description Whether to download the available PDFs if some are not ready yet. */
                partial?: boolean;
            };
            header?: never;
            path: {
                /** @description The `id` of the invoice batch. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `bad_request`: the body is not JSON (the message contains line and column), or a parameter is missing, blank, out of range, unknown or repeated */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unauthorized`: authentication is missing, invalid or expired */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `forbidden`: the API key of the session lacks the right `read` */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `not_found`: the organization has no such resource */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unprocessable_content`: some PDFs are not ready yet (send the request again after `Retry-After`; if PDFs are rendered on demand, this request starts it), or no invoice was issued */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `internal_error`: a fault of the engine; the operator can find it by its `X-Request-Id` */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `service_unavailable`: a dependency is down; wait for `Retry-After` seconds and send the same request again, with the same `Idempotency-Key` if it has one */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    onBatchFinished: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchFinishedEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBatchPdfsReady: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchPdfsReadyEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceFailedEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceAcceptedEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceAcceptedWithErrors: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceAcceptedWithErrorsEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceRejectedEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceAnnulled: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceAnnulledEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One signature, or two separated by a space while the secret is being replaced. Each is `v1,` followed by the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Name of the engine; it is always the same. */
                "user-agent": components["parameters"]["WebhookUserAgent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description The endpoint no longer exists. The engine disables it immediately and sends it no events until the operator enables it again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The engine repeats it, after the time in `Retry-After` if the answer has that header (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: the answer has any other status or is a redirect (the engine follows none), the connection broke, or there was no answer within ten seconds. The engine repeats the attempt after 5 seconds and then at growing intervals of up to three hours. It gives up after three days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
