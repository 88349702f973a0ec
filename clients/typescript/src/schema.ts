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
         * @description Exchanges an API key for a session token that lives 24 hours.
         */
        post: operations["createSession"];
        /**
         * End session
         * @description Ends the session whose token the request carries, within two seconds for every process that answers.
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
         * @description Newest first. A page past the end is an empty list.
         */
        get: operations["listInvoiceBatches"];
        put?: never;
        /**
         * Create invoice batch
         * @description Accepts 1 to 1000 invoices. Invoices that fail validation are told in `errors`; the batch is created all the same. The same key with the same JSON value answers the stored answer with `Idempotency-Replayed: true` for 24 hours. The body may come packed (`Content-Encoding: gzip` or `zstd`): large batches are a tenth to a fifth then.
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
         * @description Says what would become of a batch if it were created and issued now, by the same rules, and what an adviser would question in invoices that are right. Stores nothing and takes no idempotency key.
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
         * @description For an invoice that should never have been issued: a RegistroAnulacion, which goes to AEAT at once; its PDF says so from then on. The same request for the same reason does nothing twice. `{id}` is the batch invoice.
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
         * @description Sends again what AEAT refused or found errors in: a subsanación with the flags that AEAT wants, or the annulment anew. The same request for the same reason does nothing twice, until AEAT has refused it. `{id}` is the batch invoice.
         */
        post: operations["resendInvoice"];
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
         * @description Its state. What became of each invoice stands in the list of them.
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
         * @description How many of its invoices are issued, printed, and at AEAT, in one answer.
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
    "/api/v1/invoice_batches/{invoice_batch_id}/batch_invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices of a batch
         * @description In the order of the request. A page past the end is an empty list.
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
    "/api/v1/batch_invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one batch invoice
         * @description What became of it: its number, its total, its state at AEAT, or why it failed.
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
         * @description In all batches, newest first, exactly as written: by `external_invoice_id`, or an issued invoice by `issuer_nif` and `invoice_number`. Finds the newest 10,000: a `total_count` of 10,000 means that many or more.
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
         * @description Its registration records, and what AEAT said of each, in its own words.
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
         * Get how the registration at AEAT stands
         * @description Per issuer: how many registration records wait for AEAT's answer, since when, and what keeps them from it. An organization with more than 1000 issuers asks with `issuer_nif`.
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
         * @description The producer's declaración responsable of the version that runs (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15): one text per version, fixed since that version first ran. Any session may read it.
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
         * @description The PDF of the issued invoice; the same bytes at every download, until the invoice is annulled: then it says so. One that is not made yet is made at once, and the request waits for it up to 10 seconds.
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
         * @description A ZIP archive, streamed, with the very bytes of the single downloads, named by invoice number. Its first file, `manifest.json`, is a list that says of each PDF (`file`) which invoice it is of: `batch_invoice_id`, `external_invoice_id` (or null) and `invoice_number`. One read of the limit.
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
         * @description All invoices of a batch are issued or have failed.
         */
        post: operations["onBatchFinished"];
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
         * @description An invoice was annulled. AEAT is told next.
         */
        post: operations["onInvoiceAnnulled"];
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
            /** @description Why: one line that can be seen; kept with the record for good. Outer blanks are dropped. */
            reason: string;
        };
        /** @description The invoice and when it was annulled. */
        AnnulledInvoice: {
            /** @description Id of the batch invoice, under which the API reads it. */
            id: number;
            /** @description As the client sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * Format: date-time
             * @description When it was annulled: UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string;
        };
        /** @description The invoice and AEAT's answer to its registration record. */
        AnsweredInvoice: {
            /** @description Id of the batch invoice, under which the API reads it. */
            id: number;
            /** @description As the client sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * @description The state that the API tells from now on.
             * @enum {string}
             */
            verifactu_state: "accepted" | "accepted_with_errors" | "rejected";
            /** @description AEAT's error code; null where AEAT gave none. */
            aeat_code: number | null;
            /** @description AEAT's description of the error, in Spanish; it may repeat the name or the NIF that it is about. */
            aeat_message: string | null;
        };
        /** @description All invoices of a batch are issued or have failed. */
        BatchFinishedEvent: {
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "batch.finished";
            /**
             * Format: date-time
             * @description When it happened: UTC, with milliseconds. It is the same in every attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["BatchFinishedEventData"];
        };
        /** @description Ids and states, no personal data. */
        BatchFinishedEventData: {
            invoice_batch: components["schemas"]["FinishedBatch"];
        };
        BatchInput: {
            /**
             * @description Your own label of the batch, unique or not. The list of batches can be filtered by it.
             * @example orders-2026-11-20
             */
            external_batch_id?: string | null;
            /** @description Each is issued or fails by itself. */
            invoices: components["schemas"]["InvoiceInput"][];
        };
        BatchInvoice: {
            /** @description Under which it, its PDF and its registration are read again. */
            id: number;
            /** @description As it was sent. */
            external_invoice_id: string | null;
            /** @description Null until issued. */
            invoice_number: string | null;
            /** @description Bases plus taxes, euros. Null until issued. */
            total_after_taxes: string | null;
            /**
             * @description pending → processing → processed; or failed, also at creation.
             * @enum {string}
             */
            processing_status: "pending" | "processing" | "processed" | "failed";
            /** @description Why it failed: messages joined by `; `. */
            processing_error: string | null;
            /** @description Null until issued. */
            issued_invoice_id: number | null;
            /** @description null (no registration record) → remission → accepted, accepted_with_errors or rejected. */
            verifactu_state: ("remission" | "accepted" | "accepted_with_errors" | "rejected") | null;
        };
        BatchInvoiceAnswer: {
            data: components["schemas"]["BatchInvoice"];
        };
        BatchInvoiceList: {
            /** @description A page of them; empty past the end. */
            data: components["schemas"]["BatchInvoice"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        BatchSummary: {
            /** @description All of the request. */
            invoices_count: number;
            /** @description Neither issued nor failed yet. */
            pending: number;
            /** @description Issued. */
            processed: number;
            /** @description Refused by a rule; never issued. */
            failed: number;
            /** @description Issued ones that have a PDF, or have it made when it is asked for. */
            rendered: number;
            verifactu: components["schemas"]["VerifactuCounts"];
        };
        BatchSummaryAnswer: {
            data: components["schemas"]["BatchSummary"];
        };
        CreateBatchAnswer: {
            data: components["schemas"]["InvoiceBatch"];
            /** @description Invoices that failed validation, by `external_invoice_id`, or by `invoices[<index>]` where that is blank. Absent when none failed. */
            errors?: {
                [key: string]: string[];
            };
        };
        CreateBatchBody: {
            invoice_batch: components["schemas"]["BatchInput"];
        };
        CreateSessionBody: {
            /** @description Secret of the organization: `org_live_…` */
            api_key: string;
        };
        ErrorAnswer: {
            error: components["schemas"]["ErrorDetails"];
        };
        ErrorDetails: {
            /** @description What went wrong, for programs: a stable word. */
            code: string;
            /** @description The same for people. */
            message: string;
        };
        /** @description The batch of the invoice. */
        EventBatch: {
            /** @description Id of the batch, under which the API reads it. */
            id: number;
            /** @description As the client sent it. */
            external_batch_id: string | null;
        };
        Finding: {
            /** @description Place of the invoice in the request, from 0. */
            index: number;
            /** @description As it was sent. */
            external_invoice_id: string | null;
            /**
             * @description Path of the member in the invoice.
             * @example lines[1].tax_rate
             * @example issuer_nif
             */
            field: string;
            /**
             * @description What kind of thing is wrong; stable.
             * @enum {string}
             */
            code: "blank" | "must_be_blank" | "invalid" | "unknown_value" | "forbidden_characters" | "too_long" | "too_many" | "too_many_digits" | "out_of_range" | "not_allowed" | "not_supported" | "not_found" | "not_authorized" | "duplicate" | "more_left_out";
            /** @description What AEAT would refuse the record with. */
            aeat_code: number | null;
            /** @description As `errors` and `processing_error` have it. */
            message: string;
        };
        /** @description The batch with its final status and its counts. */
        FinishedBatch: {
            /** @description Id of the batch, under which the API reads it. */
            id: number;
            /** @description As the client sent it. */
            external_batch_id: string | null;
            /**
             * @description All invoices are issued (`processed`), some are, or none is (`failed`).
             * @enum {string}
             */
            status: "processed" | "processed_with_errors" | "failed";
            /** @description Every invoice of the batch. */
            invoices_count: number;
            /** @description Those that are issued. */
            processed_count: number;
            /** @description Those that failed. */
            failed_count: number;
        };
        /** @description AEAT has accepted the registration record of an invoice. */
        InvoiceAcceptedEvent: {
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "invoice.accepted";
            /**
             * Format: date-time
             * @description When it happened: UTC, with milliseconds. It is the same in every attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceAcceptedEventData"];
        };
        /** @description Ids and states, no personal data. */
        InvoiceAcceptedEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description AEAT has accepted the registration record of an invoice and found errors in it. */
        InvoiceAcceptedWithErrorsEvent: {
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "invoice.accepted_with_errors";
            /**
             * Format: date-time
             * @description When it happened: UTC, with milliseconds. It is the same in every attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceAcceptedWithErrorsEventData"];
        };
        /** @description Ids and states, no personal data. */
        InvoiceAcceptedWithErrorsEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description An invoice was annulled. AEAT is told next. */
        InvoiceAnnulledEvent: {
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "invoice.annulled";
            /**
             * Format: date-time
             * @description When it happened: UTC, with milliseconds. It is the same in every attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceAnnulledEventData"];
        };
        /** @description Ids and states, no personal data. */
        InvoiceAnnulledEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnnulledInvoice"];
        };
        InvoiceBatch: {
            /** @description Under which it is read again. */
            id: number;
            /** @description As it was sent. */
            external_batch_id: string | null;
            /**
             * @description received → processing → processed (all issued), processed_with_errors (some) or failed (none). Final states have `processed_at`.
             * @enum {string}
             */
            status: "received" | "processing" | "processed" | "processed_with_errors" | "failed";
            /** @description Every invoice of the request, failed ones too. */
            invoices_count: number;
            /**
             * Format: date-time
             * @description When it was accepted: UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When the last of its invoices was issued or failed. PDFs and AEAT come after that.
             * @example 2026-11-20T09:30:00Z
             */
            processed_at: string | null;
        };
        InvoiceBatchAnswer: {
            data: components["schemas"]["InvoiceBatch"];
        };
        InvoiceBatchList: {
            /** @description A page of them; empty past the end. */
            data: components["schemas"]["InvoiceBatch"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /** @description An invoice to be issued. Members that are null are taken for absent. The texts of an invoice have at most 200,000 characters together. */
        InvoiceInput: {
            /**
             * @description Your own id of this invoice, unique or not. Key of the `errors` map, and what the lists can be searched by; the engine gives it back and does nothing else with it.
             * @example order-20931
             */
            external_invoice_id?: string | null;
            /**
             * @description NIF, NIE or CIF of the issuer, with its control character and without `ES` before it. Blanks, dots and hyphens are removed, small letters are taken for capitals.
             * @example B12345674
             */
            issuer_nif: string;
            /**
             * @description Invoice number, series included (AEAT's NumSerieFactura). Printable ASCII without `"` `'` `<` `>` `=`, no blank at either end. Unique per issuer and calendar year of the issue date.
             * @example F-2026/0001
             */
            number_serie: string;
            /**
             * @description Name of the issuer. Default: the organization's name.
             * @example Comercial Ejemplo SL
             */
            issuer_name?: string | null;
            /**
             * @description `F1` invoice, `F2` simplified invoice, `F3` invoice in the place of simplified ones, `R1` to `R4` rectifications, `R5` rectification of a simplified invoice. Default: `F1` where a recipient is identified, else `F2`. `F2` only up to 3,010 € without `has_unidentified_recipient`.
             * @example F1
             */
            invoice_type?: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5") | null;
            /**
             * @description What the invoice is for (AEAT's DescripcionOperacion). Default: the lines' concepts, cut.
             * @example Consultoría de noviembre
             */
            operation_description?: string | null;
            /**
             * Format: date
             * @description Issue date, from 2024-10-28 until today in Madrid. With regime `14` or `15` on every line: the date of the operation, and today is the issue date.
             * @example 2026-11-20
             */
            operation_date: string;
            /**
             * Format: date
             * @description Until when it is to be paid; not before the issue date. Printed on the PDF.
             * @example 2026-12-20
             */
            due_date?: string | null;
            /**
             * @description `issued_invoice_id` of the invoice that this one rectifies, of the same issuer. Required with `R1` to `R5`; allowed with `F3`, for the simplified invoice that it replaces.
             * @example 1042000
             */
            rectified_invoice_id?: number | null;
            /** @description Issued without identifying the recipient (art. 6.1.d RD 1619/2012). True only with `F2` or `R5`. The name and the address of the recipient may then be there: they are printed and stay out of the registration record. */
            has_unidentified_recipient?: boolean | null;
            /**
             * @description Name of the recipient. Required with `F1`, `F3` and `R1` to `R4`; absent with `F2` and `R5`, unless `has_unidentified_recipient` is true: then it is only printed.
             * @example Cliente Ejemplo SA
             */
            recipient_legal_name?: string | null;
            /**
             * @description What identifies the recipient; required with `F1`, `F3` and `R1` to `R4`, absent with `F2` and `R5`. `nif` and `nie`: a Spanish number, without `ES` before it. `international_vat_number`: the VAT number of somebody in another member state, with its prefix (`XI` for Northern Ireland), and the tax number of a company outside the European Union, such as an American EIN, with `recipient_country_code`. `passport`: the passport of a natural person, with `recipient_country_code`.
             * @example nif
             */
            recipient_document_type?: ("nif" | "nie" | "passport" | "international_vat_number") | null;
            /**
             * @description Number of that document; required and absent as its type is.
             * @example A12345674
             */
            recipient_document_number?: string | null;
            /**
             * @description Street and number. Printed on the PDF.
             * @example Calle Mayor 1
             */
            recipient_billing_address?: string | null;
            /**
             * @description Printed on the PDF.
             * @example 28013
             */
            recipient_billing_postal_code?: string | null;
            /**
             * @description Printed on the PDF.
             * @example Madrid
             */
            recipient_billing_city?: string | null;
            /** @description Not supported at present: leave it out, or null. */
            contact_id?: number | null;
            /** @description Your own id of the series. Kept with the invoice, never registered. */
            invoiceable_serie_id?: number | null;
            /**
             * @description How it is paid. Printed on the PDF.
             * @example bank_transfer
             */
            payment_method?: ("cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others") | null;
            /**
             * @description For example an IBAN. May have line breaks. Printed on the PDF.
             * @example ES91 2100 0418 4502 0005 1332
             */
            payment_method_info?: string | null;
            /**
             * @description Kept with the invoice, never registered.
             * @example domestic_operations_deductible_vat
             */
            operation_type?: ("domestic_operations_deductible_vat" | "agricultural_compensation" | "intra_community_acquisition_goods" | "intra_community_acquisition_services" | "reverse_charge_tax" | "imports" | "non_deductible_vat") | null;
            /**
             * @description Country of the recipient: ISO 3166-1 alpha-2, capitals.
             * @example ES
             */
            recipient_country_code?: string | null;
            /** @description Printed at the end of the invoice. May have line breaks. */
            footer_note?: string | null;
            /**
             * @description Suplidos: euros paid in the name of the recipient, at most 2 decimals. Not in `total_after_taxes`; the PDF adds them to what is to be paid.
             * @example 35.5
             */
            total_reimbursable_expenses_amount?: number | null;
            /** @description Whether it is paid already. Printed on the PDF. */
            paid?: boolean | null;
            /** @description At least one. In the order of `position`, those without one last, and as they come where it is the same. At most 12 tax groups (type, regime, key or exemption, rate) in one invoice. */
            lines: components["schemas"]["InvoiceLineInput"][];
        };
        /** @description A line of an invoice. */
        InvoiceLineInput: {
            /**
             * @description Lines are sorted by it, ascending.
             * @example 1
             */
            position?: number | null;
            /**
             * @description What was delivered or done.
             * @example Consultoría
             */
            concept: string;
            /**
             * @description How many, at most 6 decimals. Negative in a correction.
             * @example 8
             */
            units: number;
            /**
             * @description Euros for one unit, without tax, at most 6 decimals. Negative in a correction.
             * @example 62.5
             */
            unit_price: number;
            /**
             * @description Per cent of units × price, at most 2 decimals.
             * @example 10
             */
            discount_percent?: number | null;
            /** @description Printed below the concept. May have line breaks. */
            notes?: string | null;
            /**
             * @description `iva` VAT (default), `psi` of Ceuta and Melilla, `igic` of the Canary Islands, `others` any other tax.
             * @example iva
             */
            tax_type?: ("iva" | "psi" | "igic" | "others") | null;
            /**
             * @description AEAT's ClaveRegimen (list L8A), only with `iva`. Default `01`, the general regime. `03` and `05` are printed with tax included, never apart, and take no withholding; `06` is not supported. `18` says that the issuer is itself a retailer under the recargo de equivalencia; it charges no surcharge. An invoice for goods sold to such a retailer, on which its supplier must charge the recargo, cannot be issued with version 1 of the API.
             * @example 01
             */
            tax_regime?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20") | null;
            /**
             * @description AEAT's CalificacionOperacion, only with `iva` and regime `01`: `S1` subject (default where there is no exemption), `S2` reverse charge, `N1` not subject (arts. 7, 14 and others), `N2` not subject by place.
             * @example S1
             */
            tax_operation_key?: ("S1" | "S2" | "N1" | "N2") | null;
            /** @description AEAT's OperacionExenta, only with `iva`, never together with `tax_operation_key`: exempt by art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E2` and `E3` have regime `02`, not `01`. `E5` needs a recipient in another member state: its VAT number or, for a new means of transport, a passport of that state. */
            tax_exemption_code?: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6") | null;
            /**
             * @description Per cent (21, not 0.21), at most 2 decimals. Required with `S1`: 0, 4, 10 or 21 with `iva` today. Absent or 0 with `S2`, `N1`, `N2` and exemptions.
             * @example 21
             */
            tax_rate?: number | null;
            /**
             * @description Retención of IRPF: per cent of the net amount (15, not 0.15), at most 2 decimals. Not with regimes `03` and `05`. Not in `total_after_taxes`; the PDF takes it from what is to be paid.
             * @example 15
             */
            income_tax_withholding_rate?: number | null;
        };
        /** @description AEAT has rejected the registration record of an invoice. */
        InvoiceRejectedEvent: {
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "invoice.rejected";
            /**
             * Format: date-time
             * @description When it happened: UTC, with milliseconds. It is the same in every attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceRejectedEventData"];
        };
        /** @description Ids and states, no personal data. */
        InvoiceRejectedEventData: {
            invoice_batch: components["schemas"]["EventBatch"];
            batch_invoice: components["schemas"]["AnsweredInvoice"];
        };
        PaginationMeta: {
            /** @description As it was asked for. */
            current_page: number;
            /** @description 0 for an empty list. */
            total_pages: number;
            /** @description Exact. */
            total_count: number;
            /** @description As it was asked for. */
            per_page: number;
        };
        Registration: {
            /** @description What the QR of the PDF says; null without VeriFactu. */
            qr_url: string | null;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string | null;
            /** @description Oldest first. */
            records: components["schemas"]["RegistrationRecord"][];
        };
        RegistrationAnswer: {
            data: components["schemas"]["Registration"];
        };
        RegistrationIncident: {
            /**
             * Format: date-time
             * @description Since when records cannot be sent.
             * @example 2026-11-20T09:30:00Z
             */
            since: string;
            /** @description Why, as an English sentence for people. */
            reason: string;
        };
        RegistrationRecord: {
            /**
             * @description Registration (or its correction) or annulment.
             * @enum {string}
             */
            kind: "alta" | "anulacion";
            /** @description Place in the issuer's chain. */
            sequence: number;
            /** @description Huella: SHA-256, hexadecimal. */
            hash: string;
            /** @description Null for the first of a chain. */
            previous_hash: string | null;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            generated_at: string;
            /**
             * @description `remission` until AEAT answered.
             * @enum {string}
             */
            state: "remission" | "accepted" | "accepted_with_errors" | "rejected";
            /** @description AEAT's error code. */
            aeat_code: number | null;
            /** @description AEAT's words, in Spanish. */
            aeat_message: string | null;
            /** @description Código seguro de verificación of the message that brought the answer. */
            csv: string | null;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            answered_at: string | null;
        };
        RegistrationStatus: {
            /** @description Whose records these are. */
            issuer_nif: string;
            /** @description Records that AEAT has not answered yet. */
            pending: number;
            /**
             * Format: date-time
             * @description When the first of them was generated; null where none waits.
             * @example 2026-11-20T09:30:00Z
             */
            oldest_pending_at: string | null;
            /** @description What keeps records from reaching AEAT (Orden HAC/1177/2024, art. 16.4); null where nothing does. They are sent again without anybody asking. */
            incident: components["schemas"]["RegistrationIncident"] | null;
            /**
             * Format: date-time
             * @description When AEAT last answered a record; null before the first answer.
             * @example 2026-11-20T09:30:00Z
             */
            last_answer_at: string | null;
        };
        RegistrationStatusAnswer: {
            /** @description One per issuer with registration records, by NIF. */
            data: components["schemas"]["RegistrationStatus"][];
        };
        ResendBody: {
            /** @description Why: one line that can be seen; kept with the record for good. Outer blanks are dropped. */
            reason: string;
            /** @description The recipient's NIF is right, but AEAT's census does not have it: told with IDType 07, as AEAT advises on error 2001. */
            recipient_outside_census?: boolean;
        };
        ResponsibleDeclaration: {
            /** @description The version of the engine that runs. */
            version: string;
            /**
             * Format: date
             * @description Day of signing.
             */
            date: string;
            /** @description Title and points a) to l), plain text in Spanish. */
            text: string;
        };
        ResponsibleDeclarationAnswer: {
            data: components["schemas"]["ResponsibleDeclaration"];
        };
        Session: {
            /** @description Bearer token of later requests. */
            session_token: string;
            /**
             * Format: date-time
             * @description 24 hours after issuance.
             * @example 2026-11-20T09:30:00Z
             */
            expires_at: string;
        };
        ValidationAnswer: {
            data: components["schemas"]["ValidationSummary"];
            /** @description In the order of the request; at most 20 per invoice. */
            findings: components["schemas"]["Finding"][];
            /** @description What an adviser would question in invoices without findings. They are accepted all the same. In the order of the request. */
            warnings: components["schemas"]["Warning"][];
        };
        ValidationSummary: {
            /** @description All of the request. */
            invoices_count: number;
            /** @description Those without findings. */
            valid_invoices_count: number;
        };
        /** @description Issued ones by `verifactu_state`. */
        VerifactuCounts: {
            /** @description In the state `remission`. */
            remission: number;
            /** @description In the state `accepted`. */
            accepted: number;
            /** @description In the state `accepted_with_errors`. */
            accepted_with_errors: number;
            /** @description In the state `rejected`. */
            rejected: number;
        };
        Warning: {
            /** @description Place of the invoice in the request, from 0. */
            index: number;
            /** @description As it was sent. */
            external_invoice_id: string | null;
            /**
             * @description Path of the member in the invoice.
             * @example lines[1].tax_rate
             * @example issuer_nif
             */
            field: string;
            /**
             * @description What an adviser would question; stable.
             * @enum {string}
             */
            code: "old_issue_date" | "operation_date_past" | "margin_not_stated" | "foreign_vat_not_stated" | "rate_not_charged" | "zero_rate_charged" | "withholding_below_one_percent" | "withholding_on_simplified" | "negative_total" | "simplified_limit_exceeded" | "cash_limit_exceeded" | "nothing_charged" | "issuer_address_missing" | "recipient_address_missing" | "description_missing" | "corrections_exceed_original" | "replacement_differs" | "number_differs_in_case" | "characters_not_printable" | "more_left_out";
            /** @description What AEAT would accept the record with errors for. */
            aeat_code: number | null;
            /** @description An English sentence that begins with the name of the member. */
            message: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Id of the event. It is the same in every attempt and when the event is sent again on demand. */
        WebhookId: string;
        /** @description When this attempt was signed: seconds since 1970-01-01T00:00:00Z. */
        WebhookTimestamp: number;
        /** @description One signature, or two with a blank between them while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 as base64. */
        WebhookSignature: string;
        /** @description Always the same. */
        WebhookUserAgent: "invoice-batch-engine";
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request in the logs: the one that it brought, where that is 1 to 128 letters, digits, `.`, `_` or `-`, else a fresh one. */
        "X-Request-Id": string;
        /** @description Seconds to wait before the request is sent again. */
        "Retry-After": number;
        /** @description What is wrong with the authentication (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description How a body may be packed. */
        "Accept-Encoding": string;
        /** @description Requests of one minute. */
        "RateLimit-Limit": number;
        /** @description Requests that are left of this minute. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the next minute begins. */
        "RateLimit-Reset": number;
        /** @description Present where the answer is the stored one of an earlier request with this key. */
        "Idempotency-Replayed": "true";
        /** @description Of these bytes; another request's `If-None-Match` may name it. */
        ETag: string;
        /** @description A file name made from the invoice number, or the id of the batch. */
        "Content-Disposition": string;
        /** @description Bytes of the file. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `payload_too_large`: the body is larger than this endpoint takes; the message says how many bytes those are */
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
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, as it is or with `Content-Encoding: gzip` or `zstd` */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
            /** @description The session has ended */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, as it is or with `Content-Encoding: gzip` or `zstd` */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description From 1. */
                page?: number;
                /** @description Items of a page. */
                per_page?: number;
                /** @description Extension. Those in this state. */
                status?: "received" | "processing" | "processed" | "processed_with_errors" | "failed";
                /** @description Extension. Exactly this one. */
                external_batch_id?: string;
                /** @description Extension. This second and later. */
                received_from?: string;
                /** @description Extension. This second and before. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description A UUID of your own for this batch. Sent again with it, the batch is not created again: its answer is repeated, for 24 hours. */
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
            /** @description The batch, accepted now or before */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `payload_too_large`: the body is larger than this endpoint takes; the message says how many bytes those are */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, as it is or with `Content-Encoding: gzip` or `zstd` */
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
            /** @description `missing_idempotency_key`, `invalid_idempotency_key` (not a UUID, or used with another body) or `validation_failed` */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description `too_many_requests`: wait for `Retry-After` seconds. The same key is still in use, too many batches of the organization are being created, a batch was created within the cool-down (where there is one), or more of its invoices would have failed within an hour than may (500,000, unless the operator says otherwise): nothing was stored */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
            /** @description The findings, none where all is right, and the warnings */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `payload_too_large`: the body is larger than this endpoint takes; the message says how many bytes those are */
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
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, as it is or with `Content-Encoding: gzip` or `zstd` */
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
            /** @description `validation_failed`: the body is no batch */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description `id` of the batch invoice. */
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
            /** @description The registration with the new record */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `payload_too_large`: the body is larger than this endpoint takes; the message says how many bytes those are */
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
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, as it is or with `Content-Encoding: gzip` or `zstd` */
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
            /** @description `validation_failed`: the body is no correction; else why the invoice cannot be corrected so: `not_issued`, `not_registered` (without VeriFactu), `not_answered_yet` (by AEAT; `Retry-After` says when to ask again), `nothing_to_correct`, `already_annulled`, `corrected_by_others` (annul those first), `annulment_refused` (by AEAT: resend it), `recipient_not_applicable`, `register_unclear`, `chain_suspended`, `chain_halted` (the last three want an operator) */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description `id` of the batch invoice. */
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
            /** @description The registration with the new record */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `payload_too_large`: the body is larger than this endpoint takes; the message says how many bytes those are */
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
            /** @description `unsupported_media_type`: the body must be application/json in UTF-8, as it is or with `Content-Encoding: gzip` or `zstd` */
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
            /** @description `validation_failed`: the body is no correction; else why the invoice cannot be corrected so: `not_issued`, `not_registered` (without VeriFactu), `not_answered_yet` (by AEAT; `Retry-After` says when to ask again), `nothing_to_correct`, `already_annulled`, `corrected_by_others` (annul those first), `annulment_refused` (by AEAT: resend it), `recipient_not_applicable`, `register_unclear`, `chain_suspended`, `chain_halted` (the last three want an operator) */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description `id` of the invoice batch. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description `id` of the invoice batch. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description From 1. */
                page?: number;
                /** @description Items of a page. */
                per_page?: number;
                /** @description Extension. Those in this state. */
                processing_status?: "pending" | "processing" | "processed" | "failed";
                /** @description Extension. Those in this state. */
                verifactu_state?: "remission" | "accepted" | "accepted_with_errors" | "rejected";
                /** @description Extension. Exactly this one. */
                external_invoice_id?: string;
            };
            header?: never;
            path: {
                /** @description `id` of the invoice batch. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description `id` of the batch invoice. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description From 1. */
                page?: number;
                /** @description Items of a page. */
                per_page?: number;
                /** @description Exactly this one. */
                external_invoice_id?: string;
                /** @description Together with `invoice_number`. */
                issuer_nif?: string;
                /** @description Together with `issuer_nif`. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description `id` of the batch invoice. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `unprocessable_content`: nothing was issued, because the invoice failed (the message says why) or is not finished (`Retry-After` says when to ask again) */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description Only this issuer; an empty list where it has no records. */
                issuer_nif?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of registration, per issuer */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description The `ETag` of a PDF that you have: where it is still the same, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description `id` of the batch invoice. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `unprocessable_content`: there is no PDF, because the invoice failed (the message says why) or is not finished (`Retry-After` says when to ask again) */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description Takes what is there. */
                partial?: boolean;
            };
            header?: never;
            path: {
                /** @description `id` of the invoice batch. */
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
            /** @description `bad_request`: the body is not JSON (the message tells line and column), or a parameter is missing, blank, out of bounds, unknown or given twice */
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
            /** @description `unprocessable_content`: some PDFs are not made yet (`Retry-After` says when to ask again; where they are made on demand, asking makes them), or no invoice was issued */
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
            /** @description `internal_error`: our fault; the `X-Request-Id` helps to find it */
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
                /** @description One signature, or two with a blank between them while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Always the same. */
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
            /** @description The endpoint is gone. The engine disables it at once and sends it nothing more until the operator enables it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has taken the event. The head of the answer is enough: the engine does not wait for its body and does not use it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: any other status, a redirect (none is followed), a connection that breaks or no answer within ten seconds. The engine repeats it after 5 seconds and then at growing intervals of up to three hours. After three days it gives the event up. */
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
                /** @description One signature, or two with a blank between them while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Always the same. */
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
            /** @description The endpoint is gone. The engine disables it at once and sends it nothing more until the operator enables it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has taken the event. The head of the answer is enough: the engine does not wait for its body and does not use it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: any other status, a redirect (none is followed), a connection that breaks or no answer within ten seconds. The engine repeats it after 5 seconds and then at growing intervals of up to three hours. After three days it gives the event up. */
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
                /** @description One signature, or two with a blank between them while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Always the same. */
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
            /** @description The endpoint is gone. The engine disables it at once and sends it nothing more until the operator enables it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has taken the event. The head of the answer is enough: the engine does not wait for its body and does not use it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: any other status, a redirect (none is followed), a connection that breaks or no answer within ten seconds. The engine repeats it after 5 seconds and then at growing intervals of up to three hours. After three days it gives the event up. */
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
                /** @description One signature, or two with a blank between them while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Always the same. */
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
            /** @description The endpoint is gone. The engine disables it at once and sends it nothing more until the operator enables it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has taken the event. The head of the answer is enough: the engine does not wait for its body and does not use it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: any other status, a redirect (none is followed), a connection that breaks or no answer within ten seconds. The engine repeats it after 5 seconds and then at growing intervals of up to three hours. After three days it gives the event up. */
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
                /** @description One signature, or two with a blank between them while the secret is being replaced. Each is `v1,` and the HMAC-SHA256 as base64. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Always the same. */
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
            /** @description The endpoint is gone. The engine disables it at once and sends it nothing more until the operator enables it. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed and is repeated, not before `Retry-After` where the answer has one (at most six hours). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has taken the event. The head of the answer is enough: the engine does not wait for its body and does not use it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed: any other status, a redirect (none is followed), a connection that breaks or no answer within ten seconds. The engine repeats it after 5 seconds and then at growing intervals of up to three hours. After three days it gives the event up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
