/* Generated from src/generated/openapi-v2.json by `npm run client:generate`; do not edit. */

export interface paths {
    "/api/v2/auth/sessions": {
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
         * @description Exchanges an API key for a session token that is valid for 24 hours. Every request also accepts the API key itself: a session is only needed where a secret should be valid for a short time.
         */
        post: operations["createSession"];
        /**
         * End session
         * @description Ends the session of the token in the request. Every process refuses the token within two seconds. A request that was sent with an API key is refused: only an operator can revoke a key.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoice_batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoice batches
         * @description Lists the batches, newest first. A page takes the same time at any depth.
         */
        get: operations["listInvoiceBatches"];
        put?: never;
        /**
         * Create invoice batch
         * @description Creates a batch of 1 to 1000 invoices. The batch is also created if invoices fail validation; `errors` lists them with their details. `warnings` lists values in valid invoices that a tax adviser would question; such invoices are issued. For 24 hours, a request with the same key and the same JSON value returns the stored answer with `Idempotency-Replayed: true`. The body can be compressed (`Content-Encoding: gzip` or `zstd`), which reduces large batches to a tenth to a fifth of their size.
         */
        post: operations["createInvoiceBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Lists the invoices of all batches that match all given filters. Each combination of filters is answered by one index, which also determines the order. The last answer of AEAT comes first with `verifactu_state` `rejected` or `accepted_with_errors`, the last issued invoice with `remission`, the newest invoice with `sii_state` other than `accepted`, with `spfe_overdue`, and with `spfe_state` other than `admitted`, the last issue date with `issuer_nif` and issue dates, and the last change with `updated_since`; otherwise the last issue date with `issuer_nif` alone, and the newest invoice with any other filter. The other filters, such as `invoice_type`, `annulled`, `register` and the bounds of the total, are checked on about 1000 invoices for each page, so a page can be short or empty although `has_more` is true: continue with `next_cursor`. `number_serie`, `issue_date_from` and `issue_date_to` need `issuer_nif`, unless `external_invoice_id`, `recipient_document` or `metadata` is given; other combinations are refused.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create one invoice
         * @description Creates one invoice and returns it as soon as it is issued, with its number, totals, QR URL and registration: the answer of `GET /invoices/{id}`. If it is not issued within 5 seconds, the answer is 202 with its path, where it can be read later. The invoice is a batch of its own, with the rules, limits and webhooks of a batch. An invoice that fails its rules, or whose number was issued before, is refused with details; nothing is stored, and the `Idempotency-Key` stays free. An invoice that fails later, when it is issued, is stored: the answer is 422 with its `invoice_id`. For 24 hours, a request with the same key and the same JSON value returns the present state of the same invoice. Invoices that are larger than 256 KiB belong in a batch.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit an invoice
         * @description Credits an issued invoice, or lines of it by units or amounts: creates the rectification by differences with the parties, prices, taxes and the day of the operation of the invoice, and with its allowances and charges in proportion. Crediting all gives exactly the negative of its totals. Nothing can be credited beyond the invoice, line by line and in each tax group; earlier rectifications count, also those that wait to be issued. Where the rounded tax of parts would exceed that of the invoice, the last part is lowered by cents, as `Ajuste de redondeo`. The answer is that of `POST /invoices`: the issued rectification, or 202 if it is not issued within 5 seconds. For 24 hours, a request with the same key and the same JSON value returns the present state of the same rectification.
         */
        post: operations["creditInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your organization, rights and limits
         * @description Returns what the API key or session of the request gives access to: the organization, the rights of the key, the issuers for which it may issue and their registers, the limits, and whether invoices are registered at AEAT or in a test environment. Any key may ask, whatever its rights.
         */
        get: operations["getAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoice_batches/validate": {
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
         * @description Validates a batch with the rules that apply if it is created and issued now. Also returns warnings: values in valid invoices that a tax adviser would question. Of each valid invoice it returns the computed totals and tax groups. Nothing is stored, and no idempotency key is needed.
         */
        post: operations["validateInvoiceBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview invoice
         * @description Returns the PDF that an invoice would have if it were issued now, with the word BORRADOR and without a QR code. Nothing is stored, no number is used, and nothing is registered. The request waits for the PDF for up to 15 seconds.
         */
        post: operations["previewInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoice_batches/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices of a batch
         * @description Lists the invoices of a batch in the order of the request.
         */
        get: operations["listInvoicesOfBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoice_batches/{id}": {
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
    "/api/v2/invoice_batches/{id}/summary": {
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
    "/api/v2/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one invoice
         * @description Returns the whole invoice: its states, the invoice as you sent it, the document as it was issued with lines, tax groups and totals, its registration at AEAT, its PDF, its warnings, and the invoices that it rectifies or that rectify it.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up invoices by your own ids
         * @description Returns the states of the invoices with up to 1000 of your own ids in one answer. The request counts as one read for the rate limit.
         */
        post: operations["lookUpInvoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/annul": {
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
         * @description Annuls an invoice that should never have been issued. The engine creates a RegistroAnulacion and sends it to AEAT immediately; from then on the PDF shows the annulment. Repeating the request with the same reason has no further effect. `{id}` is the id of the invoice.
         */
        post: operations["annulInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/resend": {
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
         * @description Sends a record again that AEAT rejected or accepted with errors: as a subsanación with the flags that AEAT requires, or as a new annulment. Repeating the request with the same reason has no further effect unless AEAT has rejected the new record. `{id}` is the id of the invoice.
         */
        post: operations["resendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/registration_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the registration at AEAT
         * @description Returns for each issuer what waits for AEAT. With VeriFactu: the number of registration records without an answer, the time of the oldest, and the incident that keeps them from AEAT, if there is one. In SII (`sii`): the number of entries without an answer, the time of the oldest, the next last day, and why nothing is sent, if an operator must act. An organization with more than 1000 issuers must specify `issuer_nif`.
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
    "/api/v2/responsible_declaration": {
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
    "/api/v2/invoices/{id}/pdf": {
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
    "/api/v2/invoice_batches/{id}/pdfs": {
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
    "/api/v2/invoices/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the electronic formats of an invoice
         * @description Lists the formats of electronic invoices. For each format that cannot express this invoice, the answer has the rule that prevents it. Of `facturae` it also has the reason why the certificates of the issuer cannot sign it now.
         */
        get: operations["listDocumentFormats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/documents/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an electronic invoice
         * @description Downloads the invoice in an electronic format. It is the invoice as it was issued, also after its annulment, which `X-Annulled-At` states. Every download has the same bytes. `facturae` is signed with the issuer's certificate (XAdES-EPES with Facturae's signature policy 3.1): the first request signs it and waits for up to 10 seconds. `hybrid` is the PDF of the invoice with the XML in it: like the PDF, it is rendered if it does not exist yet, which the request waits for, and its pages show an annulment.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoice_batches/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the electronic invoices of a batch
         * @description Streams a ZIP archive of the invoices in one format, named by invoice number. The documents have the same bytes as in single downloads. The first file, `manifest.json`, is a list that maps each document (`file`) to its invoice: `batch_invoice_id`, `external_invoice_id` (or null), `invoice_number` and `annulled_at` (or null). For an invoice that the format cannot express, that cannot be signed or whose signed file is damaged, `file` is null and `reason` has the `rule` and a `message`. With `facturae`, the first request starts to sign the invoices that are not signed yet. The download counts as one read for the rate limit.
         */
        get: operations["downloadBatchDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/books/issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the book of issued invoices
         * @description Streams the book of issued invoices of an issuer in AEAT's common electronic format: one row per rate, key and exemption of each invoice, in the order of issue dates and numbers. It contains the invoices whose operation was in the period, and the rectifications that were issued in it, in their final state. Annulled invoices are not in it; the notes list them, and everything else that the format has no place for. The download counts as one read for the rate limit, and each organization writes one book at a time.
         */
        get: operations["downloadIssuedBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payments of an invoice
         * @description Lists the payments of an invoice and their counter-entries, the last recorded first. `outstanding_amount` of the first one is what is left to pay.
         */
        get: operations["listPaymentsOfInvoice"];
        put?: never;
        /**
         * Record a payment of an invoice
         * @description Records that an issued invoice was paid, in whole or in part. Nothing of a payment changes; to cancel it, delete it. The payments of an invoice never exceed its amount to pay. An invoice has at most 1000 payments and counter-entries. `Idempotency-Replayed: true` says that an earlier request with the same key recorded some of it.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Lists the payments of all invoices and their counter-entries, the last recorded first.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Record payments of many invoices
         * @description Records up to 1000 payments of issued invoices, in the order of the request, by the rules of `POST /invoices/{id}/payments`. Each is recorded or refused by itself: look at `details`. The same request with the same key keeps what was recorded and tries again what was refused. `Idempotency-Replayed: true` says that an earlier request with the same key recorded some of it.
         */
        post: operations["recordPayments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel a payment
         * @description Cancels a payment that was recorded by mistake or was returned, such as a direct debit: adds a counter-entry with the opposite amount, and both stay in the lists. Its day is that of the payment, or `date`, if the money was returned later. Repeating the request has no further effect and returns the same counter-entry.
         */
        delete: operations["reversePayment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that an invoice was not paid when it was due
         * @description Records that an issued invoice was not paid when it was due, which AEAT's public solution of electronic invoices is told (DEFAULT; Orden HAC/1028/2026, art. 7.2). It is voluntary. One default at a time stands: take it back with DELETE if it was wrong. A payment that is recorded later does not take it back.
         */
        post: operations["reportDefault"];
        /**
         * Take back the default of an invoice
         * @description Takes back the default that was reported of an invoice: AEAT is not told of it, or is told that it was wrong (CANCELDEFAULT). Repeating the request has no further effect.
         */
        delete: operations["takeBackDefault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/spfe/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an invoice from the SPFE
         * @description Orders that AEAT withdraws a document that it has (CANCELINVOICE), because the operation never existed, or because the original is to go through the SPFE instead of the copy; the original then follows by itself. It never happens without this order, also not when the invoice is annulled. For wrong contents issue a rectifying invoice.
         */
        post: operations["withdrawFromSpfe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/spfe/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice to the SPFE again
         * @description Orders another version of the file of the same invoice after AEAT rejected it, or after a conflict; it is written by the present release of the engine. A delivery that is held because its invoice was annulled goes on. If the invoice itself is wrong, issue a rectifying invoice instead.
         */
        post: operations["resendToSpfe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/invoices/{id}/spfe/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * State a fact that decides whether an invoice goes to the SPFE
         * @description States one of the facts in `missing`, which is recorded with the time and never changes. The delivery then is prepared, waits, or does not concern the duty. To spare the question, state it in invoices or in the profile of the recipient.
         */
        post: operations["stateSpfeFact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/spfe/recipient_reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what recipients reported to the SPFE
         * @description Lists payments and rejections that recipients reported to AEAT about your invoices, the last read first. Silence is never a report.
         */
        get: operations["listSpfeRecipientReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/spfe/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of AEAT's public solution of electronic invoices
         * @description Returns whether the engine has a connection to AEAT's public solution of electronic invoices (SPFE), what the operator decided about each issuer, how many deliveries are in each state, and what keeps them.
         */
        get: operations["getSpfeStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/spfe/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how ready the invoices of a month are for electronic invoicing
         * @description Examines the issued invoices of a month as if the duty of electronic invoices had applied to them (RD 238/2026): how many it would concern, of how many a fact is missing, how many could be expressed in the file of the public solution of AEAT, and which rules prevent the others. It takes the present profiles of issuers and recipients, so that a change shows at once, and needs no decision of the operator. A month of 100,000 invoices takes up to a minute, and each organization examines one month at a time.
         */
        get: operations["getSpfeReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/recipient_profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recipient profiles
         * @description Lists the profiles of the recipients of the organization, the last change first.
         */
        get: operations["listRecipientProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/recipient_profiles/{document_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recipient profile
         * @description Returns the profile of a recipient.
         */
        get: operations["getRecipientProfile"];
        /**
         * Set a recipient profile
         * @description Sets the profile of a recipient, which completes the invoices to it that are issued from now on: they contain its values where they state none of their own. Invoices that were issued before do not change. The recipient is identified with `nif`, `nie`, `eu_vat` or `international_vat_number`. The body replaces the whole profile.
         */
        put: operations["setRecipientProfile"];
        post?: never;
        /**
         * Remove a recipient profile
         * @description Removes the profile of a recipient. Invoices that were issued with it do not change.
         */
        delete: operations["removeRecipientProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series
         * @description Lists the series of the organization, the newest first.
         */
        get: operations["listSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/series/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a series
         * @description Returns a series of an issuer with the last numbers that it gave.
         */
        get: operations["getSeries"];
        /**
         * Create or change a series
         * @description Creates a series of an issuer, or changes it. The body replaces the whole series, except that a start, a start year and types that it leaves out keep their values. The pattern, the types and the start cannot change once the series has given a number. A series is never removed: `closed` stops it.
         */
        put: operations["setSeries"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/series/{code}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a series
         * @description Lists the versions of a series with who stored them, the last first.
         */
        get: operations["listSeriesChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/series/{code}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the numbers of a series
         * @description Lists the numbers that a series gave in a year with their invoices, the last first. Numbers that it skipped, because invoices that were issued before state them, are listed too.
         */
        get: operations["listSeriesNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Lists the webhook endpoints of the organization with the state of their deliveries.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Adds an endpoint that receives events from now on. An organization has at most 10. The answer contains the secret that signs the messages; it is shown only once.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns a webhook endpoint with the state of its deliveries.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Removes the endpoint. Its waiting events are dropped.
         */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the members that are sent: the events, the version of their form, whether the endpoint is enabled, and the secret. The address cannot change; create another endpoint instead.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/v2/webhook_endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends a `webhook.test` event to the endpoint. If it does not arrive, the endpoint shows the reason in `last_failure`. One test event waits at a time.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/webhook_endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events to a webhook endpoint
         * @description Sends the events of a span to the endpoint that it has not received, of the types that it receives, also those from before it existed. A request replays at most 1000 events. They have the `id` of the list of events as `webhook-id`, and wait for their delivery as any others.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Lists the events of the last 90 days, newest first, whether or not a webhook endpoint received them. An event can appear some seconds after its `timestamp`: a program that asks for what is new overlaps the spans by a minute, and knows by `id` what it has.
         */
        get: operations["listEvents"];
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
    "invoice.sii_accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.sii_accepted
         * @description AEAT has accepted the entry of an invoice in SII.
         */
        post: operations["onInvoiceSiiAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.sii_accepted_with_errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.sii_accepted_with_errors
         * @description AEAT has accepted the entry of an invoice in SII and found errors in it.
         */
        post: operations["onInvoiceSiiAcceptedWithErrors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.sii_rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.sii_rejected
         * @description AEAT has rejected the entry of an invoice in SII, its replacement or its withdrawal.
         */
        post: operations["onInvoiceSiiRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.sii_overdue_soon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.sii_overdue_soon
         * @description AEAT has not accepted the entry of an invoice in SII yet, and its last day is today or the next working day. The event is sent once for each entry.
         */
        post: operations["onInvoiceSiiOverdueSoon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.payment_recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.payment_recorded
         * @description A payment of an invoice was recorded, or cancelled by a counter-entry, which has a value in `reverses`.
         */
        post: operations["onInvoicePaymentRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.spfe_admitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.spfe_admitted
         * @description AEAT's public solution of electronic invoices has admitted the document of an invoice, and has acknowledged it with a CSV.
         */
        post: operations["onInvoiceSpfeAdmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.spfe_rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.spfe_rejected
         * @description AEAT's public solution of electronic invoices has rejected the document of an invoice.
         */
        post: operations["onInvoiceSpfeRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.spfe_withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.spfe_withdrawn
         * @description AEAT has withdrawn the document of an invoice, as you ordered.
         */
        post: operations["onInvoiceSpfeWithdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.spfe_overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.spfe_overdue
         * @description AEAT's public solution of electronic invoices should have had an invoice more than 24 hours ago and does not have it. The event happens once for each delivery, and never while AEAT has not published the service.
         */
        post: operations["onInvoiceSpfeOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.spfe_paid_by_recipient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.spfe_paid_by_recipient
         * @description The recipient of an invoice has reported to AEAT that it paid it in full.
         */
        post: operations["onInvoiceSpfePaidByRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.spfe_rejected_by_recipient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.spfe_rejected_by_recipient
         * @description The recipient of an invoice has reported to AEAT that it rejects it. No event reports that a recipient has not rejected an invoice.
         */
        post: operations["onInvoiceSpfeRejectedByRecipient"];
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
        Access: {
            organization: components["schemas"]["Organization"];
            key: components["schemas"]["ApiKey"];
            /**
             * Format: date-time
             * @description When the session of the request expires; null if it was sent with the API key.
             * @example 2026-11-20T09:30:00Z
             */
            session_expires_at: string | null;
            /** @description What the API key may do. */
            rights: ("submit" | "read" | "correct" | "webhooks" | "recipients" | "series" | "payments" | (string & {}))[];
            /** @description NIFs of the issuers for which it may issue; null if any issuer is allowed. */
            issuer_nifs: string[] | null;
            /** @description What was decided about the registers of these issuers, by NIF and date; null if any issuer is allowed. An issuer without a decision is in the register of the organization: `organization.verifactu`. */
            registers: components["schemas"]["IssuerRegister"][] | null;
            /**
             * @description Where invoices are registered: at AEAT, or in a test environment, where they have no effect.
             * @example production
             * @enum {string}
             */
            environment: "production" | "test" | (string & {});
            limits: components["schemas"]["AccessLimits"];
        };
        AccessAnswer: {
            data: components["schemas"]["Access"];
        };
        AccessLimits: {
            /** @description Number of requests per minute for the whole organization, apart from those that create invoices, which have no such limit. */
            requests_per_minute: number;
            /**
             * @description Number of invoices in a batch.
             * @example 1000
             */
            invoices_per_batch: number;
            /** @description Size of the body of a batch, in bytes. */
            body_bytes: number;
            /** @description Number of invoices that may fail validation within an hour. */
            failed_invoices_per_hour: number;
            /** @description Number of seconds for which `POST /invoices` waits until an invoice is issued. */
            invoice_wait_seconds: number;
            /** @description Number of seconds between two batches or single invoices; 0 if there is no such limit. */
            seconds_between_batches: number;
        };
        /** @description The invoice and AEAT's acknowledgement. */
        AdmittedDelivery: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * @description AEAT has the document.
             * @enum {string}
             */
            spfe_state: "admitted";
            /** @description Whether it is a copy of what a private platform delivers. */
            is_copy: boolean;
            /** @description CSV of AEAT's acknowledgement. */
            csv: string;
            /** @description Address of the document at AEAT (localizador). */
            localizador: string | null;
        };
        /** @description An allowance or a charge of the whole invoice, with the tax of which it is a part. */
        AllowanceInput: {
            /**
             * @description Reason. Printed on the PDF.
             * @example Descuento por volumen
             */
            reason: string;
            /**
             * @description Amount. Exactly one of `amount` and `percent` is required.
             * @example 5.00
             */
            amount?: number | string | null;
            /**
             * @description Per cent of the sum of the lines with the same tax. Exactly one of `amount` and `percent` is required.
             * @example 5
             */
            percent?: number | string | null;
            /**
             * @description `iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `oss`: the VAT of another member state, declared through the one-stop shop; it is charged and printed, but not registered. `others`: any other tax.
             * @example iva
             */
            tax_type?: ("iva" | "psi" | "igic" | "others" | "oss") | null;
            /**
             * @description AEAT's ClaveRegimen: list L8A with `iva`, L8B with `igic`, and with `psi` the regimes that AEAT lists for that tax. Default: `01`, the general regime. `03` (used goods) and `05` (travel agencies) need `margin`, and the PDF shows prices including tax. `06` (groups of entities) needs `cost_base`. `18` means that the issuer is itself a retailer under the recargo de equivalencia.
             * @example 01
             */
            tax_regime?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21") | null;
            /**
             * @description AEAT's CalificacionOperacion; only with regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.
             * @example S1
             */
            tax_operation_key?: ("S1" | "S2" | "N1" | "N2") | null;
            /** @description AEAT's OperacionExenta; never together with `tax_operation_key`. With `iva`: exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E7` and `E8` are exemptions of the `igic`. `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state. */
            tax_exemption_code?: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8") | null;
            /**
             * @description Tax rate in per cent (21, not 0.21). Required with `S1` and with `oss`; with `iva` one of the rates on the day of the operation, today 0, 4, 10 or 21. A rate that `igic` never had is refused, as is one outside of 1 to 27 with `oss` and of 0.5 to 10 with `psi`; a rate that the member state did not have, or of another day, is a warning. Absent or 0 with `S2`, `N1`, `N2` and exemptions.
             * @example 21
             */
            tax_rate?: number | string | null;
            /**
             * @description With `oss`: the member state whose VAT is charged, ISO 3166-1 alpha-2 (`XI` for goods in Northern Ireland). Not allowed with other taxes.
             * @example FR
             */
            tax_country?: string | null;
            /**
             * @description Recargo de equivalencia in per cent, for a retailer under that regime as the recipient (TipoRecargoEquivalencia). Today 5.2 (tobacco 1.75) with 21, 1.4 with 10, 0.5 with 4.
             * @example 5.2
             */
            equivalence_surcharge_rate?: number | string | null;
            /**
             * @description What is supplied: `goods` or `services`. The SII separates them for recipients without a Spanish NIF or with one that begins with N. VeriFactu, the PDF and electronic invoices do not state it.
             * @example services
             */
            supply?: ("goods" | "services") | null;
        };
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
        Annulment: {
            /**
             * Format: date-time
             * @description When the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string;
            /** @description Why it was annulled. */
            reason: string;
        };
        /** @description The invoice and AEAT's answer to its entry in SII. */
        AnsweredEntry: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * @description State of the entry in SII after the answer.
             * @example accepted
             * @enum {string}
             */
            sii_state: "accepted" | "accepted_with_errors" | "rejected" | (string & {});
            /**
             * @description What AEAT answered: `A0` adds the entry, `A1` replaces it, and `baja` withdraws it (only if AEAT refused that).
             * @example A0
             * @enum {string}
             */
            sii_kind: "A0" | "A1" | "baja" | (string & {});
            /** @description AEAT's error code; null if AEAT gave none. */
            aeat_code: number | null;
            /** @description AEAT's description of the error, in Spanish. It can contain the name or the NIF concerned. */
            aeat_message: string | null;
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
             * @example accepted
             * @enum {string}
             */
            verifactu_state: "accepted" | "accepted_with_errors" | "rejected" | (string & {});
            /** @description AEAT's error code; null if AEAT gave none. */
            aeat_code: number | null;
            /** @description AEAT's description of the error, in Spanish. It can contain the name or the NIF concerned. */
            aeat_message: string | null;
        };
        /** @description The API key of the request, or of its session. */
        ApiKey: {
            /** @description Id of the API key, by which an operator changes or revokes it. */
            id: number;
            /**
             * @description The first characters of the API key.
             * @example org_live_Ab3x
             */
            prefix: string;
        };
        /** @description Every invoice of a batch has been issued or has failed. */
        BatchFinishedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "batch.finished";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["FinishedBatch"];
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
        /** @description The PDFs of all issued invoices of a batch can be downloaded. The event is not sent if PDFs are rendered on demand or if no invoice was issued. */
        BatchPdfsReadyEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "batch.pdfs_ready";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["RenderedBatch"];
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
        /** @description An authorisation of AEAT. */
        BillingAuthorisationInput: {
            /**
             * @description Number of the authorisation.
             * @example RGE-2026-000017
             */
            number: string;
            /**
             * @description What it authorises.
             * @example Datos de la factura (art. 4.3 RD 1619/2012)
             */
            description?: string | null;
        };
        BookNote: {
            /**
             * @description What the note is about.
             * @example annulled
             * @enum {string}
             */
            code: "annulled" | "other_book" | "annulment_refused" | "rejected" | "long_number" | "shortened_name" | "further_recipients" | "not_registered" | "other_tax" | "cost_base" | "collections_unknown" | "property_unknown" | "withholding_without_row" | "earlier_quarter" | "original_elsewhere" | "original_annulled" | "replaced_differs" | "activity_unknown" | "income_concept_unknown" | "partial_year" | (string & {});
            /** @description The note for people. */
            message: string;
            /** @description Whether the invoice has rows in the book. */
            in_book: boolean;
            /** @description Id of the invoice; null if the note is about the whole book. */
            issued_invoice_id: number | null;
            /** @description Its number. */
            invoice_number: string | null;
            /**
             * Format: date
             * @description Its issue date.
             */
            issue_date: string | null;
        };
        BookRow: {
            /** @description Column A. Year of the operation date, or of the issue date. */
            year: number;
            /** @description Column B. Quarter: `1T` to `4T`. */
            period?: string;
            /** @description Column C. Activity code, from the issuer's profile. */
            activity_code?: string;
            /** @description Column D. Activity type, from the issuer's profile. */
            activity_type?: string;
            /** @description Column E. Group or heading of the IAE, from the issuer's profile. */
            activity_group?: string;
            /** @description Column F. `F1` to `F3`, `R1` to `R5`. */
            invoice_type?: string;
            /** @description Column G. In the joint book, the concept of income, from the issuer's profile. */
            income_concept?: string;
            /** @description Column H. In the joint book, the income. */
            computable_income?: string;
            /**
             * Format: date
             * @description Column I. Issue date.
             */
            issue_date?: string;
            /**
             * Format: date
             * @description Column J. Operation date, if it is not the issue date.
             */
            operation_date?: string;
            /** @description Column K. What precedes the last 20 characters of a longer number. */
            series?: string;
            /** @description Column L. Number, or its last 20 characters. */
            number?: string;
            /** @description Column M. Always blank, because simplified invoices are not summarised. */
            final_number?: string;
            /** @description Column N. `02` to `06` for a document that is no Spanish NIF. */
            recipient_document_type?: string;
            /** @description Column O. Country of that document. */
            recipient_country?: string;
            /** @description Column P. Number of the document. */
            recipient_document_number?: string;
            /** @description Column Q. First 40 characters of the name. */
            recipient_name?: string;
            /** @description Column R. AEAT's key of the operation. */
            tax_regime?: string;
            /** @description Column S. `S1`, `S2`, `N1` or `N2`, unless the operation is exempt. */
            tax_operation_key?: string;
            /** @description Column T. `E1` to `E6` if the operation is exempt. */
            tax_exemption_code?: string;
            /** @description Column U. Total of this row, not of the invoice. */
            total?: string;
            /** @description Column V. Tax base. */
            base?: string;
            /** @description Column W. Rate per cent. */
            tax_rate?: string;
            /** @description Column X. IVA. */
            tax?: string;
            /** @description Column Y. Rate of the recargo de equivalencia per cent. */
            equivalence_surcharge_rate?: string;
            /** @description Column Z. Recargo de equivalencia. */
            equivalence_surcharge?: string;
            /**
             * Format: date
             * @description Column AA. Cash accounting: day of the collection.
             */
            collection_date?: string;
            /** @description Column AB. Cash accounting: amount with tax. */
            collection_amount?: string;
            /** @description Column AC. Cash accounting: `01` to `05`. */
            collection_means?: string;
            /** @description Column AD. Cash accounting: account. */
            collection_account?: string;
            /** @description Column AE. In the joint book, the rate of a retención, once per invoice. */
            withholding_rate?: string;
            /** @description Column AF. In the joint book, the amount of that retención. */
            withholding?: string;
            /** @description Column AG. Always blank, because the engine does not know it. */
            billing_agreement?: string;
            /** @description Column AH. Situation of the rented property, from the issuer's profile. */
            property_situation?: string;
            /** @description Column AI. Its cadastral reference, from the issuer's profile. */
            cadastral_reference?: string;
            /** @description Column AJ. Your `external_invoice_id`, if it has at most 40 characters. */
            external_reference?: string;
        };
        ChangeWebhookEndpointBody: {
            /** @description Types of the events that the endpoint receives; null: all, including those of later versions. */
            event_types?: ("batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient" | "webhook.test")[] | null;
            /** @description True: the endpoint receives events, and waiting events are sent at once. False: it receives none, and waiting events are dropped. */
            enabled?: boolean;
            /**
             * @description Version of the form of the events that the endpoint receives from now on, waiting events and repetitions included.
             * @enum {integer}
             */
            payload_version?: 1 | 2;
            new_secret?: components["schemas"]["NewWebhookSecret"];
        };
        ChangedWebhookEndpoint: {
            /** @description Id of the endpoint. */
            id: number;
            /** @description Its address. */
            url: string;
            /** @description Types of the events that the endpoint receives; null: all, including those of later versions. */
            event_types: ("batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient" | "webhook.test" | (string & {}))[] | null;
            /**
             * @description Version of the form of the events that it receives.
             * @example 1
             */
            payload_version: number;
            /** @description Whether it receives events. A receiver that answers 410 disables it. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs; null if no secret was replaced.
             * @example 2026-11-20T09:30:00Z
             */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description Since when deliveries fail; null if the last one arrived or none was attempted.
             * @example 2026-11-20T09:30:00Z
             */
            failing_since: string | null;
            /** @description Number of events that wait for their delivery, at most 1000. */
            waiting_events: number;
            /** @description Why the last attempt to deliver one of the waiting events failed, or why the receiver disabled the endpoint (410). */
            last_failure: string | null;
            /** @description Secret that signs the messages: `whsec_…`. It is shown only in this answer. Null if the secret was not replaced. */
            secret: string | null;
        };
        ChangedWebhookEndpointAnswer: {
            data: components["schemas"]["ChangedWebhookEndpoint"];
        };
        /** @description A charge of the whole invoice, with the tax of which it is a part. */
        ChargeInput: {
            /**
             * @description Reason. Printed on the PDF.
             * @example Descuento por volumen
             */
            reason: string;
            /**
             * @description Amount. Exactly one of `amount` and `percent` is required.
             * @example 5.00
             */
            amount?: number | string | null;
            /**
             * @description Per cent of the sum of the lines with the same tax. Exactly one of `amount` and `percent` is required.
             * @example 5
             */
            percent?: number | string | null;
            /**
             * @description `iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `oss`: the VAT of another member state, declared through the one-stop shop; it is charged and printed, but not registered. `others`: any other tax.
             * @example iva
             */
            tax_type?: ("iva" | "psi" | "igic" | "others" | "oss") | null;
            /**
             * @description AEAT's ClaveRegimen: list L8A with `iva`, L8B with `igic`, and with `psi` the regimes that AEAT lists for that tax. Default: `01`, the general regime. `03` (used goods) and `05` (travel agencies) need `margin`, and the PDF shows prices including tax. `06` (groups of entities) needs `cost_base`. `18` means that the issuer is itself a retailer under the recargo de equivalencia.
             * @example 01
             */
            tax_regime?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21") | null;
            /**
             * @description AEAT's CalificacionOperacion; only with regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.
             * @example S1
             */
            tax_operation_key?: ("S1" | "S2" | "N1" | "N2") | null;
            /** @description AEAT's OperacionExenta; never together with `tax_operation_key`. With `iva`: exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E7` and `E8` are exemptions of the `igic`. `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state. */
            tax_exemption_code?: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8") | null;
            /**
             * @description Tax rate in per cent (21, not 0.21). Required with `S1` and with `oss`; with `iva` one of the rates on the day of the operation, today 0, 4, 10 or 21. A rate that `igic` never had is refused, as is one outside of 1 to 27 with `oss` and of 0.5 to 10 with `psi`; a rate that the member state did not have, or of another day, is a warning. Absent or 0 with `S2`, `N1`, `N2` and exemptions.
             * @example 21
             */
            tax_rate?: number | string | null;
            /**
             * @description With `oss`: the member state whose VAT is charged, ISO 3166-1 alpha-2 (`XI` for goods in Northern Ireland). Not allowed with other taxes.
             * @example FR
             */
            tax_country?: string | null;
            /**
             * @description Recargo de equivalencia in per cent, for a retailer under that regime as the recipient (TipoRecargoEquivalencia). Today 5.2 (tobacco 1.75) with 21, 1.4 with 10, 0.5 with 4.
             * @example 5.2
             */
            equivalence_surcharge_rate?: number | string | null;
            /**
             * @description What is supplied: `goods` or `services`. The SII separates them for recipients without a Spanish NIF or with one that begins with N. VeriFactu, the PDF and electronic invoices do not state it.
             * @example services
             */
            supply?: ("goods" | "services") | null;
            /**
             * @description The tax or levy other than the VAT that the charge is (list L9 of Orden HAC/1028/2026), which AEAT's public solution of electronic invoices states: `IEH` hydrocarbons, `IECE` beer, `IEPI` intermediate products, `IEA` alcohol, `IET` tobacco, `IELC` liquids of electronic cigarettes, `IEE` electricity, `IEC` coal, `IEP` plastic packaging, `IEDE` landfill, `IMPTAS` other taxes and levies, `RESTO` other charges. Absent for a plain charge. Not printed: `reason` names it.
             * @example IEP
             */
            tax_code?: ("IEH" | "IECE" | "IEPI" | "IEA" | "IET" | "IELC" | "IEE" | "IEC" | "IEP" | "IEDE" | "IMPTAS" | "RESTO") | null;
        };
        ComputedInvoice: {
            /** @description Index of the invoice in the request, from 0. */
            index: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            totals: components["schemas"]["InvoiceTotals"];
            /** @description Amounts per tax, regime, key and rate. */
            tax_groups: components["schemas"]["TaxGroup"][];
        };
        ConnectedInvoice: {
            /** @description Id of the invoice. */
            issued_invoice_id: number;
            /** @description Number of the invoice. */
            invoice_number: string;
            /**
             * Format: date
             * @description Its issue date.
             * @example 2026-11-20
             */
            issue_date: string;
            /**
             * @description Its type.
             * @example F1
             * @enum {string}
             */
            invoice_type: "F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {});
            /** @description Its total. */
            total_after_taxes: string;
            /** @description Whether it is annulled. */
            annulled: boolean;
        };
        /** @description Whom to ask about an invoice. */
        Contact: {
            /**
             * @description Person or department (EN 16931 BT-56). At least one of the members is required.
             * @example Departamento de Administración
             */
            name?: string | null;
            /**
             * @description Telephone (EN 16931 BT-57).
             * @example +34 910000000
             */
            phone?: string | null;
            /**
             * @description E-mail address (EN 16931 BT-58).
             * @example administracion@cliente.example
             */
            email?: string | null;
        };
        CreateBatchAnswer: {
            data: components["schemas"]["InvoiceBatch"];
            /** @description The invoices that fail, in the order of the request; empty if none fails. */
            errors: components["schemas"]["InvoiceErrors"][];
            /** @description The valid invoices with values that a tax adviser would question, in the order of the request; empty if there are none. Such invoices are issued. */
            warnings: components["schemas"]["InvoiceWarnings"][];
        };
        CreateBatchBody: {
            invoice_batch: components["schemas"]["BatchInput"];
        };
        CreateSessionBody: {
            /** @description API key of the organization: `org_live_…`. */
            api_key: string;
        };
        CreateWebhookEndpointBody: {
            /**
             * @description Address that accepts POST requests. It must be public and begin with https://.
             * @example https://erp.example.com/hooks
             */
            url: string;
            /** @description Types of the events that the endpoint receives; null: all, including those of later versions. */
            event_types?: ("batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient" | "webhook.test")[] | null;
            /**
             * @description Version of the form of the events that the endpoint receives. In version 2 their `data` has `batch` and `invoice` instead of `invoice_batch` and `batch_invoice`; version 2 is recommended. Default: 1, that of release 1.1.0 of the engine.
             * @enum {integer}
             */
            payload_version?: 1 | 2;
        };
        CreatedWebhookEndpoint: {
            /** @description Id of the endpoint. */
            id: number;
            /** @description Its address. */
            url: string;
            /** @description Types of the events that the endpoint receives; null: all, including those of later versions. */
            event_types: ("batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient" | "webhook.test" | (string & {}))[] | null;
            /**
             * @description Version of the form of the events that it receives.
             * @example 1
             */
            payload_version: number;
            /** @description Whether it receives events. A receiver that answers 410 disables it. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs; null if no secret was replaced.
             * @example 2026-11-20T09:30:00Z
             */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description Since when deliveries fail; null if the last one arrived or none was attempted.
             * @example 2026-11-20T09:30:00Z
             */
            failing_since: string | null;
            /** @description Number of events that wait for their delivery, at most 1000. */
            waiting_events: number;
            /** @description Why the last attempt to deliver one of the waiting events failed, or why the receiver disabled the endpoint (410). */
            last_failure: string | null;
            /** @description Secret that signs the messages: `whsec_…`. It is shown only in this answer. */
            secret: string;
        };
        CreatedWebhookEndpointAnswer: {
            data: components["schemas"]["CreatedWebhookEndpoint"];
        };
        /** @description What of an issued invoice is credited, and why. */
        CreditInput: {
            /**
             * @description Reason for the rectification (art. 15.4 RD 1619/2012). Printed on the PDF.
             * @example Devolución de un artículo
             */
            reason: string;
            /** @description The lines that are credited. If they are absent, the whole invoice is credited, which is possible only once and only if nothing of it was credited before. */
            lines?: components["schemas"]["CreditLineInput"][] | null;
            /**
             * @description Invoice number, including the series (AEAT's NumSerieFactura). Printable ASCII except `"` `'` `<` `>` `=`, without a blank at either end. It must be unique per issuer and calendar year of the issue date. An invoice without it names a `series`.
             * @example F-2026/0001
             */
            number_serie?: string | null;
            /**
             * @description Code of a series of the issuer, which gives the invoice its number when it is issued, without gaps. It stands instead of `number_serie`.
             * @example F
             */
            series?: string | null;
            /**
             * @description Type of the rectification. Default: `R5` for a simplified invoice, and only that; otherwise `R1`. `R2` for an insolvency, `R3` for a bad debt and `R4` for other reasons are stated.
             * @example R4
             */
            invoice_type?: ("R1" | "R2" | "R3" | "R4" | "R5") | null;
            /**
             * Format: date
             * @description Issue date. Default: today in Madrid. It can be up to 30 days back (art. 11 RD 1619/2012), or any day since 2024-10-28 if the operator of the engine has set the organization to migrating.
             * @example 2026-11-20
             */
            issue_date?: string | null;
            /**
             * @description Your own id of this invoice; it need not be unique. Answers repeat it, and the lists can be searched by it. The engine does not use it for anything else.
             * @example order-20931
             */
            external_invoice_id?: string | null;
            /**
             * @description At most 20 pairs of your own, with names of at most 40 and values of at most 500 characters. Answers repeat them, lists can be filtered by one, and nothing prints them.
             * @example {
             *       "shop": "madrid"
             *     }
             */
            metadata?: {
                [key: string]: string;
            } | null;
        };
        /** @description A line of the credited invoice. */
        CreditLineInput: {
            /**
             * @description Number of the line, from 1, in the order of `document.lines` of the invoice.
             * @example 1
             */
            line: number;
            /**
             * @description Units that are credited, above 0 and at most those of the line. Exactly one of `units` and `amount` is required.
             * @example 2
             */
            units?: number | string | null;
            /**
             * @description Amount of the line that is credited, above 0: without tax, or with tax if the prices of the invoice include it. Exactly one of `units` and `amount` is required.
             * @example 50.00
             */
            amount?: number | string | null;
        };
        CursorMeta: {
            /** @description Value of `cursor` for the next page, with the same filters. Null if there is no next page. */
            next_cursor: string | null;
            /** @description Whether there may be more items. A filtered page can have fewer items than `limit`, or none, although more follow. */
            has_more: boolean;
        };
        /** @description Where goods are delivered. */
        DeliveryInput: {
            /**
             * @description Name of the party to which the goods are delivered, if it is not the recipient (EN 16931 BT-70).
             * @example Almacén central
             */
            name?: string | null;
            /**
             * @description Street and number.
             * @example Rue Neuve 4
             */
            address?: string | null;
            /**
             * @description Postal code.
             * @example 75001
             */
            postal_code?: string | null;
            /**
             * @description City.
             * @example Paris
             */
            city?: string | null;
            /**
             * @description Country of the delivery: ISO 3166-1 alpha-2, in capitals (EN 16931 BT-80). With the exemption `E5` it is another member state.
             * @example FR
             */
            country_code: string;
        };
        /** @description Codes of a public body. */
        Dir3: {
            /**
             * @description Oficina contable.
             * @example L01280796
             */
            accounting_office: string;
            /**
             * @description Órgano gestor.
             * @example L01280796
             */
            managing_body: string;
            /**
             * @description Unidad tramitadora.
             * @example L01280796
             */
            processing_unit: string;
            /**
             * @description Órgano proponente.
             * @example L01280796
             */
            proposing_body?: string | null;
        };
        DocumentFormat: {
            /**
             * @description `ubl` is UBL 2.1 and `cii` is CII D16B, both by EN 16931. `facturae` is Facturae 3.2.2, signed. `hybrid` is the PDF with the invoice as CII in it (Factur-X, ZUGFeRD).
             * @example ubl
             * @enum {string}
             */
            format: "ubl" | "cii" | "facturae" | "hybrid" | (string & {});
            /**
             * @description Media type of the document.
             * @example application/xml
             */
            media_type: string;
            /** @description Whether this invoice is available in the format. */
            available: boolean;
            /** @description Why the format is not available; null if it is. */
            reason: components["schemas"]["FormatRefusal"] | null;
            /** @description The profiles of `ubl`; empty for the other formats. */
            profiles: components["schemas"]["DocumentProfile"][];
        };
        DocumentFormatsAnswer: {
            /** @description Every format. */
            data: components["schemas"]["DocumentFormat"][];
        };
        DocumentProfile: {
            /**
             * @description EN 16931 alone (`cen`), Peppol BIS Billing 3.0 (`peppol`), or the public solution of AEAT (`spfe`).
             * @example cen
             * @enum {string}
             */
            profile: "cen" | "peppol" | "spfe" | (string & {});
            /** @description Whether this invoice is available in the format. */
            available: boolean;
            /** @description Why the format is not available; null if it is. */
            reason: components["schemas"]["FormatRefusal"] | null;
        };
        /** @description An amount that is due on a date. */
        DueDate: {
            /**
             * Format: date
             * @description Due date; not before the issue date.
             * @example 2026-12-20
             */
            date: string;
            /**
             * @description Amount that is due on this date.
             * @example 302.50
             */
            amount: number | string;
        };
        /** @description The invoice and the deadline of its entry in SII. */
        DueEntry: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * Format: date
             * @description Last day on which the entry may be sent (RIVA, art. 69 bis), in Madrid.
             * @example 2026-11-26
             */
            due_by: string;
        };
        /** @description An address for electronic invoices. */
        ElectronicAddress: {
            /**
             * @description Code of the Electronic Address Scheme (EAS) that the address belongs to.
             * @example 9920
             */
            scheme: string;
            /**
             * @description The address.
             * @example ESA12345674
             */
            value: string;
        };
        ErrorAnswer: {
            error: components["schemas"]["ErrorObject"];
        };
        ErrorDetail: {
            /**
             * @description JSON pointer (RFC 6901) to the member. It begins at the invoice for rules about an invoice, and at the body for faults in the shape of a request.
             * @example /lines/1/tax_rate
             * @example /issuer_nif
             */
            path: string;
            /**
             * @description Kind of the error; the codes never change.
             * @example blank
             * @enum {string}
             */
            code: "blank" | "must_be_blank" | "invalid" | "unknown_value" | "forbidden_characters" | "too_long" | "too_many" | "too_many_digits" | "out_of_range" | "not_allowed" | "not_supported" | "not_found" | "not_authorized" | "duplicate" | "more_left_out" | "inconsistent" | "too_old" | "not_in_census" | "missing" | "unknown_member" | "wrong_type" | "too_few" | "not_expressible" | (string & {});
            /** @description Description of the error for people. */
            message: string;
            /** @description Error code with which AEAT would reject the record. */
            aeat_code: number | null;
            /**
             * @description Path of the entry of the code in the reference, with its meaning, article and remedy.
             * @example /api/v2/codes#out_of_range
             */
            help: string;
            /**
             * @description The rule: an article, `AEAT` with the code of its validation, a rule or a term of EN 16931, Peppol or FACe, or a setting of the organization. It does not depend on the language. Absent if the rule is one of this API alone.
             * @example AEAT 1189
             * @example RD 1619/2012, art. 6.1.a
             * @example PEPPOL-EN16931-R003
             */
            rule?: string;
        };
        ErrorObject: {
            /** @description Error code for programs; it never changes. */
            code: string;
            /** @description Description of the error for people. */
            message: string;
            /**
             * @description The `X-Request-Id` of the answer, by which the operator finds the request in the logs.
             * @example 6f1c2a52-6f0e-4d6a-9d0b-0d6c1b8f7a11
             */
            request_id: string;
            /** @description What is wrong with which members of the body; empty if the error does not concern members. At most 20 members are listed. */
            details: components["schemas"]["ErrorDetail"][];
            /** @description Id of the invoice that was stored and could not be issued, under which it can be read. Only in the answer to the creation of one invoice. */
            invoice_id?: number;
        };
        /** @description The batch that contains the invoice. */
        EventBatch: {
            /** @description Id of the batch, for requests to the API. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
        };
        /** @description The payment or counter-entry that was recorded. */
        EventPayment: {
            /** @description Id of the payment, for requests to the API. */
            id: number;
            /**
             * Format: date
             * @description Day of the payment.
             * @example 2026-11-25
             */
            date: string;
            /**
             * @description Amount, which a counter-entry has with the opposite sign.
             * @example 121.00
             */
            amount: string;
            /**
             * @description Currency of the invoice: ISO 4217.
             * @example EUR
             */
            currency: string;
            /**
             * @description Means of payment.
             * @example cash_on_delivery
             * @enum {string}
             */
            means: "cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others" | "direct_debit" | "cheque" | "not_collected" | (string & {});
            /**
             * @description What is left to pay of the invoice after it.
             * @example 0.00
             */
            outstanding_amount: string;
            /** @description Id of the payment that a counter-entry cancels. */
            reverses: number | null;
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
        /** @description The batch with its final status and counts. */
        FinishedBatch: {
            /** @description Id of the batch, for requests to the API. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
            /**
             * @description Final status of the batch: all invoices were issued (`processed`), some were (`processed_with_errors`), or none was (`failed`).
             * @example processed
             * @enum {string}
             */
            status: "processed" | "processed_with_errors" | "failed" | (string & {});
            /** @description Number of invoices in the batch. */
            invoices_count: number;
            /** @description Number of issued invoices. */
            processed_count: number;
            /** @description Number of failed invoices. */
            failed_count: number;
        };
        FormatRefusal: {
            /**
             * @description The rule or term of EN 16931, the article, or the element or policy of Facturae.
             * @example BR-O-11
             */
            rule: string;
            /** @description Why the format cannot express the invoice, or why it cannot be signed now. */
            message: string;
        };
        FoundInvoice: {
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
             * @example pending
             * @enum {string}
             */
            processing_status: "pending" | "processing" | "processed" | "failed" | (string & {});
            /** @description Why the invoice failed: messages joined by `; `. */
            processing_error: string | null;
            /** @description Id of the issued invoice; null until it is issued. */
            issued_invoice_id: number | null;
            /**
             * @description null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected.
             * @example remission
             */
            verifactu_state: ("remission" | "accepted" | "accepted_with_errors" | "rejected" | (string & {})) | null;
            /** @description Id of the batch that contains the invoice. */
            invoice_batch_id: number;
            /** @description NIF of the issuer; null until the invoice is issued. */
            issuer_nif: string | null;
            /**
             * Format: date
             * @description Issue date; null until the invoice is issued.
             * @example 2026-11-20
             */
            issue_date: string | null;
            /**
             * Format: date
             * @description Date of the operation (FechaOperacion) if it is not the issue date; null if it is, or until the invoice is issued.
             * @example 2026-11-20
             */
            operation_date: string | null;
            /**
             * @description Type of the invoice; null until it is issued.
             * @example F1
             */
            invoice_type: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {})) | null;
            /** @description The metadata as you sent them; empty if you sent none. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the invoice was annulled; null if it is not annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string | null;
            /** @description The issued invoices that rectify or replace the invoice, without annulled ones; at most 10. The whole invoice lists all of them. */
            rectified_by: components["schemas"]["ConnectedInvoice"][];
            /**
             * Format: date-time
             * @description When the invoice last changed: it was accepted, it was issued or failed, AEAT answered its registration or its entry in SII, a correction of that entry was ordered, or the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            updated_at: string;
            /**
             * @description The register at AEAT that the invoice is in; null until it is issued, and for an invoice in no register.
             * @example verifactu
             */
            register: ("verifactu" | "sii" | (string & {})) | null;
            /** @description The entry of the invoice in SII; null unless `register` is `sii`. */
            sii: components["schemas"]["SiiEntry"] | null;
        };
        Invoice: {
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
             * @example pending
             * @enum {string}
             */
            processing_status: "pending" | "processing" | "processed" | "failed" | (string & {});
            /** @description Why the invoice failed: messages joined by `; `. */
            processing_error: string | null;
            /** @description Id of the issued invoice; null until it is issued. */
            issued_invoice_id: number | null;
            /**
             * @description null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected.
             * @example remission
             */
            verifactu_state: ("remission" | "accepted" | "accepted_with_errors" | "rejected" | (string & {})) | null;
            /** @description Id of the batch that contains the invoice. */
            invoice_batch_id: number;
            /** @description NIF of the issuer; null until the invoice is issued. */
            issuer_nif: string | null;
            /**
             * Format: date
             * @description Issue date; null until the invoice is issued.
             * @example 2026-11-20
             */
            issue_date: string | null;
            /**
             * Format: date
             * @description Date of the operation (FechaOperacion) if it is not the issue date; null if it is, or until the invoice is issued.
             * @example 2026-11-20
             */
            operation_date: string | null;
            /**
             * @description Type of the invoice; null until it is issued.
             * @example F1
             */
            invoice_type: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {})) | null;
            /** @description The metadata as you sent them; empty if you sent none. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the invoice was annulled; null if it is not annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string | null;
            /** @description The issued invoices that rectify or replace the invoice, without annulled ones; at most 10. The whole invoice lists all of them. */
            rectified_by: components["schemas"]["ConnectedInvoice"][];
            /**
             * Format: date-time
             * @description When the invoice last changed: it was accepted, it was issued or failed, AEAT answered its registration or its entry in SII, a correction of that entry was ordered, or the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            updated_at: string;
            /**
             * @description The register at AEAT that the invoice is in; null until it is issued, and for an invoice in no register.
             * @example verifactu
             */
            register: ("verifactu" | "sii" | (string & {})) | null;
            /** @description The entry of the invoice in SII; null unless `register` is `sii`. */
            sii: components["schemas"]["SiiEntry"] | null;
            /** @description The first recipient, as in `document`; null if there is none, until the invoice is issued, and while its month is archived. */
            recipient: components["schemas"]["ListedRecipient"] | null;
            /** @description Number of recipients; null until the invoice is issued, and while its month is archived. */
            recipients_count: number | null;
            /** @description The totals, with the sums of bases, taxes and surcharges; null until the invoice is issued, and while its month is archived. */
            totals: components["schemas"]["InvoiceTotals"] | null;
            /**
             * @description The state of its delivery to the public solution of electronic invoices, which `spfe` of the whole invoice describes; null if it has none.
             * @example not_concerned
             */
            spfe_state: ("not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {})) | null;
        };
        /** @description AEAT has accepted the registration record of an invoice. */
        InvoiceAcceptedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.accepted";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description AEAT has accepted the registration record of an invoice and found errors in it. */
        InvoiceAcceptedWithErrorsEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.accepted_with_errors";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description An invoice was annulled. Its annulment record is sent to AEAT next. */
        InvoiceAnnulledEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.annulled";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnnulledInvoice"];
        };
        InvoiceBatch: {
            /** @description Id of the batch, for later requests. */
            id: number;
            /** @description Your own label of the batch, as you sent it. */
            external_batch_id: string | null;
            /**
             * @description received → processing → processed (all invoices issued), processed_with_errors (some issued) or failed (none issued). `processed_at` is set in the final states.
             * @example received
             * @enum {string}
             */
            status: "received" | "processing" | "processed" | "processed_with_errors" | "failed" | (string & {});
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
            /** @description The items of the page. */
            data: components["schemas"]["InvoiceBatch"][];
            meta: components["schemas"]["CursorMeta"];
        };
        InvoiceErrors: {
            /** @description Index of the invoice in the request, from 0. */
            index: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description What is wrong, at most 20 details. */
            details: components["schemas"]["ErrorDetail"][];
        };
        /** @description An invoice is not issued, because a rule refused it. The event is sent when the batch is processed, before `batch.finished`, also for invoices that the answer to the creation already refused. */
        InvoiceFailedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.failed";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["FailedInvoice"];
        };
        /** @description An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters. */
        InvoiceInput: {
            /**
             * @description Your own id of this invoice; it need not be unique. Answers repeat it, and the lists can be searched by it. The engine does not use it for anything else.
             * @example order-20931
             */
            external_invoice_id?: string | null;
            /**
             * @description NIF, NIE or CIF of the issuer, with its control character and without the prefix `ES`. Blanks, dots and hyphens are removed, and lower-case letters count as capitals.
             * @example B12345674
             */
            issuer_nif: string;
            /**
             * @description Invoice number, including the series (AEAT's NumSerieFactura). Printable ASCII except `"` `'` `<` `>` `=`, without a blank at either end. It must be unique per issuer and calendar year of the issue date. An invoice without it names a `series`.
             * @example F-2026/0001
             */
            number_serie?: string | null;
            /**
             * @description Code of a series of the issuer, which gives the invoice its number when it is issued, without gaps. It stands instead of `number_serie`.
             * @example F
             */
            series?: string | null;
            /**
             * @description Name of the issuer. Default: the organization's name.
             * @example Comercial Ejemplo SL
             */
            issuer_name?: string | null;
            /** @description The given name and the surnames of an issuer who is a natural person, which Facturae states; without them those of its profile, or else taken from `issuer_name`. They have the words of `issuer_name`. Not printed. */
            issuer_person_name?: components["schemas"]["PersonNameInput"] | null;
            /**
             * @description `F1` invoice, `F2` simplified invoice, `F3` invoice that replaces simplified invoices, `R1` to `R4` rectifying invoices, `R5` rectifying invoice for a simplified invoice. Default: `F1` if a recipient is identified, otherwise `F2`.
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
             * @description Issue date. Default: today in Madrid. It can be up to 30 days back (art. 11 RD 1619/2012), or any day since 2024-10-28 if the operator of the engine has set the organization to migrating.
             * @example 2026-11-20
             */
            issue_date?: string | null;
            /**
             * Format: date
             * @description Date of the operation (devengo; FechaOperacion) if it is not the issue date; at most 20 years back. Tax rates are those of this date. It can be after the issue date only if every line has regime `14` or `15`. Version 1 has no such date: its `operation_date` is the `issue_date` of version 2.
             * @example 2026-11-18
             */
            operation_date?: string | null;
            /**
             * Format: date
             * @description Due date of the payment; not before the issue date. Several due dates stand in `payment.due`. Printed on the PDF.
             * @example 2026-12-20
             */
            due_date?: string | null;
            /**
             * @description `issued_invoice_id` of the invoice of the same issuer that this one rectifies by differences (`R1` to `R5`) or replaces (`F3`; `replaces` states the same). Kept for programs of version 1: `rectification` stands in its place.
             * @example 1042000
             */
            rectified_invoice_id?: number | null;
            /** @description What a rectifying invoice (`R1` to `R5`) rectifies, how and why (art. 15 RD 1619/2012). `R1` to `R5` need it, or `rectified_invoice_id`. */
            rectification?: components["schemas"]["RectificationInput"] | null;
            /** @description The simplified invoices that an `F3` replaces (art. 7.2 RD 1619/2012). Each can be replaced once. */
            replaces?: components["schemas"]["InvoiceReference"][] | null;
            /** @description Whether the invoice is issued without identifying the recipient (art. 6.1.d RD 1619/2012). It can be true only with `F2` or `R5`. The invoice may then have a name and an address of the recipient, which are printed but not registered. Not allowed together with `recipients`. */
            has_unidentified_recipient?: boolean | null;
            /** @description Whether a simplified invoice contains the data of art. 7.2 or 7.3 RD 1619/2012, so that its recipient can deduct the tax (FacturaSimplificadaArt7273). Only with `F1`, `F3` and `R1` to `R4`: AEAT registers a simplified invoice that identifies its recipient as `F1`. */
            simplified_qualified?: boolean | null;
            /**
             * @description Name of the recipient. Required with `F1`, `F3` and `R1` to `R4`. Not allowed with `F2` and `R5` unless `has_unidentified_recipient` is true; it is then printed but not registered. Not allowed together with `recipients`. Kept for programs of version 1: `recipients` stands in its place.
             * @example Cliente Ejemplo SA
             */
            recipient_legal_name?: string | null;
            /**
             * @description Type of the document that identifies the recipient; see `document_type` of `recipients`. Not allowed together with `recipients`. Kept for programs of version 1: `recipients` stands in its place.
             * @example nif
             */
            recipient_document_type?: ("nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered") | null;
            /**
             * @description Number of the document that identifies the recipient. Required or not allowed under the same conditions as `recipient_document_type`. Not allowed together with `recipients`. Kept for programs of version 1: `recipients` stands in its place.
             * @example A12345674
             */
            recipient_document_number?: string | null;
            /**
             * @description Street and number of the recipient. Printed on the PDF. Kept for programs of version 1: `recipients` stands in its place.
             * @example Calle Mayor 1
             */
            recipient_billing_address?: string | null;
            /**
             * @description Postal code of the recipient. Printed on the PDF. Kept for programs of version 1: `recipients` stands in its place.
             * @example 28013
             */
            recipient_billing_postal_code?: string | null;
            /**
             * @description City of the recipient. Printed on the PDF. Kept for programs of version 1: `recipients` stands in its place.
             * @example Madrid
             */
            recipient_billing_city?: string | null;
            /**
             * @description Country of the recipient: ISO 3166-1 alpha-2, in capitals. Kept for programs of version 1: `recipients` stands in its place.
             * @example ES
             */
            recipient_country_code?: string | null;
            /** @description The recipients, instead of the members `recipient_…`. The first one is the addressee of the page. `F1` needs at least one identified recipient. */
            recipients?: components["schemas"]["RecipientInput"][] | null;
            /** @description Who issues the invoice in the name of the issuer (EmitidaPorTerceroODestinatario); absent if the issuer does. With the role `recipient` the page shows "Facturación por el destinatario". */
            issued_by?: components["schemas"]["IssuedByInput"] | null;
            /** @description Whether the invoice is rectified because of coupons that the issuer refunded (Cupon); only with `R1` or `R5`. */
            coupon?: boolean | null;
            /**
             * @description Currency of all amounts: ISO 4217. Default: EUR. Another currency needs `exchange_rate`; the record and the QR code contain euros, and the page shows both (art. 12 RD 1619/2012). Currencies with three decimals are refused. In a currency without decimals, such as JPY, all amounts are whole numbers, and taxes are rounded to them.
             * @example EUR
             */
            currency?: string | null;
            /**
             * @description Euros per unit of the currency on the day of the operation, for example as the European Central Bank published it. A value that the currency did not have in the last 20 years is a warning, one far from them is refused. Not allowed with euros.
             * @example 0.9217
             */
            exchange_rate?: number | string | null;
            /** @description Whether the prices contain the tax and the recargo de equivalencia. The total of a line is then rounded to the cent, and the tax of a group is computed from the sum of its lines, so that the total of the invoice is what the customer saw. Default: false. */
            prices_include_tax?: boolean | null;
            /**
             * @description The total that your own system computed. If it differs by more than a cent, the invoice fails with both amounts.
             * @example 121.00
             */
            total?: number | string | null;
            /** @description Not supported at present: it must be absent or null. */
            contact_id?: number | null;
            /** @description Your own id of the series. It is stored with the invoice but not registered. Without `number_serie` and `series`, the id of a series of the issuer names it. */
            invoiceable_serie_id?: number | null;
            /** @description Reference of the buyer (EN 16931 BT-10). Printed on the PDF. */
            buyer_reference?: string | null;
            /** @description Reference of the order (EN 16931 BT-13). Printed on the PDF. */
            order_reference?: string | null;
            /** @description Reference of the contract (EN 16931 BT-12). Printed on the PDF. */
            contract_reference?: string | null;
            /** @description References of the delivery notes (EN 16931 BT-16), each of at most 100 characters. Printed on the PDF. */
            delivery_note_references?: string[] | null;
            /** @description Reference of the project (EN 16931 BT-11). Printed on the PDF. */
            project_reference?: string | null;
            /** @description Reference of the account in the books of the buyer (EN 16931 BT-19). Printed on the PDF. */
            accounting_reference?: string | null;
            /** @description Where the goods are delivered, if not at the address of the recipient (EN 16931 BG-13, BG-15). Printed on the PDF. */
            delivery?: components["schemas"]["DeliveryInput"] | null;
            /** @description Period that the invoice is for (EN 16931 BG-14). Printed on the PDF. */
            period?: components["schemas"]["Period"] | null;
            /**
             * @description Payment method. `payment.means` has the same values and `direct_debit`; only one of the two can be given. Printed on the PDF. Kept for programs of version 1: `payment` stands in its place.
             * @example bank_transfer
             */
            payment_method?: ("cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others") | null;
            /**
             * @description Details of the payment, for example an IBAN. It can contain line breaks. Printed on the PDF. Kept for programs of version 1: `payment` stands in its place.
             * @example ES91 2100 0418 4502 0005 1332
             */
            payment_method_info?: string | null;
            /** @description How and when the invoice is paid. Printed on the PDF. */
            payment?: components["schemas"]["PaymentInput"] | null;
            /** @description Who receives the payment, if not the issuer (EN 16931 BG-10). The account of the issuer’s profile is then not stated. Printed on the PDF. */
            payee?: components["schemas"]["PayeeInput"] | null;
            /** @description Whether the invoice is already paid. Printed on the PDF. */
            paid?: boolean | null;
            /**
             * @description Deposits that were invoiced or paid before. They lower the amount to pay, not the total.
             * @example 100.00
             */
            prepaid_amount?: number | string | null;
            /**
             * @description Type of the operation. It is stored with the invoice but not registered.
             * @example domestic_operations_deductible_vat
             */
            operation_type?: ("domestic_operations_deductible_vat" | "agricultural_compensation" | "intra_community_acquisition_goods" | "intra_community_acquisition_services" | "reverse_charge_tax" | "imports" | "non_deductible_vat") | null;
            /** @description Note at the end of the invoice. It can contain line breaks. */
            footer_note?: string | null;
            /**
             * @description Suplidos: amount paid in the name of the recipient. It is not part of the total; the PDF adds it to the amount to pay.
             * @example 35.50
             */
            total_reimbursable_expenses_amount?: number | string | null;
            /** @description Authorisations of AEAT by which the invoice is issued, such as those of the RD 1619/2012. AEAT's public solution of electronic invoices states them (AUT), or those of the issuer's profile if there are none. Not printed. */
            billing_authorisations?: components["schemas"]["BillingAuthorisationInput"][] | null;
            /**
             * @description How a recipient whom the duty of electronic invoices concerns receives the invoice: through AEAT's public solution (`interconnect`), through a private platform while the engine sends the copy to the public solution (`copy`), or through another program that sends the original and the copy (`elsewhere`). Otherwise the channel is that of the profile of the first recipient, and then that of the issuer. Not printed.
             * @example interconnect
             */
            spfe_channel?: ("interconnect" | "copy" | "elsewhere") | null;
            /** @description The suplidos one by one. They add up to `total_reimbursable_expenses_amount`, which can then be absent. */
            reimbursable_expenses?: components["schemas"]["ReimbursableExpenseInput"][] | null;
            /** @description Allowances of the whole invoice (EN 16931 BG-20). They lower the total. Each has the tax of lines: it lowers the base of the operation for which it is granted (LIVA art. 78.Tres.2). */
            allowances?: components["schemas"]["AllowanceInput"][] | null;
            /** @description Charges of the whole invoice, such as shipping (EN 16931 BG-21). They raise the total. A charge may have a tax of its own, but has the recargo de equivalencia if the lines have it, unless a line has its tax. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The premises that are let by the lines of regime `11` that state none of their own. Not allowed without such a line. */
            property?: components["schemas"]["LeasedProperty"] | null;
            /** @description Lines of the invoice, at least one. They are sorted by `position`; lines without a position come last, and lines with the same position keep their order. The lines of an invoice form at most 12 tax groups (type, regime, operation key or exemption code, rate). */
            lines: components["schemas"]["InvoiceLineInput"][];
            /**
             * @description At most 20 pairs of your own, with names of at most 40 and values of at most 500 characters. Answers repeat them, lists can be filtered by one, and nothing prints them.
             * @example {
             *       "shop": "madrid"
             *     }
             */
            metadata?: {
                [key: string]: string;
            } | null;
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
            units: number | string;
            /**
             * @description Price of one unit, without tax unless `prices_include_tax` is true, with at most 6 decimals. It can be negative in a correction.
             * @example 62.50
             */
            unit_price: number | string;
            /**
             * @description Discount in per cent of units × price, with at most 2 decimals. Kept for programs of version 1: `allowances` stands in its place.
             * @example 10
             */
            discount_percent?: number | string | null;
            /** @description Notes, printed below the concept. They can contain line breaks. */
            notes?: string | null;
            /**
             * @description `iva`: VAT (default). `psi`: the tax of Ceuta and Melilla (IPSI). `igic`: the tax of the Canary Islands. `oss`: the VAT of another member state, declared through the one-stop shop; it is charged and printed, but not registered. `others`: any other tax.
             * @example iva
             */
            tax_type?: ("iva" | "psi" | "igic" | "others" | "oss") | null;
            /**
             * @description AEAT's ClaveRegimen: list L8A with `iva`, L8B with `igic`, and with `psi` the regimes that AEAT lists for that tax. Default: `01`, the general regime. `03` (used goods) and `05` (travel agencies) need `margin`, and the PDF shows prices including tax. `06` (groups of entities) needs `cost_base`. `18` means that the issuer is itself a retailer under the recargo de equivalencia.
             * @example 01
             */
            tax_regime?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21") | null;
            /**
             * @description AEAT's CalificacionOperacion; only with regime `01`. `S1`: subject (default if there is no exemption). `S2`: subject with reverse charge. `N1`: not subject (LIVA arts. 7, 14 and others). `N2`: not subject under the place-of-supply rules.
             * @example S1
             */
            tax_operation_key?: ("S1" | "S2" | "N1" | "N2") | null;
            /** @description AEAT's OperacionExenta; never together with `tax_operation_key`. With `iva`: exempt under LIVA art. 20 (`E1`), 21 (`E2`), 22 (`E3`), 23 and 24 (`E4`), 25 (`E5`), or on other grounds (`E6`). `E7` and `E8` are exemptions of the `igic`. `E2` and `E3` need regime `02`. `E5` needs a recipient in another member state. */
            tax_exemption_code?: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8") | null;
            /**
             * @description Tax rate in per cent (21, not 0.21). Required with `S1` and with `oss`; with `iva` one of the rates on the day of the operation, today 0, 4, 10 or 21. A rate that `igic` never had is refused, as is one outside of 1 to 27 with `oss` and of 0.5 to 10 with `psi`; a rate that the member state did not have, or of another day, is a warning. Absent or 0 with `S2`, `N1`, `N2` and exemptions.
             * @example 21
             */
            tax_rate?: number | string | null;
            /**
             * @description With `oss`: the member state whose VAT is charged, ISO 3166-1 alpha-2 (`XI` for goods in Northern Ireland). Not allowed with other taxes.
             * @example FR
             */
            tax_country?: string | null;
            /**
             * @description Recargo de equivalencia in per cent, for a retailer under that regime as the recipient (TipoRecargoEquivalencia). Today 5.2 (tobacco 1.75) with 21, 1.4 with 10, 0.5 with 4.
             * @example 5.2
             */
            equivalence_surcharge_rate?: number | string | null;
            /**
             * @description What is supplied: `goods` or `services`. The SII separates them for recipients without a Spanish NIF or with one that begins with N. VeriFactu, the PDF and electronic invoices do not state it.
             * @example services
             */
            supply?: ("goods" | "services") | null;
            /**
             * @description Retención of IRPF in per cent (15, not 0.15), with at most 2 decimals, of the net amount less its share of the allowances and plus its share of the charges of the invoice. Not allowed with regimes `03` and `05`. It is not part of the total; the PDF subtracts it from the amount to pay.
             * @example 15
             */
            income_tax_withholding_rate?: number | string | null;
            /**
             * @description Concept of the withholding (list L5 of Orden HAC/1028/2026), which AEAT's public solution of electronic invoices states. Of a natural person: `01` professionals, `02` farming, `03` forestry, `04` businesses in objective estimation, `05` communal forests, `06` leases of urban property, `07` intellectual property, technical assistance, movables and image. Of a company: `08` administrators, `09` image rights, `10` leases of urban property. `11`: others. Without it, it follows from regime `11` (`06` or `10`) and from 15 % or 7 % of a natural person (`01`); otherwise that file is refused. Not printed.
             * @example 10
             */
            withholding_concept?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11") | null;
            /**
             * @description With regimes `03` and `05`: the margin of this line with its tax, that is the price less the purchase price (LIVA arts. 137 and 145). Sold for 9,680 and bought for 7,000, it is 2,680; base and tax are 2,214.88 and 465.12. `unit_price` is then the full price, and nothing is added to it. Except in rectifications by differences, the margin lies between 0 and the amount of the line; it is 0 if the purchase price was not lower.
             * @example 2680.00
             */
            margin?: number | string | null;
            /**
             * @description With regime `03`: what is sold, which decides the mention of the invoice (RD 1619/2012 art. 6.1.ñ): `used_goods` (default), `art` (works of art), or `collectors_items` (antiques and collectors' items).
             * @example art
             */
            second_hand_kind?: ("used_goods" | "art" | "collectors_items") | null;
            /**
             * @description With regime `06`: the base at cost of this line (BaseImponibleACoste). The tax is computed from it.
             * @example 100.00
             */
            cost_base?: number | string | null;
            /** @description With regime `11`: the premises that are let. The SII needs it of leases without withholding. VeriFactu, the PDF and electronic invoices do not state it. */
            property?: components["schemas"]["LeasedProperty"] | null;
            /**
             * @description Unit of `units`: a code of UN/ECE Recommendation 20 (EN 16931 BT-130). Default: `C62`, one. Printed on the PDF.
             * @example HUR
             */
            unit_code?: string | null;
            /**
             * @description Your code of the item (EN 16931 BT-155). Printed on the PDF.
             * @example SKU-17
             */
            item_code?: string | null;
            /**
             * @description GTIN of the item: 8, 12, 13 or 14 digits with the check digit (EN 16931 BT-157). Printed on the PDF.
             * @example 8412345678905
             */
            gtin?: string | null;
            /**
             * @description Code that the buyer has for the item (EN 16931 BT-156). Printed on the PDF.
             * @example REF-4711
             */
            buyer_item_code?: string | null;
            /** @description Period that the line is for (EN 16931 BG-26). Printed on the PDF. */
            period?: components["schemas"]["Period"] | null;
            /**
             * @description Line of the order (EN 16931 BT-132). Printed on the PDF.
             * @example 10
             */
            order_line_reference?: string | null;
            /** @description Allowances of the line (EN 16931 BG-27). They lower its amount. */
            allowances?: components["schemas"]["LineAllowanceInput"][] | null;
            /** @description Charges of the line, such as packing (EN 16931 BG-28). They raise its amount. */
            charges?: components["schemas"]["LineAllowanceInput"][] | null;
        };
        InvoiceList: {
            /** @description The items of the page. */
            data: components["schemas"]["Invoice"][];
            meta: components["schemas"]["CursorMeta"];
        };
        /** @description A payment of an invoice was recorded, or cancelled by a counter-entry, which has a value in `reverses`. */
        InvoicePaymentRecordedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.payment_recorded";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoicePaymentRecordedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoicePaymentRecordedEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["PaidInvoice"];
            payment: components["schemas"]["EventPayment"];
        };
        /** @description An earlier invoice: one that this engine issued by its id, any other by its number and issue date. */
        InvoiceReference: {
            /**
             * @description `issued_invoice_id` of an invoice that this engine issued for the organization. The other members must then be absent.
             * @example 1042000
             */
            issued_invoice_id?: number | null;
            /** @description NIF of the issuer of the invoice. Default: the issuer of this invoice. The invoices of other issuers are never looked up here. */
            issuer_nif?: string | null;
            /**
             * @description Number of the invoice, if it is not stored here or if you do not know its `issued_invoice_id`.
             * @example 2025/0815
             */
            number_serie?: string | null;
            /**
             * Format: date
             * @description Issue date of the invoice. Required with `number_serie`.
             * @example 2025-11-20
             */
            issue_date?: string | null;
        };
        InvoiceRegistration: {
            /** @description URL in the QR code of the PDF; null unless `register` is `verifactu`. */
            qr_url: string | null;
            /** @description Registration records with AEAT's answers, oldest first; empty unless `register` is `verifactu`. */
            records: components["schemas"]["RegistrationRecord"][];
        };
        /** @description AEAT has rejected the registration record of an invoice. */
        InvoiceRejectedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.rejected";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnsweredInvoice"];
        };
        /** @description AEAT has accepted the entry of an invoice in SII. */
        InvoiceSiiAcceptedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.sii_accepted";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSiiAcceptedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSiiAcceptedEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnsweredEntry"];
        };
        /** @description AEAT has accepted the entry of an invoice in SII and found errors in it. */
        InvoiceSiiAcceptedWithErrorsEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.sii_accepted_with_errors";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSiiAcceptedWithErrorsEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSiiAcceptedWithErrorsEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnsweredEntry"];
        };
        /** @description AEAT has not accepted the entry of an invoice in SII yet, and its last day is today or the next working day. The event is sent once for each entry. */
        InvoiceSiiOverdueSoonEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.sii_overdue_soon";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSiiOverdueSoonEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSiiOverdueSoonEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["DueEntry"];
        };
        /** @description AEAT has rejected the entry of an invoice in SII, its replacement or its withdrawal. */
        InvoiceSiiRejectedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.sii_rejected";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSiiRejectedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSiiRejectedEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AnsweredEntry"];
        };
        /** @description AEAT's public solution of electronic invoices has admitted the document of an invoice, and has acknowledged it with a CSV. */
        InvoiceSpfeAdmittedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.spfe_admitted";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSpfeAdmittedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSpfeAdmittedEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["AdmittedDelivery"];
        };
        /** @description AEAT's public solution of electronic invoices should have had an invoice more than 24 hours ago and does not have it. The event happens once for each delivery, and never while AEAT has not published the service. */
        InvoiceSpfeOverdueEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.spfe_overdue";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSpfeOverdueEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSpfeOverdueEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["OverdueDelivery"];
        };
        /** @description The recipient of an invoice has reported to AEAT that it paid it in full. */
        InvoiceSpfePaidByRecipientEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.spfe_paid_by_recipient";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSpfePaidByRecipientEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSpfePaidByRecipientEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["PaidByRecipient"];
        };
        /** @description The recipient of an invoice has reported to AEAT that it rejects it. No event reports that a recipient has not rejected an invoice. */
        InvoiceSpfeRejectedByRecipientEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.spfe_rejected_by_recipient";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSpfeRejectedByRecipientEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSpfeRejectedByRecipientEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["RejectedByRecipient"];
        };
        /** @description AEAT's public solution of electronic invoices has rejected the document of an invoice. */
        InvoiceSpfeRejectedEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.spfe_rejected";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSpfeRejectedEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSpfeRejectedEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["RejectedDelivery"];
        };
        /** @description AEAT has withdrawn the document of an invoice, as you ordered. */
        InvoiceSpfeWithdrawnEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invoice.spfe_withdrawn";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvoiceSpfeWithdrawnEventData"];
        };
        /** @description Ids and states, but no personal data. */
        InvoiceSpfeWithdrawnEventData: {
            batch: components["schemas"]["EventBatch"];
            invoice: components["schemas"]["WithdrawnDelivery"];
        };
        InvoiceTotals: {
            /**
             * @description Currency of the amounts: ISO 4217.
             * @example EUR
             */
            currency: string;
            /**
             * @description Sum of the tax bases.
             * @example 121.00
             */
            base: string;
            /**
             * @description Sum of the taxes.
             * @example 121.00
             */
            tax: string;
            /** @description Sum of the recargos de equivalencia; null if none is charged. */
            surcharge: string | null;
            /** @description Sum of the VAT of other member states; null if none is charged. */
            foreign_tax: string | null;
            /**
             * @description AEAT's ImporteTotal: bases, taxes and surcharges. It is the `total_after_taxes` of version 1.
             * @example 121.00
             */
            total: string;
            /** @description Retenciones of IRPF, one per rate. */
            withholdings: components["schemas"]["Withholding"][];
            /** @description Suplidos; null if there are none. */
            reimbursable_expenses: string | null;
            /** @description Amounts that were invoiced or paid before; null if there are none. */
            prepaid: string | null;
            /**
             * @description Amount to pay: the total and the VAT of other member states, less withholdings and prepaid amounts, plus reimbursable expenses.
             * @example 121.00
             */
            payable: string;
            /** @description The registered amounts in euros; null if the invoice is in euros. */
            euro: components["schemas"]["TotalsInEuros"] | null;
        };
        InvoiceWarnings: {
            /** @description Index of the invoice in the request, from 0. */
            index: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description What is questionable, at most 20 details. */
            details: components["schemas"]["Warning"][];
        };
        IssuedAllowance: {
            /** @description Reason. */
            reason: string;
            /** @description Per cent; null if the amount was given. */
            percent: string | null;
            /** @description Amount without tax. */
            amount: string;
            /** @description Amount with tax, if `prices_include_tax` is true; otherwise null. */
            gross_amount: string | null;
            /**
             * @description The tax.
             * @example iva
             * @enum {string}
             */
            tax_type: "iva" | "psi" | "igic" | "others" | "oss" | (string & {});
            /**
             * @description AEAT's ClaveRegimen.
             * @example 01
             */
            tax_regime: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21" | (string & {})) | null;
            /**
             * @description AEAT's CalificacionOperacion; null if the operation is exempt.
             * @example S1
             */
            tax_operation_key: ("S1" | "S2" | "N1" | "N2" | (string & {})) | null;
            /**
             * @description AEAT's OperacionExenta; null if the operation is not exempt.
             * @example E1
             */
            tax_exemption_code: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8" | (string & {})) | null;
            /** @description Rate in per cent; null if no rate applies. */
            tax_rate: string | null;
            /** @description Rate of the recargo de equivalencia in per cent; null if none is charged. */
            equivalence_surcharge_rate: string | null;
            /** @description With `oss`, the member state whose VAT is charged, of which `tax_rate` is then the rate; otherwise null. */
            tax_country: string | null;
            /**
             * @description What was supplied; null if the request did not state it.
             * @example goods
             */
            supply: ("goods" | "services" | (string & {})) | null;
            /**
             * @description The tax or levy that a charge is (list L9 of Orden HAC/1028/2026); null if it is none.
             * @example IEH
             */
            tax_code: ("IEH" | "IECE" | "IEPI" | "IEA" | "IET" | "IELC" | "IEE" | "IEC" | "IEP" | "IEDE" | "IMPTAS" | "RESTO" | (string & {})) | null;
        };
        IssuedBillingAuthorisation: {
            /** @description Number. */
            number: string;
            /** @description What it authorises. */
            description: string | null;
        };
        IssuedBook: {
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /**
             * @description `E`: IVA. `U`: joint book of IVA and IRPF.
             * @example E
             * @enum {string}
             */
            book: "E" | "U" | (string & {});
            /** @description Name of AEAT's sheet. */
            sheet: string;
            /**
             * Format: date
             * @description First day of the period.
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the period.
             */
            to: string;
            /** @description The rows in order. A column without a member is blank. */
            rows: components["schemas"]["BookRow"][];
            /** @description Sums of the rows by quarter, key, qualification, exemption and rates. Only these columns and the sums have members. */
            totals: components["schemas"]["BookRow"][];
            /** @description What the format has no place for, such as annulled invoices, and what has to be checked: at most 20,000. */
            notes: components["schemas"]["BookNote"][];
            /** @description Number of notes by code, including those that are not listed. */
            notes_count: {
                [key: string]: number;
            };
        };
        IssuedBookAnswer: {
            data: components["schemas"]["IssuedBook"];
        };
        /** @description A document that identifies a third party. */
        IssuedByDocument: {
            /**
             * @description Type of the document, as `document_type` of a recipient.
             * @example nif
             * @enum {string}
             */
            type: "nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered";
            /**
             * @description Number of the document.
             * @example B12345674
             */
            number: string;
            /**
             * @description Country of the third party: ISO 3166-1 alpha-2, in capitals.
             * @example ES
             */
            country_code?: string | null;
        };
        /** @description Who issues the invoice. */
        IssuedByInput: {
            /**
             * @description `third_party`: somebody else, whose name and document are required. `recipient`: the recipient of the invoice; name and document must be absent.
             * @example third_party
             * @enum {string}
             */
            role: "third_party" | "recipient";
            /**
             * @description Name of the third party.
             * @example Gestoría Ejemplo SL
             */
            name?: string | null;
            /** @description Document that identifies the third party. */
            document?: components["schemas"]["IssuedByDocument"] | null;
        };
        IssuedByParty: {
            /**
             * @description AEAT's EmitidaPorTerceroODestinatario: T or D.
             * @example third_party
             * @enum {string}
             */
            role: "third_party" | "recipient" | (string & {});
            /** @description Name; null if the recipient issues the invoice. */
            name: string | null;
            /** @description Document; null if the recipient issues the invoice. */
            document: components["schemas"]["IssuedByPartyDocument"] | null;
        };
        IssuedByPartyDocument: {
            /**
             * @description Type of the document.
             * @example nif
             * @enum {string}
             */
            type: "nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered" | (string & {});
            /** @description Number of the document. */
            number: string;
            /** @description Country: ISO 3166-1 alpha-2. */
            country_code: string | null;
        };
        IssuedContact: {
            /** @description Person or department. */
            name: string | null;
            /** @description Telephone. */
            phone: string | null;
            /** @description E-mail address. */
            email: string | null;
        };
        IssuedDelivery: {
            /** @description Name of the party to which goods are delivered. */
            name: string | null;
            /** @description Address. */
            address: string | null;
            /** @description Postal code. */
            postal_code: string | null;
            /** @description City. */
            city: string | null;
            /** @description Country: ISO 3166-1 alpha-2. */
            country_code: string;
        };
        IssuedDir3: {
            /** @description Oficina contable. */
            accounting_office: string | null;
            /** @description Órgano gestor. */
            managing_body: string | null;
            /** @description Unidad tramitadora. */
            processing_unit: string | null;
            /** @description Órgano proponente. */
            proposing_body: string | null;
        };
        IssuedDocument: {
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /** @description Name of the issuer. */
            issuer_name: string;
            /** @description Given name and surnames of a natural person; null if they were not given. */
            issuer_person_name: components["schemas"]["IssuedPersonName"] | null;
            /** @description Number of the invoice. */
            number_serie: string;
            /**
             * @description Type of the invoice.
             * @example F1
             * @enum {string}
             */
            invoice_type: "F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {});
            /**
             * Format: date
             * @description AEAT's FechaExpedicionFactura.
             */
            issue_date: string;
            /**
             * Format: date
             * @description AEAT's FechaOperacion; null if it is the issue date.
             */
            operation_date: string | null;
            /**
             * Format: date
             * @description Due date; null if none was given.
             */
            due_date: string | null;
            /** @description Description of the operation. */
            operation_description: string;
            /** @description The recipients; empty if there is none. */
            recipients: components["schemas"]["IssuedRecipient"][];
            /** @description Whether the issuer declares that the recipient is not identified (art. 6.1.d RD 1619/2012). */
            has_unidentified_recipient: boolean;
            /** @description AEAT's FacturaSimplificadaArt7273. */
            simplified_qualified: boolean;
            /** @description AEAT's Cupon. */
            coupon: boolean;
            /** @description Who issued the invoice in the name of its issuer; null if the issuer did. */
            issued_by: components["schemas"]["IssuedByParty"] | null;
            /** @description What the invoice rectifies; null if it rectifies nothing. */
            rectification: components["schemas"]["IssuedRectification"] | null;
            /** @description The simplified invoices that the invoice replaces. */
            replaces: components["schemas"]["IssuedIdentification"][];
            /**
             * @description Currency of the amounts: ISO 4217.
             * @example EUR
             */
            currency: string;
            /** @description Euros per unit of the currency; null if the invoice is in euros. */
            exchange_rate: string | null;
            /** @description Whether the prices include tax. */
            prices_include_tax: boolean;
            /** @description Buyer's reference. */
            buyer_reference: string | null;
            /** @description Buyer's order. */
            order_reference: string | null;
            /** @description Contract. */
            contract_reference: string | null;
            /** @description Delivery notes. */
            delivery_note_references: string[];
            /** @description Project. */
            project_reference: string | null;
            /** @description Account in the books of the buyer. */
            accounting_reference: string | null;
            /** @description Where goods are delivered; null if none was given. */
            delivery: components["schemas"]["IssuedDelivery"] | null;
            /** @description Period of the invoice or line; null if none was given. */
            period: components["schemas"]["IssuedPeriod"] | null;
            payment: components["schemas"]["IssuedPayment"];
            /** @description Authorisations of AEAT that the invoice states; if it states none, those of the issuer’s profile of the time of issue apply. */
            billing_authorisations: components["schemas"]["IssuedBillingAuthorisation"][];
            /**
             * @description How a recipient whom the duty of electronic invoices concerns receives the invoice; null if neither the invoice nor the profile of its first recipient stated it.
             * @example interconnect
             */
            spfe_channel: ("interconnect" | "copy" | "elsewhere" | (string & {})) | null;
            /** @description The suplidos one by one; empty if only their sum was given. */
            reimbursable_expenses: components["schemas"]["IssuedReimbursableExpense"][];
            /** @description Who receives the payment instead of the issuer; null if the issuer does. */
            payee: components["schemas"]["IssuedPayee"] | null;
            /** @description Note at the foot of the page. */
            footer_note: string | null;
            /** @description The lines in the order of the page. */
            lines: components["schemas"]["IssuedLine"][];
            /** @description Allowances of the whole invoice. */
            allowances: components["schemas"]["IssuedAllowance"][];
            /** @description Charges of the whole invoice. */
            charges: components["schemas"]["IssuedAllowance"][];
        };
        IssuedDueAmount: {
            /**
             * Format: date
             * @description Due date.
             */
            date: string;
            /** @description Amount. */
            amount: string;
        };
        IssuedElectronicAddress: {
            /** @description Scheme of the address. */
            scheme: string;
            /** @description The address. */
            value: string;
        };
        IssuedIdentification: {
            /** @description NIF of its issuer. */
            issuer_nif: string;
            /** @description Its number. */
            number_serie: string;
            /**
             * Format: date
             * @description Its issue date.
             */
            issue_date: string;
        };
        IssuedLeasedProperty: {
            /**
             * @description SII's SituacionInmueble.
             * @example 1
             * @enum {string}
             */
            situation: "1" | "2" | "3" | "4" | (string & {});
            /** @description Cadastral reference; null if none was given. */
            cadastral_reference: string | null;
        };
        IssuedLine: {
            /** @description What was delivered. */
            concept: string;
            /** @description Quantity. */
            units: string;
            /** @description Code of the unit: UN/ECE Recommendation 20; null if none was given. */
            unit_code: string | null;
            /** @description Price per unit, with tax if `prices_include_tax` is true. */
            unit_price: string;
            /** @description Discount in per cent; null if there is none. */
            discount_percent: string | null;
            /** @description Amount of the line without tax. */
            net_amount: string;
            /** @description Amount of the line with tax, if `prices_include_tax` is true; otherwise null. */
            gross_amount: string | null;
            /**
             * @description The tax.
             * @example iva
             * @enum {string}
             */
            tax_type: "iva" | "psi" | "igic" | "others" | "oss" | (string & {});
            /**
             * @description AEAT's ClaveRegimen.
             * @example 01
             */
            tax_regime: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21" | (string & {})) | null;
            /**
             * @description AEAT's CalificacionOperacion; null if the operation is exempt.
             * @example S1
             */
            tax_operation_key: ("S1" | "S2" | "N1" | "N2" | (string & {})) | null;
            /**
             * @description AEAT's OperacionExenta; null if the operation is not exempt.
             * @example E1
             */
            tax_exemption_code: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8" | (string & {})) | null;
            /** @description Rate in per cent; null if no rate applies. */
            tax_rate: string | null;
            /** @description Rate of the recargo de equivalencia in per cent; null if none is charged. */
            equivalence_surcharge_rate: string | null;
            /** @description With `oss`, the member state whose VAT is charged, of which `tax_rate` is then the rate; otherwise null. */
            tax_country: string | null;
            /**
             * @description What was supplied; null if the request did not state it.
             * @example goods
             */
            supply: ("goods" | "services" | (string & {})) | null;
            /** @description Withholding in per cent; null if there is none. */
            income_tax_withholding_rate: string | null;
            /**
             * @description Concept of the withholding (list L5 of Orden HAC/1028/2026); null if it was not stated.
             * @example 01
             */
            withholding_concept: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | (string & {})) | null;
            /** @description With regimes `03` and `05`, the margin with its tax; otherwise null. */
            margin: string | null;
            /**
             * @description With regime `03`, what was sold; null if version 1 could not state it, and with other regimes.
             * @example used_goods
             */
            second_hand_kind: ("used_goods" | "art" | "collectors_items" | (string & {})) | null;
            /** @description With regime `06`, the base at cost; otherwise null. */
            cost_base: string | null;
            /** @description With regime `11`, the premises that are let; null if they were not given. */
            property: components["schemas"]["IssuedLeasedProperty"] | null;
            /** @description Allowances of the line. */
            allowances: components["schemas"]["IssuedLineAllowance"][];
            /** @description Charges of the line. */
            charges: components["schemas"]["IssuedLineAllowance"][];
            /** @description Notes. */
            notes: string | null;
            /** @description Seller's code of the item. */
            item_code: string | null;
            /** @description GTIN of the item. */
            gtin: string | null;
            /** @description Buyer's code of the item. */
            buyer_item_code: string | null;
            /** @description Period of the invoice or line; null if none was given. */
            period: components["schemas"]["IssuedPeriod"] | null;
            /** @description Buyer's order line. */
            order_line_reference: string | null;
        };
        IssuedLineAllowance: {
            /** @description Reason. */
            reason: string;
            /** @description Per cent; null if the amount was given. */
            percent: string | null;
            /** @description Amount. */
            amount: string;
        };
        IssuedPayee: {
            /** @description Name. */
            name: string;
            /** @description Tax or registration number. */
            document_number: string | null;
        };
        IssuedPayment: {
            /**
             * @description Means of payment; null if none was given.
             * @example cash_on_delivery
             */
            means: ("cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others" | "direct_debit" | (string & {})) | null;
            /** @description Free text about the payment. */
            info: string | null;
            /** @description IBAN of the account. */
            iban: string | null;
            /** @description BIC of the bank. */
            bic: string | null;
            /** @description Reference of the SEPA mandate. */
            mandate_reference: string | null;
            /** @description SEPA creditor identifier. */
            creditor_id: string | null;
            /** @description Terms of payment. */
            terms: string | null;
            /** @description Text that the payment shall carry. */
            reference: string | null;
            /** @description Day on which the invoice was paid. */
            paid_on: string | null;
            /** @description Due dates with their amounts; empty if there is one date, `due_date`, or none. */
            due: components["schemas"]["IssuedDueAmount"][];
            /** @description Whether the invoice is paid; null if that was not stated. */
            paid: boolean | null;
        };
        IssuedPeriod: {
            /**
             * Format: date
             * @description First day.
             */
            start: string | null;
            /**
             * Format: date
             * @description Last day.
             */
            end: string | null;
        };
        IssuedPersonName: {
            /** @description Given name. */
            given_name: string;
            /** @description First surname. */
            first_surname: string;
            /** @description Second surname; null if there is none. */
            second_surname: string | null;
        };
        IssuedRecipient: {
            /** @description Name. */
            name: string | null;
            /** @description Whether the recipient is only printed and not registered. */
            not_identified: boolean;
            /**
             * @description Type of the document; null without a document.
             * @example nif
             */
            document_type: ("nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered" | (string & {})) | null;
            /** @description Number of the document. */
            document_number: string | null;
            /** @description Country: ISO 3166-1 alpha-2. */
            country_code: string | null;
            /** @description Address. */
            address: string | null;
            /** @description Postal code. */
            postal_code: string | null;
            /** @description City. */
            city: string | null;
            /** @description Given name and surnames of a natural person; null if they were not given. */
            person_name: components["schemas"]["IssuedPersonName"] | null;
            /** @description Electronic address; null if none was given. */
            electronic_address: components["schemas"]["IssuedElectronicAddress"] | null;
            /** @description DIR3 codes of a public body; null if none were given. */
            dir3: components["schemas"]["IssuedDir3"] | null;
            /** @description Whom to ask about the invoice; null if none was given. */
            contact: components["schemas"]["IssuedContact"] | null;
            /** @description Whether the recipient acts as a business or professional; null if it is not stated. */
            is_business: boolean | null;
        };
        IssuedRectification: {
            /**
             * @description AEAT's TipoRectificativa: I or S.
             * @example differences
             * @enum {string}
             */
            method: "differences" | "substitution" | (string & {});
            /** @description Reason; null for an invoice of version 1, which states none. */
            reason: string | null;
            /** @description The rectified invoices. */
            invoices: components["schemas"]["IssuedIdentification"][];
            /** @description With `substitution`, the base that this invoice replaces, in euros; otherwise null. */
            rectified_base: string | null;
            /** @description With `substitution`, the tax that this invoice replaces, in euros; otherwise null. */
            rectified_tax: string | null;
            /** @description With `substitution`, the surcharge that this invoice replaces, in euros; otherwise null. */
            rectified_surcharge: string | null;
        };
        IssuedReimbursableExpense: {
            /** @description What was paid in the name of the recipient. */
            description: string;
            /** @description Amount. */
            amount: string;
        };
        IssuerRegister: {
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /**
             * @description The register at AEAT for its invoices with issue dates from that day on.
             * @example verifactu
             * @enum {string}
             */
            register: "verifactu" | "sii" | (string & {});
            /**
             * @description Its settlement period in SII; null with VeriFactu.
             * @example month
             */
            period: ("month" | "quarter" | (string & {})) | null;
            /**
             * Format: date
             * @description From which issue date on.
             */
            from: string;
        };
        /** @description Premises that are let. */
        LeasedProperty: {
            /**
             * @description SII's SituacionInmueble. `1`: in Spain, with a cadastral reference. `2`: in the País Vasco or Navarra. `3`: in Spain, without a cadastral reference. `4`: abroad.
             * @example 1
             */
            situation: number | string;
            /**
             * @description Cadastral reference (ReferenciaCatastral). Required with the situations `1` and `2`, not allowed with `3`.
             * @example 9872023VH5797S0001WX
             */
            cadastral_reference?: string | null;
        };
        /** @description An allowance or a charge of a line. */
        LineAllowanceInput: {
            /**
             * @description Reason. Printed on the PDF.
             * @example Descuento por volumen
             */
            reason: string;
            /**
             * @description Amount. Exactly one of `amount` and `percent` is required.
             * @example 5.00
             */
            amount?: number | string | null;
            /**
             * @description Per cent of units × price, less the discount. Exactly one of `amount` and `percent` is required.
             * @example 5
             */
            percent?: number | string | null;
        };
        ListedEvent: {
            /**
             * Format: uuid
             * @description Id of the event: the `webhook-id` of its deliveries. A delivery of an event from before the engine listed events has another one.
             */
            id: string;
            /**
             * @description Type of the event.
             * @example batch.finished
             * @enum {string}
             */
            type: "batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient" | (string & {});
            /**
             * @description Version of the form of `data`: the `payload_version` of the request.
             * @example 2
             */
            version: number;
            /**
             * Format: date-time
             * @description When the event happened: UTC, with milliseconds.
             * @example 2026-11-20T09:30:00.000Z
             */
            timestamp: string;
            /** @description Ids and states as in the webhook of this type and version, which the section `webhooks` of this document describes. */
            data: {
                [key: string]: unknown;
            };
        };
        ListedEventList: {
            /** @description The items of the page. */
            data: components["schemas"]["ListedEvent"][];
            meta: components["schemas"]["CursorMeta"];
        };
        ListedRecipient: {
            /** @description Name. */
            name: string | null;
            /**
             * @description Type of the document; null without a document.
             * @example nif
             */
            document_type: ("nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered" | (string & {})) | null;
            /** @description Number of the document. */
            document_number: string | null;
            /** @description Country: ISO 3166-1 alpha-2. */
            country_code: string | null;
        };
        LookedUpInvoices: {
            /** @description The id that you sent. */
            external_invoice_id: string;
            /** @description The invoices with this id, newest first; empty if there is none. There are several if you sent the id several times, for example after an invoice had failed. At most 10 are listed. */
            invoices: components["schemas"]["FoundInvoice"][];
            /** @description Whether there are more invoices with this id. */
            has_more: boolean;
        };
        LookupAnswer: {
            /** @description One item for each id, in the order of the request. */
            data: components["schemas"]["LookedUpInvoices"][];
        };
        LookupBody: {
            /** @description Your own ids of the invoices. */
            external_invoice_ids: string[];
        };
        /** @description Replaces the secret; the answer contains the new one. */
        NewWebhookSecret: {
            /**
             * @description Hours for which the previous secret also signs; 0: not at all.
             * @default 24
             */
            previous_valid_hours: number;
        };
        Organization: {
            /** @description Id of the organization at this engine. */
            id: number;
            /** @description Name of the organization. */
            name: string;
            /** @description Whether its invoices are registered with VeriFactu. */
            verifactu: boolean;
            /**
             * @description Why its invoices are not registered with VeriFactu; null if they are.
             * @example sii
             */
            outside_reason: ("sii" | "foral" | "exempt" | (string & {})) | null;
            /** @description Whether it migrates from another system: then issue dates more than 30 days back are accepted. */
            migrating: boolean;
            /** @description Whether each `external_invoice_id` is used once: an invoice with one that another invoice has, which did not fail, is refused. */
            unique_external_ids: boolean;
            /**
             * @description What it does with what AEAT's census says of the issuers and Spanish recipients of its invoices before they are issued: `off` does not ask, `warn` adds warnings, `refuse` fails an invoice whose parties AEAT does not identify.
             * @example off
             * @enum {string}
             */
            census: "off" | "warn" | "refuse" | (string & {});
            /**
             * @description With `refuse`: whether batches are issued with a warning while the census does not answer (`proceed`), or wait for it for up to 24 hours (`hold`).
             * @example proceed
             * @enum {string}
             */
            census_when_unavailable: "proceed" | "hold" | (string & {});
            /**
             * Format: date-time
             * @description Since when the operator has paused the organization: its invoices are accepted and wait to be issued. Null if it is not paused.
             * @example 2026-11-20T09:30:00Z
             */
            paused_at: string | null;
        };
        /** @description The invoice and when AEAT should have had it. */
        OverdueDelivery: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * Format: date-time
             * @description When AEAT should have had it: UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            due_by: string;
        };
        /** @description The invoice and the payment that its recipient reported. */
        PaidByRecipient: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * Format: date
             * @description Day of the full payment, as the recipient states it.
             * @example 2027-11-25
             */
            paid_on: string;
            /**
             * Format: date
             * @description Due date, as the recipient states it.
             * @example 2027-11-25
             */
            due_on: string | null;
        };
        /** @description The invoice that the payment is for. */
        PaidInvoice: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
        };
        PartialAnnulment: {
            /**
             * Format: date-time
             * @description When the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at?: string;
            /** @description Why it was annulled. */
            reason?: string;
        };
        PartialConnectedInvoice: {
            /** @description Id of the invoice. */
            issued_invoice_id?: number;
            /** @description Number of the invoice. */
            invoice_number?: string;
            /**
             * Format: date
             * @description Its issue date.
             * @example 2026-11-20
             */
            issue_date?: string;
            /**
             * @description Its type.
             * @example F1
             * @enum {string}
             */
            invoice_type?: "F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {});
            /** @description Its total. */
            total_after_taxes?: string;
            /** @description Whether it is annulled. */
            annulled?: boolean;
        };
        PartialInvoice: {
            /** @description Id of the invoice, for requests of the invoice, its PDF and its registration. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id?: string | null;
            /** @description Number of the issued invoice; null until it is issued. */
            invoice_number?: string | null;
            /** @description Sum of the tax bases and the taxes, in euros; null until the invoice is issued. */
            total_after_taxes?: string | null;
            /**
             * @description pending → processing → processed, or failed. An invoice that fails validation is failed from its creation.
             * @example pending
             * @enum {string}
             */
            processing_status?: "pending" | "processing" | "processed" | "failed" | (string & {});
            /** @description Why the invoice failed: messages joined by `; `. */
            processing_error?: string | null;
            /** @description Id of the issued invoice; null until it is issued. */
            issued_invoice_id?: number | null;
            /**
             * @description null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected.
             * @example remission
             */
            verifactu_state?: ("remission" | "accepted" | "accepted_with_errors" | "rejected" | (string & {})) | null;
            /** @description Id of the batch that contains the invoice. */
            invoice_batch_id?: number;
            /** @description NIF of the issuer; null until the invoice is issued. */
            issuer_nif?: string | null;
            /**
             * Format: date
             * @description Issue date; null until the invoice is issued.
             * @example 2026-11-20
             */
            issue_date?: string | null;
            /**
             * Format: date
             * @description Date of the operation (FechaOperacion) if it is not the issue date; null if it is, or until the invoice is issued.
             * @example 2026-11-20
             */
            operation_date?: string | null;
            /**
             * @description Type of the invoice; null until it is issued.
             * @example F1
             */
            invoice_type?: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {})) | null;
            /** @description The metadata as you sent them; empty if you sent none. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the invoice was annulled; null if it is not annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at?: string | null;
            /** @description The issued invoices that rectify or replace the invoice, without annulled ones; at most 10. The whole invoice lists all of them. */
            rectified_by?: components["schemas"]["PartialConnectedInvoice"][];
            /**
             * Format: date-time
             * @description When the invoice last changed: it was accepted, it was issued or failed, AEAT answered its registration or its entry in SII, a correction of that entry was ordered, or the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            updated_at?: string;
            /**
             * @description The register at AEAT that the invoice is in; null until it is issued, and for an invoice in no register.
             * @example verifactu
             */
            register?: ("verifactu" | "sii" | (string & {})) | null;
            /** @description The entry of the invoice in SII; null unless `register` is `sii`. */
            sii?: components["schemas"]["PartialSiiEntry"] | null;
            /** @description The first recipient, as in `document`; null if there is none, until the invoice is issued, and while its month is archived. */
            recipient?: components["schemas"]["PartialListedRecipient"] | null;
            /** @description Number of recipients; null until the invoice is issued, and while its month is archived. */
            recipients_count?: number | null;
            /** @description The totals, with the sums of bases, taxes and surcharges; null until the invoice is issued, and while its month is archived. */
            totals?: components["schemas"]["PartialInvoiceTotals"] | null;
            /**
             * @description The state of its delivery to the public solution of electronic invoices, which `spfe` of the whole invoice describes; null if it has none.
             * @example not_concerned
             */
            spfe_state?: ("not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {})) | null;
        };
        PartialInvoiceList: {
            /** @description The items of the page. */
            data: components["schemas"]["PartialInvoice"][];
            meta: components["schemas"]["CursorMeta"];
        };
        PartialInvoiceRegistration: {
            /** @description URL in the QR code of the PDF; null unless `register` is `verifactu`. */
            qr_url?: string | null;
            /** @description Registration records with AEAT's answers, oldest first; empty unless `register` is `verifactu`. */
            records?: components["schemas"]["RegistrationRecord"][];
        };
        PartialInvoiceTotals: {
            /**
             * @description Currency of the amounts: ISO 4217.
             * @example EUR
             */
            currency?: string;
            /**
             * @description Sum of the tax bases.
             * @example 121.00
             */
            base?: string;
            /**
             * @description Sum of the taxes.
             * @example 121.00
             */
            tax?: string;
            /** @description Sum of the recargos de equivalencia; null if none is charged. */
            surcharge?: string | null;
            /** @description Sum of the VAT of other member states; null if none is charged. */
            foreign_tax?: string | null;
            /**
             * @description AEAT's ImporteTotal: bases, taxes and surcharges. It is the `total_after_taxes` of version 1.
             * @example 121.00
             */
            total?: string;
            /** @description Retenciones of IRPF, one per rate. */
            withholdings?: components["schemas"]["Withholding"][];
            /** @description Suplidos; null if there are none. */
            reimbursable_expenses?: string | null;
            /** @description Amounts that were invoiced or paid before; null if there are none. */
            prepaid?: string | null;
            /**
             * @description Amount to pay: the total and the VAT of other member states, less withholdings and prepaid amounts, plus reimbursable expenses.
             * @example 121.00
             */
            payable?: string;
            /** @description The registered amounts in euros; null if the invoice is in euros. */
            euro?: components["schemas"]["TotalsInEuros"] | null;
        };
        PartialIssuedDocument: {
            /** @description NIF of the issuer. */
            issuer_nif?: string;
            /** @description Name of the issuer. */
            issuer_name?: string;
            /** @description Given name and surnames of a natural person; null if they were not given. */
            issuer_person_name?: components["schemas"]["IssuedPersonName"] | null;
            /** @description Number of the invoice. */
            number_serie?: string;
            /**
             * @description Type of the invoice.
             * @example F1
             * @enum {string}
             */
            invoice_type?: "F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {});
            /**
             * Format: date
             * @description AEAT's FechaExpedicionFactura.
             */
            issue_date?: string;
            /**
             * Format: date
             * @description AEAT's FechaOperacion; null if it is the issue date.
             */
            operation_date?: string | null;
            /**
             * Format: date
             * @description Due date; null if none was given.
             */
            due_date?: string | null;
            /** @description Description of the operation. */
            operation_description?: string;
            /** @description The recipients; empty if there is none. */
            recipients?: components["schemas"]["IssuedRecipient"][];
            /** @description Whether the issuer declares that the recipient is not identified (art. 6.1.d RD 1619/2012). */
            has_unidentified_recipient?: boolean;
            /** @description AEAT's FacturaSimplificadaArt7273. */
            simplified_qualified?: boolean;
            /** @description AEAT's Cupon. */
            coupon?: boolean;
            /** @description Who issued the invoice in the name of its issuer; null if the issuer did. */
            issued_by?: components["schemas"]["IssuedByParty"] | null;
            /** @description What the invoice rectifies; null if it rectifies nothing. */
            rectification?: components["schemas"]["IssuedRectification"] | null;
            /** @description The simplified invoices that the invoice replaces. */
            replaces?: components["schemas"]["IssuedIdentification"][];
            /**
             * @description Currency of the amounts: ISO 4217.
             * @example EUR
             */
            currency?: string;
            /** @description Euros per unit of the currency; null if the invoice is in euros. */
            exchange_rate?: string | null;
            /** @description Whether the prices include tax. */
            prices_include_tax?: boolean;
            /** @description Buyer's reference. */
            buyer_reference?: string | null;
            /** @description Buyer's order. */
            order_reference?: string | null;
            /** @description Contract. */
            contract_reference?: string | null;
            /** @description Delivery notes. */
            delivery_note_references?: string[];
            /** @description Project. */
            project_reference?: string | null;
            /** @description Account in the books of the buyer. */
            accounting_reference?: string | null;
            /** @description Where goods are delivered; null if none was given. */
            delivery?: components["schemas"]["IssuedDelivery"] | null;
            /** @description Period of the invoice or line; null if none was given. */
            period?: components["schemas"]["IssuedPeriod"] | null;
            payment?: components["schemas"]["IssuedPayment"];
            /** @description Authorisations of AEAT that the invoice states; if it states none, those of the issuer’s profile of the time of issue apply. */
            billing_authorisations?: components["schemas"]["IssuedBillingAuthorisation"][];
            /**
             * @description How a recipient whom the duty of electronic invoices concerns receives the invoice; null if neither the invoice nor the profile of its first recipient stated it.
             * @example interconnect
             */
            spfe_channel?: ("interconnect" | "copy" | "elsewhere" | (string & {})) | null;
            /** @description The suplidos one by one; empty if only their sum was given. */
            reimbursable_expenses?: components["schemas"]["IssuedReimbursableExpense"][];
            /** @description Who receives the payment instead of the issuer; null if the issuer does. */
            payee?: components["schemas"]["IssuedPayee"] | null;
            /** @description Note at the foot of the page. */
            footer_note?: string | null;
            /** @description The lines in the order of the page. */
            lines?: components["schemas"]["IssuedLine"][];
            /** @description Allowances of the whole invoice. */
            allowances?: components["schemas"]["IssuedAllowance"][];
            /** @description Charges of the whole invoice. */
            charges?: components["schemas"]["IssuedAllowance"][];
        };
        PartialListedRecipient: {
            /** @description Name. */
            name?: string | null;
            /**
             * @description Type of the document; null without a document.
             * @example nif
             */
            document_type?: ("nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered" | (string & {})) | null;
            /** @description Number of the document. */
            document_number?: string | null;
            /** @description Country: ISO 3166-1 alpha-2. */
            country_code?: string | null;
        };
        PartialPdfState: {
            /**
             * @description `not_issued`: there will be a PDF once the invoice is issued. `pending`: it is being rendered. `on_demand`: it is rendered when it is downloaded. `ready`: it can be downloaded. `archived`: its month is archived.
             * @example not_issued
             * @enum {string}
             */
            state?: "not_issued" | "pending" | "on_demand" | "ready" | "archived" | (string & {});
        };
        PartialSiiEntry: {
            /**
             * @description `pending`: it waits to be sent. `sent`: it is in a message that AEAT has not answered yet. `accepted`: AEAT has it. `accepted_with_errors`: AEAT has it, and `error` must be corrected. `rejected`: AEAT does not have it because of `error`. `withdrawn`: it was withdrawn from SII.
             * @example pending
             * @enum {string}
             */
            state?: "pending" | "sent" | "accepted" | "accepted_with_errors" | "rejected" | "withdrawn" | (string & {});
            /**
             * @description What the last version of the entry does (TipoComunicacion): `A0` adds it, `A1` replaces it, and `baja` withdraws it.
             * @example A0
             * @enum {string}
             */
            kind?: "A0" | "A1" | "baja" | (string & {});
            /**
             * @description Year and settlement period of the entry (Ejercicio and Periodo): `2026-11` is November, `2026-4T` the fourth quarter.
             * @example 2026-11
             * @example 2026-4T
             */
            period?: string;
            /** @description CSV of the message with which AEAT last registered it; null until then. */
            csv?: string | null;
            /**
             * Format: date
             * @description Last day on which the entry may be sent (RIVA, art. 69 bis), in Madrid; null if the engine knows no calendar of that year.
             * @example 2026-11-26
             */
            due_by?: string | null;
            /** @description The error that AEAT last answered; null if it answered none. */
            error?: components["schemas"]["SiiError"] | null;
            /** @description What AEAT found when it last compared the entry with the recipient's book of received invoices (contraste); null until the engine has read it. It informs, changes over weeks, and rejects nothing. */
            matching?: components["schemas"]["SiiMatching"] | null;
        };
        PartialSpfeDelivery: {
            /**
             * @description `not_concerned`: the duty does not concern the invoice, see `reason`. `unknown`: nobody can tell, because the facts in `missing` are missing. `elsewhere`: another program delivers it. `blocked`: it cannot be expressed, see `rule`. `prepared`: its file is prepared and kept. `waiting_transport`: AEAT has not published the service, so the file is prepared and kept, and nothing leaves the engine. `held`: its invoice was annulled while it waited; resend it or leave it. `pending`: it waits for its turn. `sending`: it is in a request without an answer. `uncertain`: the answer was lost, so AEAT is asked before anything else happens. `admitted`: AEAT has it, see `csv`. `rejected`: AEAT does not have it because of `error`. `withdrawing`: AEAT has it, and its withdrawal was ordered. `withdrawn`: AEAT has withdrawn it. `conflict`: AEAT has other contents under the same unique code.
             * @example not_concerned
             * @enum {string}
             */
            state?: "not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {});
            /**
             * @description Why the duty does not concern the invoice; otherwise null.
             * @example simplified
             */
            reason?: ("simplified" | "no_recipient" | "foreign_recipient" | "public_body" | "consumer" | "before_duty" | (string & {})) | null;
            /** @description The facts that are missing: state them with `POST /invoices/{id}/spfe/facts`. Empty unless `state` is `unknown`. */
            missing?: ("issuer_setting" | "establishment_in_spain" | "is_business" | (string & {}))[];
            /** @description The rule because of which it is `blocked`; otherwise null. */
            rule?: string | null;
            /** @description What the rule says of this invoice, in the language of the answer; otherwise null. */
            rule_message?: string | null;
            /**
             * @description Who delivers: the engine sends the original (`interconnect`), it sends a copy of what a private platform delivers (`copy`), or another program does both (`elsewhere`).
             * @example interconnect
             * @enum {string}
             */
            channel?: "interconnect" | "copy" | "elsewhere" | (string & {});
            /** @description Whether the file says that it is a copy (BT-ES-1). */
            is_copy?: boolean;
            unique_code?: components["schemas"]["SpfeUniqueCode"];
            /**
             * Format: date-time
             * @description When AEAT must have it: when the invoice is issued, or later after a long downtime of the service (Orden, art. 5.7). Null if nothing is due.
             * @example 2026-11-20T09:30:00Z
             */
            due_by?: string | null;
            /** @description CSV of the acknowledgement with which AEAT admitted it; null until then. */
            csv?: string | null;
            /** @description Address of the document at AEAT (localizador); null until then. */
            localizador?: string | null;
            /** @description Why AEAT rejected the document; otherwise null. */
            error?: components["schemas"]["SpfeError"] | null;
            /** @description Whether the invoice is annulled in its register and AEAT still has the document. Withdraw it if the operation never existed; otherwise issue a rectifying invoice. It never happens by itself. */
            remains_after_annulment?: boolean;
            /** @description The message that the invoice was collected, which follows from its payments; null if none is to be told. */
            settlement?: components["schemas"]["SpfeSettlement"] | null;
            /** @description The message that the invoice was not paid when it was due; null if none is to be told. */
            default?: components["schemas"]["SpfeDefault"] | null;
            recipient?: components["schemas"]["SpfeRecipient"];
            /** @description The facts that were stated after the invoice was issued, oldest first. */
            facts?: components["schemas"]["SpfeFact"][];
            /** @description The versions of the file, oldest first. */
            versions?: components["schemas"]["SpfeVersion"][];
            /** @description All messages about the invoice, oldest first. */
            messages?: components["schemas"]["SpfeMessage"][];
            /** @description Whether you must give the recipient a PDF beside the electronic invoice (RD 238/2026, DT 2): until 2028-10-05 if the duty of the issuer follows from its turnover, unless the profile of the recipient has `accepts_without_pdf_since`. */
            pdf_companion_required?: boolean;
        };
        PartialTaxGroup: {
            /**
             * @description The tax.
             * @example iva
             * @enum {string}
             */
            tax_type?: "iva" | "psi" | "igic" | "others" | "oss" | (string & {});
            /**
             * @description AEAT's ClaveRegimen.
             * @example 01
             */
            tax_regime?: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21" | (string & {})) | null;
            /**
             * @description AEAT's CalificacionOperacion; null if the operation is exempt.
             * @example S1
             */
            tax_operation_key?: ("S1" | "S2" | "N1" | "N2" | (string & {})) | null;
            /**
             * @description AEAT's OperacionExenta; null if the operation is not exempt.
             * @example E1
             */
            tax_exemption_code?: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8" | (string & {})) | null;
            /**
             * @description Registered rate in per cent; null if no rate is registered.
             * @example 21
             */
            tax_rate?: string | null;
            /**
             * @description Rate of the recargo de equivalencia in per cent; null if none is charged.
             * @example 21
             */
            equivalence_surcharge_rate?: string | null;
            /** @description With `oss`, the member state whose VAT is charged; otherwise null. */
            tax_country?: string | null;
            /**
             * @description With `oss`, the rate of that VAT in per cent; otherwise null.
             * @example 21
             */
            foreign_tax_rate?: string | null;
            /**
             * @description Tax base. With a margin it is the margin without its tax.
             * @example 121.00
             */
            base?: string;
            /**
             * @description Tax; `0.00` if none is charged.
             * @example 121.00
             */
            tax?: string;
            /** @description Recargo de equivalencia; null if none is charged. */
            surcharge?: string | null;
            /** @description With regime `06`, the base at cost; otherwise null. */
            cost_base?: string | null;
            /** @description With a margin, the full price with tax; otherwise null. */
            price?: string | null;
            /** @description With `oss`, the VAT of the other member state; otherwise null. */
            foreign_tax?: string | null;
            /** @description The same amounts in euros, as they are registered; null if the invoice is in euros. */
            euro?: components["schemas"]["TaxGroupInEuros"] | null;
        };
        PartialWarning: {
            /**
             * @description JSON pointer (RFC 6901) to the member of the invoice.
             * @example /lines/1/tax_rate
             * @example /issuer_nif
             */
            path?: string;
            /**
             * @description Kind of the warning; the codes never change.
             * @example old_issue_date
             * @enum {string}
             */
            code?: "old_issue_date" | "operation_date_past" | "units_zero" | "margin_not_stated" | "foreign_vat_not_stated" | "one_stop_shop_to_business" | "reverse_charge_abroad" | "travel_agency_rate" | "rate_not_charged" | "zero_rate_charged" | "unusual_rate" | "withholding_below_one_percent" | "withholding_on_simplified" | "negative_total" | "simplified_limit_exceeded" | "cash_limit_exceeded" | "nothing_charged" | "issuer_address_missing" | "issuer_shared" | "recipient_address_missing" | "description_missing" | "corrections_exceed_original" | "replacement_differs" | "number_differs_in_case" | "characters_not_printable" | "supply_assumed" | "more_left_out" | "issued_late" | "surcharge_not_due" | "recipient_repeated" | "substituted_again" | "reference_date_differs" | "recipient_not_in_census" | "unusual_exchange_rate" | "not_expressible" | "not_signable" | "name_split_guessed" | "centres_missing" | "spfe_not_concerned" | "spfe_concern_unknown" | "spfe_payment_day_missing" | "spfe_property_missing" | "spfe_regime_assumed" | "spfe_other_withholding" | "spfe_exchange_rate_decimals" | "spfe_prepaid_amount" | "spfe_size_near_limit" | "register_total_differs" | "census_not_identified" | "census_name_differs" | "census_deregistered" | "census_revoked" | "census_unknown" | "census_unavailable" | "census_spelling" | (string & {});
            /** @description Description of the warning for people. */
            message?: string;
            /** @description Error code with which AEAT would accept the record with errors. */
            aeat_code?: number | null;
            /**
             * @description Path of the entry of the code in the reference, with its meaning, article and remedy.
             * @example /api/v2/codes#out_of_range
             */
            help?: string;
            /**
             * @description The rule: an article, `AEAT` with the code of its validation, a rule or a term of EN 16931, Peppol or FACe, or a setting of the organization. It does not depend on the language. Absent if the rule is one of this API alone.
             * @example AEAT 1189
             * @example RD 1619/2012, art. 6.1.a
             * @example PEPPOL-EN16931-R003
             */
            rule?: string;
        };
        PartialWholeInvoice: {
            /** @description Id of the invoice, for requests of the invoice, its PDF and its registration. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id?: string | null;
            /** @description Number of the issued invoice; null until it is issued. */
            invoice_number?: string | null;
            /** @description Sum of the tax bases and the taxes, in euros; null until the invoice is issued. */
            total_after_taxes?: string | null;
            /**
             * @description pending → processing → processed, or failed. An invoice that fails validation is failed from its creation.
             * @example pending
             * @enum {string}
             */
            processing_status?: "pending" | "processing" | "processed" | "failed" | (string & {});
            /** @description Why the invoice failed: messages joined by `; `. */
            processing_error?: string | null;
            /** @description Id of the issued invoice; null until it is issued. */
            issued_invoice_id?: number | null;
            /**
             * @description null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected.
             * @example remission
             */
            verifactu_state?: ("remission" | "accepted" | "accepted_with_errors" | "rejected" | (string & {})) | null;
            /** @description Id of the batch that contains the invoice. */
            invoice_batch_id?: number;
            /** @description NIF of the issuer; null until the invoice is issued. */
            issuer_nif?: string | null;
            /**
             * Format: date
             * @description Issue date; null until the invoice is issued.
             * @example 2026-11-20
             */
            issue_date?: string | null;
            /**
             * Format: date
             * @description Date of the operation (FechaOperacion) if it is not the issue date; null if it is, or until the invoice is issued.
             * @example 2026-11-20
             */
            operation_date?: string | null;
            /**
             * @description Type of the invoice; null until it is issued.
             * @example F1
             */
            invoice_type?: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {})) | null;
            /** @description The metadata as you sent them; empty if you sent none. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the invoice was annulled; null if it is not annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at?: string | null;
            /** @description The invoices that rectify or replace this one, oldest first, with annulled ones; at most 1000. */
            rectified_by?: components["schemas"]["PartialConnectedInvoice"][];
            /**
             * Format: date-time
             * @description When the invoice last changed: it was accepted, it was issued or failed, AEAT answered its registration or its entry in SII, a correction of that entry was ordered, or the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            updated_at?: string;
            /**
             * @description The register at AEAT that the invoice is in; null until it is issued, and for an invoice in no register.
             * @example verifactu
             */
            register?: ("verifactu" | "sii" | (string & {})) | null;
            /** @description The entry of the invoice in SII; null unless `register` is `sii`. */
            sii?: components["schemas"]["PartialSiiEntry"] | null;
            /** @description The first recipient, as in `document`; null if there is none, until the invoice is issued, and while its month is archived. */
            recipient?: components["schemas"]["PartialListedRecipient"] | null;
            /** @description Number of recipients; null until the invoice is issued, and while its month is archived. */
            recipients_count?: number | null;
            /** @description The totals, with the sums of bases, taxes and surcharges; null until the invoice is issued, and while its month is archived. */
            totals?: components["schemas"]["PartialInvoiceTotals"] | null;
            /**
             * @description The state of its delivery to the public solution of electronic invoices, which `spfe` of the whole invoice describes; null if it has none.
             * @example not_concerned
             */
            spfe_state?: ("not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {})) | null;
            /**
             * Format: date-time
             * @description When the batch was accepted.
             * @example 2026-11-20T09:30:00Z
             */
            received_at?: string;
            /**
             * Format: date-time
             * @description When the invoice was issued; null until then.
             * @example 2026-11-20T09:30:00Z
             */
            issued_at?: string | null;
            /**
             * @description The version of the API through which the invoice was created.
             * @example 1
             */
            api_version?: number;
            /** @description The invoice as you sent it, with the members of the version `api_version` and the digits of its numbers, also if it failed. Null if the engine erased the body of the batch after the retention period that its operator has set. */
            sent?: {
                [key: string]: unknown;
            } | null;
            /** @description The invoice as it was issued: what you sent, with the defaults and the computed amounts. It never changes. Null until the invoice is issued, and while its month is archived. */
            document?: components["schemas"]["PartialIssuedDocument"] | null;
            /** @description The amounts per tax, regime, key and rate; null if `document` is null. */
            tax_groups?: components["schemas"]["PartialTaxGroup"][] | null;
            /** @description The registration with VeriFactu; null until the invoice is issued. It is empty for an invoice in SII: see `sii`. */
            registration?: components["schemas"]["PartialInvoiceRegistration"] | null;
            /** @description The delivery of the invoice to AEAT's public solution of electronic invoices (RD 238/2026); null until the invoice is issued, and if nobody decided that the invoices of its issuer are delivered. */
            spfe?: components["schemas"]["PartialSpfeDelivery"] | null;
            pdf?: components["schemas"]["PartialPdfState"];
            /** @description The warnings of the answer to the creation; empty for an invoice that was created through version 1. */
            warnings?: components["schemas"]["PartialWarning"][];
            /** @description The stored invoices that this invoice rectifies or replaces. */
            rectifies?: components["schemas"]["PartialConnectedInvoice"][];
            /** @description The annulment; null if the invoice is not annulled. */
            annulment?: components["schemas"]["PartialAnnulment"] | null;
        };
        PartialWholeInvoiceAnswer: {
            data: components["schemas"]["PartialWholeInvoice"];
        };
        /** @description Who receives the payment. */
        PayeeInput: {
            /**
             * @description Name, for example of the factor to which the claim is assigned (EN 16931 BT-59).
             * @example Factoring Ejemplo SA
             */
            name: string;
            /**
             * @description Its tax or registration number (EN 16931 BT-61).
             * @example A12345674
             */
            document_number?: string | null;
        };
        /** @description How and when an invoice is paid. */
        PaymentInput: {
            /**
             * @description Means of payment.
             * @example direct_debit
             */
            means?: ("cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others" | "direct_debit") | null;
            /**
             * @description IBAN of the account: that of the issuer for a transfer, that of the payer for a direct debit. Blanks are removed.
             * @example ES9121000418450200051332
             */
            iban?: string | null;
            /**
             * @description BIC of the bank: 8 or 11 letters and digits.
             * @example CAIXESBBXXX
             */
            bic?: string | null;
            /**
             * @description Reference of the SEPA mandate of a direct debit.
             * @example MANDATE-2026-17
             */
            mandate_reference?: string | null;
            /**
             * @description SEPA creditor identifier of the issuer.
             * @example ES11000B12345674
             */
            creditor_id?: string | null;
            /** @description Terms of payment. They can contain line breaks. */
            terms?: string | null;
            /**
             * @description Text that the payment shall carry, by which the issuer recognises it (EN 16931 BT-83).
             * @example F2026-0001
             */
            reference?: string | null;
            /**
             * Format: date
             * @description Day on which the invoice was paid, with `paid`: not after the issue date, and not before the date of the operation. AEAT's public solution of electronic invoices states it (BT-ES-2), so that the recipient need not report the payment. Printed on the PDF.
             * @example 2026-11-20
             */
            paid_on?: string | null;
            /** @description Due dates with their amounts, which must add up to the amount to pay. */
            due?: components["schemas"]["DueDate"][] | null;
        };
        /** @description A payment of one of several issued invoices. */
        PaymentOfInvoiceInput: {
            /**
             * @description The `id` of the batch invoice.
             * @example 3000
             */
            invoice_id: number;
            /**
             * Format: date
             * @description Day of the payment: not after today in Madrid, and at most a year before the issue date of the invoice.
             * @example 2026-11-25
             */
            date: string;
            /**
             * @description Amount in the currency of the invoice: positive, or negative for what is paid back of an invoice with a negative amount to pay. It cannot exceed what is outstanding.
             * @example 121.00
             */
            amount: number | string;
            /**
             * @description Means of payment. `not_collected` is for the cash accounting scheme (regime `07`) alone: the amount was not collected until 31 December of the year after the operation, when its tax falls due (LIVA, art. 163 terdecies). It leaves the amount outstanding.
             * @example bank_transfer
             * @enum {string}
             */
            means: "cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others" | "direct_debit" | "cheque" | "not_collected";
            /**
             * @description Account or other place where the payment arrived. A text that begins like an IBAN must be one; its blanks are removed.
             * @example ES9121000418450200051332
             */
            account?: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the goods or services: not after `date`. AEAT’s public solution is told the last one stated with a payment of the invoice, once nothing is left to pay.
             * @example 2026-11-20
             */
            goods_received_on?: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the invoice: as `goods_received_on`.
             * @example 2026-11-21
             */
            invoice_received_on?: string | null;
            /**
             * @description Whether the payment was collected through a financing arrangement, such as factoring or confirming: told as `goods_received_on`.
             * @example false
             */
            financed?: boolean | null;
        };
        PaymentResult: {
            /** @description Index of the payment in the request, from 0. */
            index: number;
            /** @description The recorded payment; null if it was refused. */
            payment: components["schemas"]["RecordedPayment"] | null;
            /** @description Why it was refused, with pointers that begin at the payment; empty if it was recorded. */
            details: components["schemas"]["ErrorDetail"][];
        };
        PaymentsAnswer: {
            /** @description One answer for each payment, in the order of the request. */
            data: components["schemas"]["PaymentResult"][];
        };
        PdfState: {
            /**
             * @description `not_issued`: there will be a PDF once the invoice is issued. `pending`: it is being rendered. `on_demand`: it is rendered when it is downloaded. `ready`: it can be downloaded. `archived`: its month is archived.
             * @example not_issued
             * @enum {string}
             */
            state: "not_issued" | "pending" | "on_demand" | "ready" | "archived" | (string & {});
        };
        PendingInvoice: {
            /** @description Id of the invoice. */
            id: number;
            /** @description Id of the batch that consists of the invoice. */
            invoice_batch_id: number;
            /**
             * @description The invoice is stored and waits to be issued.
             * @enum {string}
             */
            processing_status: "pending";
            /**
             * @description Path under which the invoice can be read, as in `Location`.
             * @example /api/v2/invoices/1042000
             */
            url: string;
        };
        PendingInvoiceAnswer: {
            data: components["schemas"]["PendingInvoice"];
        };
        /** @description A period. At least one of the two days is required. */
        Period: {
            /**
             * Format: date
             * @description First day. At least one of the two days is required.
             * @example 2026-11-01
             */
            start?: string | null;
            /**
             * Format: date
             * @description Last day; not before the first.
             * @example 2026-11-30
             */
            end?: string | null;
        };
        /** @description The name of a natural person in its parts. */
        PersonNameInput: {
            /**
             * @description Given name (Facturae Name).
             * @example María del Carmen
             */
            given_name: string;
            /**
             * @description First surname, with its particles (Facturae FirstSurname).
             * @example de la Fuente
             */
            first_surname: string;
            /**
             * @description Second surname, if there is one (Facturae SecondSurname).
             * @example Ejemplo
             */
            second_surname?: string | null;
        };
        Problem: {
            /**
             * @description Address of the entry of the code in the reference of this engine.
             * @example /api/v2/codes#error-validation_failed
             */
            type: string;
            /** @description Meaning of the code; it is the same in every problem of this type. */
            title: string;
            /**
             * @description Status of the answer.
             * @example 422
             */
            status: number;
            /** @description Description of this error for people. */
            detail: string;
            /**
             * @description Path of the request.
             * @example /api/v2/invoice_batches
             */
            instance: string;
            /** @description Error code for programs; it never changes. */
            code: string;
            /**
             * @description The `X-Request-Id` of the answer, by which the operator finds the request in the logs.
             * @example 6f1c2a52-6f0e-4d6a-9d0b-0d6c1b8f7a11
             */
            request_id: string;
            /** @description What is wrong with which members of the body; empty if the error does not concern members. At most 20 members are listed. */
            details: components["schemas"]["ErrorDetail"][];
            /** @description Id of the invoice that was stored and could not be issued, under which it can be read. Only in the answer to the creation of one invoice. */
            invoice_id?: number;
        };
        /** @description A recipient of the invoice. */
        RecipientInput: {
            /**
             * @description Name of the recipient.
             * @example Cliente Ejemplo SA
             */
            name?: string | null;
            /** @description The given name and the surnames of a natural person, which Facturae states; without them they are taken from `name`, with a warning of the dry run. They have the words of `name`. Not printed. */
            person_name?: components["schemas"]["PersonNameInput"] | null;
            /** @description Whether the recipient has no document (art. 6.1.d RD 1619/2012), as a consumer may. Such a recipient is printed but not registered; only with `F2` or `R5`. */
            not_identified?: boolean | null;
            /**
             * @description Type of the document (AEAT's IDType). `nif` and `nie`: a Spanish number without the prefix `ES`. `eu_vat`: a VAT number of another member state with its prefix (02). `international_vat_number`: as in version 1, a VAT number of another member state or the tax number of a company outside the European Union. `passport` (03). `official_id`: identity document of the country of residence (04). `residence_certificate` (05). `other_document` (06). `not_registered`: a Spanish number that is not in AEAT's census (07).
             * @example nif
             */
            document_type?: ("nif" | "nie" | "passport" | "international_vat_number" | "eu_vat" | "official_id" | "residence_certificate" | "other_document" | "not_registered") | null;
            /**
             * @description Number of the document.
             * @example A12345674
             */
            document_number?: string | null;
            /**
             * @description Country of the recipient: ISO 3166-1 alpha-2, in capitals.
             * @example ES
             */
            country_code?: string | null;
            /**
             * @description Street and number. Printed on the PDF.
             * @example Calle Mayor 1
             */
            address?: string | null;
            /**
             * @description Postal code. Printed on the PDF.
             * @example 28013
             */
            postal_code?: string | null;
            /**
             * @description City. Printed on the PDF.
             * @example Madrid
             */
            city?: string | null;
            /** @description Address for electronic invoices (EN 16931 BT-49). */
            electronic_address?: components["schemas"]["ElectronicAddress"] | null;
            /** @description Codes of a public body in the directory DIR3, for electronic invoices through FACe. */
            dir3?: components["schemas"]["Dir3"] | null;
            /** @description Whom to ask about the invoice (EN 16931 BG-9). Printed on the PDF. */
            contact?: components["schemas"]["Contact"] | null;
            /** @description Whether the recipient acts as a business or professional, on which the duty of electronic invoices depends (RD 238/2026 art. 3). It is needed of natural persons and of entities that are often none, such as communities and associations. Not printed. */
            is_business?: boolean | null;
        };
        RecipientProfile: {
            /**
             * @description NIF or tax number of the recipient, as invoices contain it.
             * @example A12345674
             */
            document_number: string;
            /** @description Given name and surnames of a natural person; null if they were not given. */
            person_name: components["schemas"]["IssuedPersonName"] | null;
            /** @description Electronic address; null if none was given. */
            electronic_address: components["schemas"]["IssuedElectronicAddress"] | null;
            /** @description DIR3 codes of a public body; null if none were given. */
            dir3: components["schemas"]["IssuedDir3"] | null;
            /** @description Whom to ask about the invoice; null if none was given. */
            contact: components["schemas"]["IssuedContact"] | null;
            /** @description Whether the recipient acts as a business or professional; null if it is not stated. */
            is_business: boolean | null;
            /**
             * @description How the recipient receives invoices that the duty of electronic invoices concerns.
             * @example interconnect
             */
            spfe_channel: ("interconnect" | "copy" | "elsewhere" | (string & {})) | null;
            /**
             * Format: date
             * @description Day from which on the recipient accepts electronic invoices without a PDF.
             */
            accepts_without_pdf_since: string | null;
            /** @description Reference of the buyer. */
            buyer_reference: string | null;
            /** @description Account in the books of the buyer. */
            accounting_reference: string | null;
            /** @description Unit of lines without one. */
            default_unit_code: string | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-11-20T09:30:00Z
             */
            changed_at: string;
        };
        RecipientProfileAnswer: {
            data: components["schemas"]["RecipientProfile"];
        };
        /** @description The profile of a recipient. A member that is null or absent has no value. */
        RecipientProfileInput: {
            /** @description Address for electronic invoices (EN 16931 BT-49). For invoices that state none for this recipient. */
            electronic_address?: components["schemas"]["ElectronicAddress"] | null;
            /** @description Codes of a public body in the directory DIR3, for electronic invoices through FACe. For invoices that state none for this recipient. */
            dir3?: components["schemas"]["Dir3"] | null;
            /** @description Whom to ask about the invoice (EN 16931 BG-9). Printed on the PDF. For invoices that state none for this recipient. */
            contact?: components["schemas"]["Contact"] | null;
            /** @description The given name and the surnames of a natural person, which Facturae states, for invoices that state none for this recipient and whose `name` has the same words. */
            person_name?: components["schemas"]["PersonNameInput"] | null;
            /** @description Whether the recipient acts as a business or professional, on which the duty of electronic invoices depends (RD 238/2026 art. 3), for invoices that do not state it of this recipient. */
            is_business?: boolean | null;
            /**
             * @description How the recipient receives invoices that the duty of electronic invoices concerns: through AEAT's public solution (`interconnect`), through a private platform while the engine sends the copy (`copy`), or through another program (`elsewhere`), for invoices that state none and whose first recipient this is.
             * @example interconnect
             */
            spfe_channel?: ("interconnect" | "copy" | "elsewhere") | null;
            /**
             * Format: date
             * @description Day from which on the recipient accepts electronic invoices without a PDF: the proof of its consent while issuers of the first group also have to send a PDF (RD 238/2026, second transitional provision). Invoices do not state it.
             * @example 2027-10-06
             */
            accepts_without_pdf_since?: string | null;
            /** @description Reference of the buyer (EN 16931 BT-10), for invoices that state none and whose first recipient this is. Printed on the PDF. */
            buyer_reference?: string | null;
            /** @description Account in the books of the buyer (EN 16931 BT-19), for invoices that state none and whose first recipient this is. Printed on the PDF. */
            accounting_reference?: string | null;
            /**
             * @description Unit of lines without `unit_code`: a code of UN/ECE Recommendation 20 (EN 16931 BT-130), for invoices whose first recipient this is. Printed on the PDF.
             * @example HUR
             */
            default_unit_code?: string | null;
        };
        RecipientProfileList: {
            /** @description The items of the page. */
            data: components["schemas"]["RecipientProfile"][];
            meta: components["schemas"]["CursorMeta"];
        };
        RecordedPayment: {
            /** @description Id of the payment. */
            id: number;
            /** @description Id of the batch invoice. */
            invoice_id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /**
             * Format: date
             * @description Day of the payment.
             * @example 2026-11-25
             */
            date: string;
            /**
             * @description Amount, which a counter-entry has with the opposite sign.
             * @example 121.00
             */
            amount: string;
            /**
             * @description Currency of the invoice: ISO 4217.
             * @example EUR
             */
            currency: string;
            /**
             * @description Means of payment.
             * @example cash_on_delivery
             * @enum {string}
             */
            means: "cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others" | "direct_debit" | "cheque" | "not_collected" | (string & {});
            /** @description Account or other place where the payment arrived; null if none was stated. */
            account: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the goods or services; null if not stated.
             */
            goods_received_on: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the invoice; null if not stated.
             */
            invoice_received_on: string | null;
            /** @description Whether it was collected through a financing arrangement; null if not stated. */
            financed: boolean | null;
            /**
             * @description What was left to pay of the invoice after this payment.
             * @example 0.00
             */
            outstanding_amount: string;
            /** @description Id of the payment that this counter-entry cancels; otherwise null. */
            reverses: number | null;
            /** @description Id of the counter-entry that cancels this payment; null if there is none. */
            reversed_by: number | null;
            /** @description The collection (cobro) of an invoice with regime `07` in SII; null for other invoices, and for a counter-entry of which AEAT need not know. */
            sii: components["schemas"]["SiiCollection"] | null;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-11-20T09:30:00Z
             */
            recorded_at: string;
        };
        RecordedPaymentAnswer: {
            data: components["schemas"]["RecordedPayment"];
        };
        /** @description A payment of an issued invoice. */
        RecordedPaymentInput: {
            /**
             * Format: date
             * @description Day of the payment: not after today in Madrid, and at most a year before the issue date of the invoice.
             * @example 2026-11-25
             */
            date: string;
            /**
             * @description Amount in the currency of the invoice: positive, or negative for what is paid back of an invoice with a negative amount to pay. It cannot exceed what is outstanding.
             * @example 121.00
             */
            amount: number | string;
            /**
             * @description Means of payment. `not_collected` is for the cash accounting scheme (regime `07`) alone: the amount was not collected until 31 December of the year after the operation, when its tax falls due (LIVA, art. 163 terdecies). It leaves the amount outstanding.
             * @example bank_transfer
             * @enum {string}
             */
            means: "cash_on_delivery" | "cash" | "credit_card" | "bank_transfer" | "bizum" | "bank_remittance" | "others" | "direct_debit" | "cheque" | "not_collected";
            /**
             * @description Account or other place where the payment arrived. A text that begins like an IBAN must be one; its blanks are removed.
             * @example ES9121000418450200051332
             */
            account?: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the goods or services: not after `date`. AEAT’s public solution is told the last one stated with a payment of the invoice, once nothing is left to pay.
             * @example 2026-11-20
             */
            goods_received_on?: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the invoice: as `goods_received_on`.
             * @example 2026-11-21
             */
            invoice_received_on?: string | null;
            /**
             * @description Whether the payment was collected through a financing arrangement, such as factoring or confirming: told as `goods_received_on`.
             * @example false
             */
            financed?: boolean | null;
        };
        RecordedPaymentList: {
            /** @description The items of the page. */
            data: components["schemas"]["RecordedPayment"][];
            meta: components["schemas"]["CursorMeta"];
        };
        /** @description Payments of issued invoices. */
        RecordedPaymentsInput: {
            /** @description The payments, in the order in which they are recorded. */
            payments: components["schemas"]["PaymentOfInvoiceInput"][];
        };
        /** @description What an invoice rectifies, how and why. */
        RectificationInput: {
            /**
             * @description AEAT's TipoRectificativa. `differences`: the lines state only the change. `substitution`: the lines state the corrected amounts, which replace those of the rectified invoices.
             * @example differences
             * @enum {string}
             */
            method: "differences" | "substitution";
            /**
             * @description Reason for the rectification (art. 15.4 RD 1619/2012). Printed on the PDF.
             * @example Devolución de un artículo
             */
            reason: string;
            /** @description The rectified invoices. They can be absent if `period` states the period of a volume discount (art. 15 RD 1619/2012), or with a `coupon`. */
            invoices?: components["schemas"]["InvoiceReference"][] | null;
            /** @description With `substitution`: the tax base in euros that this invoice replaces (BaseRectificada). If all rectified invoices are named by `issued_invoice_id`, it can be absent: it is then the sum of what they charged. */
            rectified_base?: number | string | null;
            /** @description With `substitution`: the tax in euros that this invoice replaces (CuotaRectificada). If all rectified invoices are named by `issued_invoice_id`, it can be absent: it is then the sum of what they charged. */
            rectified_tax?: number | string | null;
            /** @description With `substitution`: the recargo de equivalencia in euros that this invoice replaces (CuotaRecargoRectificado). */
            rectified_surcharge?: number | string | null;
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
             * @example alta
             * @enum {string}
             */
            kind: "alta" | "anulacion" | (string & {});
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
             * @example remission
             * @enum {string}
             */
            state: "remission" | "accepted" | "accepted_with_errors" | "rejected" | (string & {});
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
            /** @description The entries of the issuer in SII; null if it has none. The other members are about its registration records with VeriFactu. */
            sii: components["schemas"]["SiiStatus"] | null;
        };
        RegistrationStatusAnswer: {
            /** @description One item per issuer with registration records or entries in SII, sorted by NIF. */
            data: components["schemas"]["RegistrationStatus"][];
        };
        /** @description A suplido. */
        ReimbursableExpenseInput: {
            /**
             * @description What was paid in the name of the recipient. Printed on the PDF.
             * @example Tasa registral
             */
            description: string;
            /**
             * @description Amount. A negative one gives back a suplido.
             * @example 35.50
             */
            amount: number | string;
        };
        /** @description The invoice and why its recipient rejected it. */
        RejectedByRecipient: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * Format: date
             * @description Day of the rejection.
             * @example 2027-11-25
             */
            rejected_on: string;
            /**
             * @description Why: `01` commercial reasons, `02` the operation is not for its business (Orden HAC/1028/2026, Annex II).
             * @example 01
             */
            condition: string | null;
        };
        /** @description The invoice and why AEAT rejected its document. */
        RejectedDelivery: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * @description AEAT does not have the document.
             * @enum {string}
             */
            spfe_state: "rejected";
            /** @description AEAT's code; null if AEAT gave none. */
            spfe_code: string | null;
            /** @description AEAT's description, in Spanish. */
            spfe_message: string | null;
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
        Replay: {
            /** @description Number of events that now wait for their delivery. */
            queued_events: number;
        };
        ReplayAnswer: {
            data: components["schemas"]["Replay"];
        };
        ReplayBody: {
            /**
             * Format: date-time
             * @description Only events in this second or later, at most 90 days back: UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            occurred_from: string;
            /**
             * Format: date-time
             * @description Only events in this second or earlier. Default: now.
             * @example 2026-11-20T09:30:00Z
             */
            occurred_to?: string;
            /**
             * @description Whether events are sent again that the endpoint has received. Without it, a repetition of the request changes nothing.
             * @default false
             */
            include_delivered: boolean;
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
        Series: {
            /** @description Its id, which `invoiceable_serie_id` of an invoice can name. */
            id: number;
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /** @description Its code, which `series` of an invoice names. */
            code: string;
            /**
             * @description The pattern of its numbers.
             * @example {code}-{year}-{counter:6}
             */
            pattern: string;
            /** @description The types of its invoices. */
            invoice_types: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {}))[];
            /** @description Its first number, in `start_year` if the pattern has a year. */
            start: number;
            /** @description Its first year; null if the pattern has no year. */
            start_year: number | null;
            /**
             * Format: date-time
             * @description When it was closed; null if it is open.
             * @example 2026-11-20T09:30:00Z
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-20T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             * @example 2026-11-20T09:30:00Z
             */
            changed_at: string;
            /** @description The counters that have given numbers, the last 100 years, the newest first. */
            counters: components["schemas"]["SeriesCounter"][];
            /** @description The last number that it gave; null if it gave none. */
            last_number: string | null;
        };
        SeriesAnswer: {
            data: components["schemas"]["Series"];
        };
        SeriesChange: {
            /**
             * @description The pattern of its numbers.
             * @example {code}-{year}-{counter:6}
             */
            pattern: string;
            /** @description The types of its invoices. */
            invoice_types: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {}))[];
            /** @description Its first number, in `start_year` if the pattern has a year. */
            start: number;
            /** @description Its first year; null if the pattern has no year. */
            start_year: number | null;
            /** @description Whether it was closed from then on. */
            closed: boolean;
            /**
             * Format: date-time
             * @description When it became so.
             * @example 2026-11-20T09:30:00Z
             */
            changed_at: string;
            /** @description `key:` and the id of the API key, or the name of the operator, who changed it. */
            changed_by: string;
        };
        SeriesChangeList: {
            /** @description The items of the page. */
            data: components["schemas"]["SeriesChange"][];
            meta: components["schemas"]["CursorMeta"];
        };
        SeriesCounter: {
            /** @description The year; null if the pattern has no year. */
            year: number | null;
            /** @description The first counter. */
            first: number;
            /** @description The last counter that was given. */
            last: number;
            /** @description The last number that was given. */
            last_number: string;
        };
        /** @description A series of an issuer. The pattern, the types and the start can change until the series has given its first number; whether it is closed can always change. An issuer can have 100 series, and an organization 1000. */
        SeriesInput: {
            /**
             * @description The pattern of its numbers: characters of invoice numbers with `{code}`, `{year}` or `{year:2}` (of the issue date), and once `{counter}` or, with at least so many digits, `{counter:6}`. With the year, every year begins at 1; without it, the counter goes on. Its numbers have at most 60 characters with a counter of 12 digits, and no other series of the issuer can give them.
             * @example {code}-{year}-{counter:6}
             */
            pattern: string;
            /** @description The types of its invoices: some of `F1`, `F2` and `F3`, or some of `R1` to `R5`, because rectifying invoices have a series of their own (RD 1619/2012, art. 6.1.a). Default: `F1`, `F2` and `F3`. */
            invoice_types?: string[] | null;
            /**
             * @description The first number, in `start_year` if the pattern has a year. Default: 1, or the number after the greatest that the issuer has already used. A smaller one is refused.
             * @example 1
             */
            start?: number | null;
            /**
             * @description The first year of a pattern with a year. Invoices of earlier years cannot take numbers. Default: the year in which the series is created.
             * @example 2026
             */
            start_year?: number | null;
            /** @description Whether the series gives no more numbers. Invoices that wait to be issued then fail. Default: false. */
            closed?: boolean | null;
        };
        SeriesList: {
            /** @description The items of the page. */
            data: components["schemas"]["Series"][];
            meta: components["schemas"]["CursorMeta"];
        };
        SeriesNumber: {
            /** @description The counter. */
            counter: number;
            /** @description The number of the invoice. */
            number_serie: string;
            /** @description Id of the issued invoice. */
            invoice_id: number;
            /**
             * @description Type of the invoice.
             * @example F1
             * @enum {string}
             */
            invoice_type: "F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {});
            /**
             * Format: date
             * @description Its issue date.
             */
            issue_date: string;
            /**
             * Format: date-time
             * @description When it was issued.
             * @example 2026-11-20T09:30:00Z
             */
            issued_at: string;
            /** @description True if the series skipped the number, because an invoice that was issued before stated it. */
            stated: boolean;
        };
        SeriesNumberList: {
            /** @description The items of the page. */
            data: components["schemas"]["SeriesNumber"][];
            meta: components["schemas"]["CursorMeta"];
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
        SiiCollection: {
            /**
             * @description `pending`: it waits to be sent, until AEAT has the invoice. `sent`: it is in a message that AEAT has not answered yet. `accepted`: AEAT has it. `accepted_with_errors`: AEAT has it, and found `error`. `rejected`: AEAT does not have it because of `error`; cancel the payment, and record it again when the cause is mended. `withdrawn`: the payment was cancelled before AEAT had it.
             * @example pending
             * @enum {string}
             */
            state: "pending" | "sent" | "accepted" | "accepted_with_errors" | "rejected" | "withdrawn" | (string & {});
            /**
             * Format: date
             * @description Last day on which it may be sent (RIVA, art. 69 bis), in Madrid; null if the engine knows no calendar of that year.
             * @example 2026-12-01
             */
            due_by: string | null;
            /** @description CSV of the message with which AEAT registered it; null until then. */
            csv: string | null;
            /** @description The error that AEAT last answered; null if it answered none. */
            error: components["schemas"]["SiiError"] | null;
        };
        SiiEntry: {
            /**
             * @description `pending`: it waits to be sent. `sent`: it is in a message that AEAT has not answered yet. `accepted`: AEAT has it. `accepted_with_errors`: AEAT has it, and `error` must be corrected. `rejected`: AEAT does not have it because of `error`. `withdrawn`: it was withdrawn from SII.
             * @example pending
             * @enum {string}
             */
            state: "pending" | "sent" | "accepted" | "accepted_with_errors" | "rejected" | "withdrawn" | (string & {});
            /**
             * @description What the last version of the entry does (TipoComunicacion): `A0` adds it, `A1` replaces it, and `baja` withdraws it.
             * @example A0
             * @enum {string}
             */
            kind: "A0" | "A1" | "baja" | (string & {});
            /**
             * @description Year and settlement period of the entry (Ejercicio and Periodo): `2026-11` is November, `2026-4T` the fourth quarter.
             * @example 2026-11
             * @example 2026-4T
             */
            period: string;
            /** @description CSV of the message with which AEAT last registered it; null until then. */
            csv: string | null;
            /**
             * Format: date
             * @description Last day on which the entry may be sent (RIVA, art. 69 bis), in Madrid; null if the engine knows no calendar of that year.
             * @example 2026-11-26
             */
            due_by: string | null;
            /** @description The error that AEAT last answered; null if it answered none. */
            error: components["schemas"]["SiiError"] | null;
            /** @description What AEAT found when it last compared the entry with the recipient's book of received invoices (contraste); null until the engine has read it. It informs, changes over weeks, and rejects nothing. */
            matching: components["schemas"]["SiiMatching"] | null;
        };
        SiiError: {
            /**
             * @description AEAT's code.
             * @example 1117
             */
            code: number;
            /** @description AEAT's text, in Spanish. */
            message: string | null;
        };
        SiiHalt: {
            /**
             * Format: date-time
             * @description Since when nothing is sent.
             * @example 2026-11-20T09:30:00Z
             */
            since: string;
            /** @description Why, with the code and the text of AEAT: a sentence for people. */
            reason: string;
        };
        SiiMatching: {
            /**
             * @description `not_applicable`: the recipient keeps no book in SII. `in_progress`: AEAT compares. `not_matched`: the book of the recipient does not have the invoice. `partly_matched`: it has the invoice with other amounts. `matched`: both are equal.
             * @example not_applicable
             * @enum {string}
             */
            state: "not_applicable" | "in_progress" | "not_matched" | "partly_matched" | "matched" | (string & {});
            /**
             * Format: date-time
             * @description When AEAT found it.
             * @example 2026-11-20T09:30:00Z
             */
            matched_at: string | null;
            /** @description What the book of the recipient states, in euros; null if AEAT states no difference. */
            recipient: components["schemas"]["SiiMatchingAmounts"] | null;
        };
        SiiMatchingAmounts: {
            /**
             * @description Sum of the bases with reverse charge.
             * @example 100.00
             */
            reverse_charge_base: string | null;
            /**
             * @description Sum of the other bases.
             * @example 100.00
             */
            base: string | null;
            /**
             * @description Sum of the taxes.
             * @example 100.00
             */
            tax: string | null;
            /**
             * @description Sum of the equivalence surcharges.
             * @example 100.00
             */
            surcharge: string | null;
            /**
             * @description Total of the invoice.
             * @example 100.00
             */
            total: string | null;
        };
        SiiStatus: {
            /** @description Number of entries that AEAT has not answered yet. */
            pending: number;
            /**
             * Format: date-time
             * @description When the oldest of them was issued; null if every entry is answered.
             * @example 2026-11-20T09:30:00Z
             */
            oldest_pending_at: string | null;
            /**
             * Format: date
             * @description The first last day (RIVA, art. 69 bis) of the entries that AEAT does not have: those without an answer and the rejected ones. It can have passed. Null if there is none.
             */
            next_due_by: string | null;
            /** @description Number of entries that AEAT does not have although their last day has passed. */
            overdue: number;
            /**
             * Format: date-time
             * @description When AEAT last answered a message; null before the first answer.
             * @example 2026-11-20T09:30:00Z
             */
            last_answer_at: string | null;
            /** @description Nothing is sent until an operator resumes the issuer; null if entries are sent. */
            halted: components["schemas"]["SiiHalt"] | null;
        };
        SpfeDefault: {
            /**
             * @description `waiting`: it waits until AEAT has the invoice, or for its turn. `waiting_transport`: AEAT has not published the service, so it is kept. `sending`: it is in a request without an answer. `uncertain`: the answer was lost. `accepted`: AEAT has it. `rejected`: AEAT does not have it, see `error` of the message; once the cause is mended, cancel the last payment and record it again, or report the default again. `cancelling`: AEAT has it or may have it, and its cancellation follows.
             * @example waiting
             * @enum {string}
             */
            state: "waiting" | "waiting_transport" | "sending" | "uncertain" | "accepted" | "rejected" | "cancelling" | (string & {});
            /**
             * Format: date
             * @description Day on which the invoice was due and was not paid.
             * @example 2027-11-25
             */
            due_on: string;
            /**
             * Format: date
             * @description Day on which the goods or services were received; null if not stated.
             * @example 2027-11-25
             */
            goods_received_on: string | null;
            /**
             * Format: date
             * @description Day on which the invoice was received; null if not stated.
             * @example 2027-11-25
             */
            invoice_received_on: string | null;
        };
        /** @description An invoice was not paid when it was due. */
        SpfeDefaultInput: {
            /**
             * Format: date
             * @description Day on which the invoice was due: from its issue date to yesterday, in Madrid.
             * @example 2027-11-25
             */
            due_on: string;
            /**
             * Format: date
             * @description Day on which the goods or services were received: not after today.
             * @example 2027-10-25
             */
            goods_received_on?: string | null;
            /**
             * Format: date
             * @description Day on which the recipient received the invoice: not after today.
             * @example 2027-10-26
             */
            invoice_received_on?: string | null;
        };
        SpfeDelivery: {
            /**
             * @description `not_concerned`: the duty does not concern the invoice, see `reason`. `unknown`: nobody can tell, because the facts in `missing` are missing. `elsewhere`: another program delivers it. `blocked`: it cannot be expressed, see `rule`. `prepared`: its file is prepared and kept. `waiting_transport`: AEAT has not published the service, so the file is prepared and kept, and nothing leaves the engine. `held`: its invoice was annulled while it waited; resend it or leave it. `pending`: it waits for its turn. `sending`: it is in a request without an answer. `uncertain`: the answer was lost, so AEAT is asked before anything else happens. `admitted`: AEAT has it, see `csv`. `rejected`: AEAT does not have it because of `error`. `withdrawing`: AEAT has it, and its withdrawal was ordered. `withdrawn`: AEAT has withdrawn it. `conflict`: AEAT has other contents under the same unique code.
             * @example not_concerned
             * @enum {string}
             */
            state: "not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {});
            /**
             * @description Why the duty does not concern the invoice; otherwise null.
             * @example simplified
             */
            reason: ("simplified" | "no_recipient" | "foreign_recipient" | "public_body" | "consumer" | "before_duty" | (string & {})) | null;
            /** @description The facts that are missing: state them with `POST /invoices/{id}/spfe/facts`. Empty unless `state` is `unknown`. */
            missing: ("issuer_setting" | "establishment_in_spain" | "is_business" | (string & {}))[];
            /** @description The rule because of which it is `blocked`; otherwise null. */
            rule: string | null;
            /** @description What the rule says of this invoice, in the language of the answer; otherwise null. */
            rule_message: string | null;
            /**
             * @description Who delivers: the engine sends the original (`interconnect`), it sends a copy of what a private platform delivers (`copy`), or another program does both (`elsewhere`).
             * @example interconnect
             * @enum {string}
             */
            channel: "interconnect" | "copy" | "elsewhere" | (string & {});
            /** @description Whether the file says that it is a copy (BT-ES-1). */
            is_copy: boolean;
            unique_code: components["schemas"]["SpfeUniqueCode"];
            /**
             * Format: date-time
             * @description When AEAT must have it: when the invoice is issued, or later after a long downtime of the service (Orden, art. 5.7). Null if nothing is due.
             * @example 2026-11-20T09:30:00Z
             */
            due_by: string | null;
            /** @description CSV of the acknowledgement with which AEAT admitted it; null until then. */
            csv: string | null;
            /** @description Address of the document at AEAT (localizador); null until then. */
            localizador: string | null;
            /** @description Why AEAT rejected the document; otherwise null. */
            error: components["schemas"]["SpfeError"] | null;
            /** @description Whether the invoice is annulled in its register and AEAT still has the document. Withdraw it if the operation never existed; otherwise issue a rectifying invoice. It never happens by itself. */
            remains_after_annulment: boolean;
            /** @description The message that the invoice was collected, which follows from its payments; null if none is to be told. */
            settlement: components["schemas"]["SpfeSettlement"] | null;
            /** @description The message that the invoice was not paid when it was due; null if none is to be told. */
            default: components["schemas"]["SpfeDefault"] | null;
            recipient: components["schemas"]["SpfeRecipient"];
            /** @description The facts that were stated after the invoice was issued, oldest first. */
            facts: components["schemas"]["SpfeFact"][];
            /** @description The versions of the file, oldest first. */
            versions: components["schemas"]["SpfeVersion"][];
            /** @description All messages about the invoice, oldest first. */
            messages: components["schemas"]["SpfeMessage"][];
            /** @description Whether you must give the recipient a PDF beside the electronic invoice (RD 238/2026, DT 2): until 2028-10-05 if the duty of the issuer follows from its turnover, unless the profile of the recipient has `accepts_without_pdf_since`. */
            pdf_companion_required: boolean;
        };
        SpfeDeliveryAnswer: {
            data: components["schemas"]["SpfeDelivery"];
        };
        SpfeDowntime: {
            /**
             * Format: date-time
             * @description When the service first did not answer.
             * @example 2026-11-20T09:30:00Z
             */
            since: string;
            /** @description Number of requests that it has not answered since. */
            attempts: number;
        };
        SpfeError: {
            /** @description AEAT's code. */
            code: string;
            /** @description AEAT's text, in Spanish. */
            message: string | null;
        };
        SpfeFact: {
            /**
             * @description The fact.
             * @example is_business
             * @enum {string}
             */
            fact: "is_business" | "establishment_in_spain" | (string & {});
            /** @description Whether it is so. */
            value: boolean;
            /**
             * Format: date-time
             * @description When it was stated.
             * @example 2026-11-20T09:30:00Z
             */
            recorded_at: string;
        };
        /** @description Exactly one fact that `missing` names. */
        SpfeFactsBody: {
            /** @description Whether a recipient of the invoice acts as a business or professional. */
            is_business?: boolean;
            /** @description Whether a recipient of the invoice, a foreign entity, has its seat or an establishment in Spain for which the operation is. */
            establishment_in_spain?: boolean;
        };
        SpfeHalt: {
            /**
             * Format: date-time
             * @description Since when nothing is sent.
             * @example 2026-11-20T09:30:00Z
             */
            since: string;
            /** @description Why: a sentence for people. */
            reason: string;
        };
        SpfeIssuerStatus: {
            /**
             * @description NIF of the issuer.
             * @example B12345674
             */
            issuer_nif: string;
            /**
             * @description `off`: nothing is done. `prepare`: files are prepared, and invoices get warnings. `send`: they are sent, and an invoice that could not be sent is not issued.
             * @example off
             * @enum {string}
             */
            mode: "off" | "prepare" | "send" | (string & {});
            /**
             * @description Who delivers, unless the recipient or the invoice says otherwise; null with `off`.
             * @example interconnect
             */
            channel: ("interconnect" | "copy" | "elsewhere" | (string & {})) | null;
            /**
             * @description Why: `turnover` above 8,000,000 euros (from 2027-10-06), `everyone` (from 2028-10-06), or `voluntary`.
             * @example turnover
             * @enum {string}
             */
            basis: "turnover" | "everyone" | "voluntary" | (string & {});
            /**
             * Format: date
             * @description First issue date of this decision of the operator. It can be in the future.
             * @example 2027-10-06
             */
            from: string;
            /**
             * Format: date
             * @description Last issue date of invoices whose recipients also get a PDF, unless they accept the invoice without one (RD 238/2026, second transitional provision); null if there is none.
             * @example 2027-10-06
             */
            pdf_companion_until: string | null;
            /** @description Nothing is sent until an operator resumes the issuer; null if nothing is halted. */
            halted: components["schemas"]["SpfeHalt"] | null;
            /** @description The deliveries of invoices issued since `counted_from`, by state. */
            counts: components["schemas"]["SpfeStateCount"][];
            /**
             * Format: date-time
             * @description When the oldest invoice was issued that still waits to be sent; null if none waits.
             * @example 2026-11-20T09:30:00Z
             */
            oldest_pending_at: string | null;
        };
        SpfeMessage: {
            /** @description Id of the message. */
            id: number;
            /**
             * @description What AEAT is told: the invoice was collected (`SETTLEMENT`), it was not paid when it was due (`DEFAULT`), one of these was wrong (`CANCELSETTLEMENT`, `CANCELDEFAULT`), or the invoice is withdrawn (`CANCELINVOICE`).
             * @example SETTLEMENT
             * @enum {string}
             */
            kind: "SETTLEMENT" | "CANCELSETTLEMENT" | "DEFAULT" | "CANCELDEFAULT" | "CANCELINVOICE" | (string & {});
            /**
             * @description `superseded`: it was taken back, or its document was withdrawn, before AEAT had it. The others are those of `settlement`.
             * @example waiting
             * @enum {string}
             */
            state: "waiting" | "waiting_transport" | "sending" | "uncertain" | "accepted" | "rejected" | "superseded" | (string & {});
            /**
             * Format: date
             * @description Day of the fact; null for a cancellation.
             * @example 2027-11-25
             */
            effective_on: string | null;
            /**
             * Format: date
             * @description Due date with a settlement; null if the invoice has none.
             * @example 2027-11-25
             */
            due_on: string | null;
            /**
             * Format: date
             * @description Day on which the goods or services were received.
             * @example 2027-11-25
             */
            goods_received_on: string | null;
            /**
             * Format: date
             * @description Day on which the invoice was received.
             * @example 2027-11-25
             */
            invoice_received_on: string | null;
            /** @description Whether a settlement was collected through a financing arrangement. */
            financed: boolean;
            /** @description Id of the message that it cancels. */
            cancels: number | null;
            /** @description Id of the payment or counter-entry that it follows from. */
            payment_id: number | null;
            /**
             * @description Why the invoice is withdrawn; otherwise null.
             * @example never_happened
             */
            reason: ("never_happened" | "interconnect_instead" | (string & {})) | null;
            /** @description CSV with which AEAT took it; null until then. */
            csv: string | null;
            /** @description Why AEAT rejected it; otherwise null. */
            error: components["schemas"]["SpfeError"] | null;
            /**
             * Format: date-time
             * @description When it was requested or derived.
             * @example 2026-11-20T09:30:00Z
             */
            requested_at: string;
        };
        SpfeNotConcernedCount: {
            /**
             * @description Why.
             * @example simplified
             * @enum {string}
             */
            reason: "simplified" | "no_recipient" | "foreign_recipient" | "public_body" | "consumer" | "before_duty" | (string & {});
            /** @description Number of invoices. */
            invoices: number;
        };
        SpfeReadiness: {
            /**
             * @description The month of the issue dates.
             * @example 2026-11
             */
            month: string;
            /** @description Only this issuer; null for all of them. */
            issuer_nif: string | null;
            /** @description A sentence for people, while AEAT has not published the service: nothing has been sent. Null with a connection. */
            notice: string | null;
            /** @description Number of issued invoices that were examined, without annulled ones. */
            examined: number;
            /** @description Whether these are all of the month; otherwise the first 100000. Ask for each issuer then. */
            is_complete: boolean;
            /** @description Number of invoices that the duty would concern. */
            concerned: number;
            /** @description How many of them can be expressed in the file of the SPFE. */
            expressible: number;
            /** @description The invoices that the duty would not concern, by reason. */
            not_concerned: components["schemas"]["SpfeNotConcernedCount"][];
            /** @description The invoices of which nobody can tell it, by each missing fact. */
            unknown: components["schemas"]["SpfeUnknownCount"][];
            /** @description Why concerned invoices cannot be expressed, the most frequent rule first. */
            refusals: components["schemas"]["SpfeRefusalCount"][];
        };
        SpfeReadinessAnswer: {
            data: components["schemas"]["SpfeReadiness"];
        };
        SpfeRecipient: {
            /**
             * Format: date
             * @description Day on which the recipient says to have paid in full; null if it reported none.
             * @example 2027-11-25
             */
            paid_on: string | null;
            /**
             * Format: date
             * @description Due date that the recipient stated with its payment.
             * @example 2027-11-25
             */
            due_on: string | null;
            /**
             * Format: date
             * @description Day on which the recipient rejected the invoice; null if it did not.
             * @example 2027-11-25
             */
            rejected_on: string | null;
            /**
             * @description Why it rejected the invoice (Orden HAC/1028/2026, Annex II): `01` commercial reasons, `02` the operation is not for its business.
             * @example 01
             */
            condition: string | null;
            /** @description Whether the invoice counts as accepted, because AEAT has it, the recipient did not reject it, and no invoice rectifies it (Orden, art. 7.1). It is a presumption that a later rejection ends, and never an event. */
            presumed_accepted: boolean;
        };
        SpfeRecipientReport: {
            /** @description Id of the report. */
            id: number;
            /** @description Id of the batch invoice. */
            invoice_id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /** @description Number of the invoice. */
            invoice_number: string;
            /**
             * Format: date
             * @description Issue date of the invoice.
             * @example 2027-11-25
             */
            issue_date: string;
            /**
             * @description Whether the recipient paid in full (`PAYMENT`) or rejected the invoice (`REJECTION`).
             * @example PAYMENT
             * @enum {string}
             */
            kind: "PAYMENT" | "REJECTION" | (string & {});
            /**
             * Format: date
             * @description Day of the payment or of the rejection.
             * @example 2027-11-25
             */
            effective_on: string;
            /**
             * Format: date
             * @description Due date that the recipient stated.
             * @example 2027-11-25
             */
            due_on: string | null;
            /** @description Why it rejected the invoice, as in `recipient`. */
            condition: string | null;
            /**
             * Format: date-time
             * @description When the engine first read it.
             * @example 2026-11-20T09:30:00Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description When AEAT no longer told it, because the recipient cancelled it; null if it stands.
             * @example 2026-11-20T09:30:00Z
             */
            gone_at: string | null;
        };
        SpfeRecipientReportList: {
            /** @description The items of the page. */
            data: components["schemas"]["SpfeRecipientReport"][];
            meta: components["schemas"]["CursorMeta"];
        };
        SpfeRefusalCount: {
            /**
             * @description The rule.
             * @example SPFE BT-53
             */
            rule: string;
            /** @description What it says of the first invoice. */
            message: string;
            /** @description Number of invoices that break it. */
            invoices: number;
            /** @description The numbers of the first of them. */
            examples: string[];
        };
        SpfeResendBody: {
            /** @description Why it is sent again: one line with at least one visible character. It is stored with the version. */
            reason: string;
        };
        SpfeSettlement: {
            /**
             * @description `waiting`: it waits until AEAT has the invoice, or for its turn. `waiting_transport`: AEAT has not published the service, so it is kept. `sending`: it is in a request without an answer. `uncertain`: the answer was lost. `accepted`: AEAT has it. `rejected`: AEAT does not have it, see `error` of the message; once the cause is mended, cancel the last payment and record it again, or report the default again. `cancelling`: AEAT has it or may have it, and its cancellation follows.
             * @example waiting
             * @enum {string}
             */
            state: "waiting" | "waiting_transport" | "sending" | "uncertain" | "accepted" | "rejected" | "cancelling" | (string & {});
            /**
             * Format: date
             * @description Day on which the invoice was collected in full.
             * @example 2027-11-25
             */
            collected_on: string;
            /**
             * Format: date
             * @description Due date of the invoice; null if it has none, or several.
             * @example 2027-11-25
             */
            due_on: string | null;
            /**
             * Format: date
             * @description Day on which the goods or services were received; null if no payment states it.
             * @example 2027-11-25
             */
            goods_received_on: string | null;
            /**
             * Format: date
             * @description Day on which the invoice was received; null if no payment states it.
             * @example 2027-11-25
             */
            invoice_received_on: string | null;
            /** @description Whether it was collected through a financing arrangement. */
            financed: boolean;
        };
        SpfeStateCount: {
            /**
             * @description The state, as deliveries show it.
             * @example not_concerned
             * @enum {string}
             */
            state: "not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {});
            /** @description Number of invoices whose delivery is in it. */
            invoices: number;
        };
        SpfeStatus: {
            /**
             * @description `none`: there is no connection, because AEAT has not published the service. `sandbox`: a simulation.
             * @example none
             * @enum {string}
             */
            transport: "none" | "sandbox" | (string & {});
            /**
             * @description The environment of the engine.
             * @example test
             * @enum {string}
             */
            environment: "test" | "production" | (string & {});
            /** @description A sentence for people, while AEAT has not published the service: nothing has been sent. Null with a connection. */
            notice: string | null;
            /** @description The present downtime of the service; null if it answers. */
            downtime: components["schemas"]["SpfeDowntime"] | null;
            /**
             * Format: date
             * @description First issue date of the invoices in `counts`: a year ago.
             * @example 2027-10-06
             */
            counted_from: string;
            /** @description The issuers of the organization about which the operator has decided, sorted by NIF. */
            issuers: components["schemas"]["SpfeIssuerStatus"][];
        };
        SpfeStatusAnswer: {
            data: components["schemas"]["SpfeStatus"];
        };
        /** @description The three values that name the invoice at AEAT (Orden, art. 6). Compare all three. */
        SpfeUniqueCode: {
            /** @description NIF of the issuer. */
            issuer_nif: string;
            /** @description Series and number. */
            number: string;
            /**
             * Format: date
             * @description Issue date.
             * @example 2027-11-25
             */
            issue_date: string;
        };
        SpfeUnknownCount: {
            /**
             * @description The missing fact.
             * @example issuer_setting
             * @enum {string}
             */
            missing: "issuer_setting" | "establishment_in_spain" | "is_business" | (string & {});
            /** @description Number of invoices. */
            invoices: number;
        };
        SpfeVersion: {
            /** @description Number of the version, from 1. */
            version: number;
            /** @description Whether it is a copy of what a private platform delivers (BT-ES-1). */
            is_copy: boolean;
            /** @description Bytes of the file. */
            size: number;
            /**
             * @description SHA-256 of the file, hexadecimal.
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256: string;
            /** @description Why a version after the first one was ordered; null for the first one. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was written.
             * @example 2026-11-20T09:30:00Z
             */
            created_at: string;
        };
        SpfeWithdrawalBody: {
            /**
             * @description `never_happened`: the operation never existed (Orden, art. 3.5). `interconnect_instead`: the original goes through the SPFE instead of the copy (art. 5.5). Wrong contents are no reason: issue a rectifying invoice.
             * @enum {string}
             */
            reason: "never_happened" | "interconnect_instead";
        };
        TaxGroup: {
            /**
             * @description The tax.
             * @example iva
             * @enum {string}
             */
            tax_type: "iva" | "psi" | "igic" | "others" | "oss" | (string & {});
            /**
             * @description AEAT's ClaveRegimen.
             * @example 01
             */
            tax_regime: ("01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11" | "14" | "15" | "17" | "18" | "19" | "20" | "21" | (string & {})) | null;
            /**
             * @description AEAT's CalificacionOperacion; null if the operation is exempt.
             * @example S1
             */
            tax_operation_key: ("S1" | "S2" | "N1" | "N2" | (string & {})) | null;
            /**
             * @description AEAT's OperacionExenta; null if the operation is not exempt.
             * @example E1
             */
            tax_exemption_code: ("E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8" | (string & {})) | null;
            /**
             * @description Registered rate in per cent; null if no rate is registered.
             * @example 21
             */
            tax_rate: string | null;
            /**
             * @description Rate of the recargo de equivalencia in per cent; null if none is charged.
             * @example 21
             */
            equivalence_surcharge_rate: string | null;
            /** @description With `oss`, the member state whose VAT is charged; otherwise null. */
            tax_country: string | null;
            /**
             * @description With `oss`, the rate of that VAT in per cent; otherwise null.
             * @example 21
             */
            foreign_tax_rate: string | null;
            /**
             * @description Tax base. With a margin it is the margin without its tax.
             * @example 121.00
             */
            base: string;
            /**
             * @description Tax; `0.00` if none is charged.
             * @example 121.00
             */
            tax: string;
            /** @description Recargo de equivalencia; null if none is charged. */
            surcharge: string | null;
            /** @description With regime `06`, the base at cost; otherwise null. */
            cost_base: string | null;
            /** @description With a margin, the full price with tax; otherwise null. */
            price: string | null;
            /** @description With `oss`, the VAT of the other member state; otherwise null. */
            foreign_tax: string | null;
            /** @description The same amounts in euros, as they are registered; null if the invoice is in euros. */
            euro: components["schemas"]["TaxGroupInEuros"] | null;
        };
        TaxGroupInEuros: {
            /**
             * @description Tax base. With a margin it is the margin without its tax.
             * @example 121.00
             */
            base: string;
            /**
             * @description Tax; `0.00` if none is charged.
             * @example 121.00
             */
            tax: string;
            /** @description Recargo de equivalencia; null if none is charged. */
            surcharge: string | null;
            /** @description With regime `06`, the base at cost; otherwise null. */
            cost_base: string | null;
            /** @description With a margin, the full price with tax; otherwise null. */
            price: string | null;
            /** @description With `oss`, the VAT of the other member state; otherwise null. */
            foreign_tax: string | null;
        };
        /** @description The endpoint that is tested. */
        TestedEndpoint: {
            /** @description Id of the endpoint. */
            id: number;
        };
        TotalsInEuros: {
            /**
             * @description Sum of the tax bases.
             * @example 121.00
             */
            base: string;
            /**
             * @description Sum of the taxes.
             * @example 121.00
             */
            tax: string;
            /** @description Sum of the recargos de equivalencia; null if none is charged. */
            surcharge: string | null;
            /**
             * @description The total that the record and the QR code contain.
             * @example 121.00
             */
            total: string;
        };
        ValidationAnswer: {
            data: components["schemas"]["ValidationSummary"];
            /** @description The invoices that fail, in the order of the request; empty if none fails. */
            errors: components["schemas"]["InvoiceErrors"][];
            /** @description The valid invoices with values that a tax adviser would question, in the order of the request; empty if there are none. Such invoices are issued. */
            warnings: components["schemas"]["InvoiceWarnings"][];
        };
        ValidationSummary: {
            /** @description Number of invoices in the request. */
            invoices_count: number;
            /** @description Number of invoices without errors. */
            valid_invoices_count: number;
            /** @description The valid invoices with the amounts that they would have, in the order of the request. */
            invoices: components["schemas"]["ComputedInvoice"][];
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
            /**
             * @description JSON pointer (RFC 6901) to the member of the invoice.
             * @example /lines/1/tax_rate
             * @example /issuer_nif
             */
            path: string;
            /**
             * @description Kind of the warning; the codes never change.
             * @example old_issue_date
             * @enum {string}
             */
            code: "old_issue_date" | "operation_date_past" | "units_zero" | "margin_not_stated" | "foreign_vat_not_stated" | "one_stop_shop_to_business" | "reverse_charge_abroad" | "travel_agency_rate" | "rate_not_charged" | "zero_rate_charged" | "unusual_rate" | "withholding_below_one_percent" | "withholding_on_simplified" | "negative_total" | "simplified_limit_exceeded" | "cash_limit_exceeded" | "nothing_charged" | "issuer_address_missing" | "issuer_shared" | "recipient_address_missing" | "description_missing" | "corrections_exceed_original" | "replacement_differs" | "number_differs_in_case" | "characters_not_printable" | "supply_assumed" | "more_left_out" | "issued_late" | "surcharge_not_due" | "recipient_repeated" | "substituted_again" | "reference_date_differs" | "recipient_not_in_census" | "unusual_exchange_rate" | "not_expressible" | "not_signable" | "name_split_guessed" | "centres_missing" | "spfe_not_concerned" | "spfe_concern_unknown" | "spfe_payment_day_missing" | "spfe_property_missing" | "spfe_regime_assumed" | "spfe_other_withholding" | "spfe_exchange_rate_decimals" | "spfe_prepaid_amount" | "spfe_size_near_limit" | "register_total_differs" | "census_not_identified" | "census_name_differs" | "census_deregistered" | "census_revoked" | "census_unknown" | "census_unavailable" | "census_spelling" | (string & {});
            /** @description Description of the warning for people. */
            message: string;
            /** @description Error code with which AEAT would accept the record with errors. */
            aeat_code: number | null;
            /**
             * @description Path of the entry of the code in the reference, with its meaning, article and remedy.
             * @example /api/v2/codes#out_of_range
             */
            help: string;
            /**
             * @description The rule: an article, `AEAT` with the code of its validation, a rule or a term of EN 16931, Peppol or FACe, or a setting of the organization. It does not depend on the language. Absent if the rule is one of this API alone.
             * @example AEAT 1189
             * @example RD 1619/2012, art. 6.1.a
             * @example PEPPOL-EN16931-R003
             */
            rule?: string;
        };
        WebhookEndpoint: {
            /** @description Id of the endpoint. */
            id: number;
            /** @description Its address. */
            url: string;
            /** @description Types of the events that the endpoint receives; null: all, including those of later versions. */
            event_types: ("batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient" | "webhook.test" | (string & {}))[] | null;
            /**
             * @description Version of the form of the events that it receives.
             * @example 1
             */
            payload_version: number;
            /** @description Whether it receives events. A receiver that answers 410 disables it. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description UTC, whole seconds.
             * @example 2026-11-20T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs; null if no secret was replaced.
             * @example 2026-11-20T09:30:00Z
             */
            previous_secret_until: string | null;
            /**
             * Format: date-time
             * @description Since when deliveries fail; null if the last one arrived or none was attempted.
             * @example 2026-11-20T09:30:00Z
             */
            failing_since: string | null;
            /** @description Number of events that wait for their delivery, at most 1000. */
            waiting_events: number;
            /** @description Why the last attempt to deliver one of the waiting events failed, or why the receiver disabled the endpoint (410). */
            last_failure: string | null;
        };
        WebhookEndpointAnswer: {
            data: components["schemas"]["WebhookEndpoint"];
        };
        WebhookEndpointsAnswer: {
            /** @description The endpoints, oldest first. */
            data: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookTest: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the test event.
             */
            webhook_id: string;
        };
        WebhookTestAnswer: {
            data: components["schemas"]["WebhookTest"];
        };
        /** @description A test that `POST /api/v2/webhook_endpoints/{id}/test` requested. It is sent regardless of the event types that the endpoint receives. */
        WebhookTestEvent: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * @description Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.
             * @enum {integer}
             */
            version: 2;
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
        WholeInvoice: {
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
             * @example pending
             * @enum {string}
             */
            processing_status: "pending" | "processing" | "processed" | "failed" | (string & {});
            /** @description Why the invoice failed: messages joined by `; `. */
            processing_error: string | null;
            /** @description Id of the issued invoice; null until it is issued. */
            issued_invoice_id: number | null;
            /**
             * @description null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected.
             * @example remission
             */
            verifactu_state: ("remission" | "accepted" | "accepted_with_errors" | "rejected" | (string & {})) | null;
            /** @description Id of the batch that contains the invoice. */
            invoice_batch_id: number;
            /** @description NIF of the issuer; null until the invoice is issued. */
            issuer_nif: string | null;
            /**
             * Format: date
             * @description Issue date; null until the invoice is issued.
             * @example 2026-11-20
             */
            issue_date: string | null;
            /**
             * Format: date
             * @description Date of the operation (FechaOperacion) if it is not the issue date; null if it is, or until the invoice is issued.
             * @example 2026-11-20
             */
            operation_date: string | null;
            /**
             * @description Type of the invoice; null until it is issued.
             * @example F1
             */
            invoice_type: ("F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5" | (string & {})) | null;
            /** @description The metadata as you sent them; empty if you sent none. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the invoice was annulled; null if it is not annulled.
             * @example 2026-11-20T09:30:00Z
             */
            annulled_at: string | null;
            /** @description The invoices that rectify or replace this one, oldest first, with annulled ones; at most 1000. */
            rectified_by: components["schemas"]["ConnectedInvoice"][];
            /**
             * Format: date-time
             * @description When the invoice last changed: it was accepted, it was issued or failed, AEAT answered its registration or its entry in SII, a correction of that entry was ordered, or the invoice was annulled.
             * @example 2026-11-20T09:30:00Z
             */
            updated_at: string;
            /**
             * @description The register at AEAT that the invoice is in; null until it is issued, and for an invoice in no register.
             * @example verifactu
             */
            register: ("verifactu" | "sii" | (string & {})) | null;
            /** @description The entry of the invoice in SII; null unless `register` is `sii`. */
            sii: components["schemas"]["SiiEntry"] | null;
            /** @description The first recipient, as in `document`; null if there is none, until the invoice is issued, and while its month is archived. */
            recipient: components["schemas"]["ListedRecipient"] | null;
            /** @description Number of recipients; null until the invoice is issued, and while its month is archived. */
            recipients_count: number | null;
            /** @description The totals, with the sums of bases, taxes and surcharges; null until the invoice is issued, and while its month is archived. */
            totals: components["schemas"]["InvoiceTotals"] | null;
            /**
             * @description The state of its delivery to the public solution of electronic invoices, which `spfe` of the whole invoice describes; null if it has none.
             * @example not_concerned
             */
            spfe_state: ("not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport" | (string & {})) | null;
            /**
             * Format: date-time
             * @description When the batch was accepted.
             * @example 2026-11-20T09:30:00Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When the invoice was issued; null until then.
             * @example 2026-11-20T09:30:00Z
             */
            issued_at: string | null;
            /**
             * @description The version of the API through which the invoice was created.
             * @example 1
             */
            api_version: number;
            /** @description The invoice as you sent it, with the members of the version `api_version` and the digits of its numbers, also if it failed. Null if the engine erased the body of the batch after the retention period that its operator has set. */
            sent: {
                [key: string]: unknown;
            } | null;
            /** @description The invoice as it was issued: what you sent, with the defaults and the computed amounts. It never changes. Null until the invoice is issued, and while its month is archived. */
            document: components["schemas"]["IssuedDocument"] | null;
            /** @description The amounts per tax, regime, key and rate; null if `document` is null. */
            tax_groups: components["schemas"]["TaxGroup"][] | null;
            /** @description The registration with VeriFactu; null until the invoice is issued. It is empty for an invoice in SII: see `sii`. */
            registration: components["schemas"]["InvoiceRegistration"] | null;
            /** @description The delivery of the invoice to AEAT's public solution of electronic invoices (RD 238/2026); null until the invoice is issued, and if nobody decided that the invoices of its issuer are delivered. */
            spfe: components["schemas"]["SpfeDelivery"] | null;
            pdf: components["schemas"]["PdfState"];
            /** @description The warnings of the answer to the creation; empty for an invoice that was created through version 1. */
            warnings: components["schemas"]["Warning"][];
            /** @description The stored invoices that this invoice rectifies or replaces. */
            rectifies: components["schemas"]["ConnectedInvoice"][];
            /** @description The annulment; null if the invoice is not annulled. */
            annulment: components["schemas"]["Annulment"] | null;
        };
        WholeInvoiceAnswer: {
            data: components["schemas"]["WholeInvoice"];
        };
        /** @description The invoice whose document AEAT has withdrawn. */
        WithdrawnDelivery: {
            /** @description Id of the batch invoice, for requests to the API. */
            id: number;
            /** @description Your own id of the invoice, as you sent it. */
            external_invoice_id: string | null;
            /** @description Number of the issued invoice. */
            invoice_number: string;
            /**
             * @description AEAT has withdrawn the document.
             * @enum {string}
             */
            spfe_state: "withdrawn";
        };
        Withholding: {
            /**
             * @description Rate in per cent.
             * @example 15
             */
            rate: string;
            /**
             * @description Amount from which it is withheld.
             * @example 121.00
             */
            base: string;
            /**
             * @description Amount that is withheld.
             * @example 121.00
             */
            amount: string;
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
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session token is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listInvoiceBatches: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description Only batches with this status. */
                status?: "received" | "processing" | "processed" | "processed_with_errors" | "failed";
                /** @description Only batches with exactly this label. */
                external_batch_id?: string;
                /** @description Only batches received in this second or later. */
                received_from?: string;
                /** @description Only batches received in this second or earlier. */
                received_to?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBatchList"];
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
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateBatchAnswer"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description Only invoices with exactly this id of yours. */
                external_invoice_id?: string;
                /** @description Only issued invoices of this issuer. */
                issuer_nif?: string;
                /** @description Only invoices with exactly this number, together with `issuer_nif`. */
                number_serie?: string;
                /** @description Only invoices issued on this day or later, together with `issuer_nif`. */
                issue_date_from?: string;
                /** @description Only invoices issued on this day or earlier, together with `issuer_nif`. */
                issue_date_to?: string;
                /** @description Only invoices with this status. */
                processing_status?: "pending" | "processing" | "processed" | "failed";
                /** @description Only invoices in this state. */
                verifactu_state?: "remission" | "accepted" | "accepted_with_errors" | "rejected";
                /** @description Only issued invoices with a recipient whose document has this number. Blanks, punctuation and case do not matter. Invoices that version 1.0.0 of the engine issued are found once the operator has indexed them. */
                recipient_document?: string;
                /** @description Only invoices whose `updated_at` is this time or later. */
                updated_since?: string;
                /** @description Only issued invoices of this type. */
                invoice_type?: "F1" | "F2" | "F3" | "R1" | "R2" | "R3" | "R4" | "R5";
                /** @description Only annulled invoices, or only issued ones that are not annulled. */
                annulled?: boolean;
                /** @description Only issued invoices whose total in euros is this amount or more. At most two decimals, such as 121.00. */
                total_from?: string;
                /** @description Only issued invoices whose total in euros is this amount or less. At most two decimals, such as 121.00. */
                total_to?: string;
                /** @description Only issued invoices in this register. */
                register?: "verifactu" | "sii";
                /** @description Only invoices whose entry in SII is in this state. */
                sii_state?: "pending" | "sent" | "accepted" | "accepted_with_errors" | "rejected" | "withdrawn";
                /** @description Only invoices whose delivery to the public solution of electronic invoices is in this state. */
                spfe_state?: "not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport";
                /** @description `true`: only invoices that AEAT's public solution should have had more than 24 hours ago (`due_by` of `spfe`) and does not have; none while AEAT has not published the service. `false` changes nothing. */
                spfe_overdue?: boolean;
                /** @description Only invoices of which AEAT found this when it compared them with the recipient's book. */
                sii_matching?: "not_applicable" | "in_progress" | "not_matched" | "partly_matched" | "matched";
                /** @description Only invoices with this pair of metadata: `metadata[key]=value`. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Names of the members that the answer shall have, separated by commas: `invoice_number,recipient.name,totals`. A name with a dot is a member of an object or of the objects in a list. `id` is always there. What is not asked for is not read, so the answer is faster. Such an answer has the media type `application/vnd.invoice-engine.partial+json` and a schema of its own, in which only `id` is required. Generated clients that know only `application/json` are made for whole answers: use `fields` with a client that chooses the type by `Content-Type`, or read its answers as plain JSON. */
                fields?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invoices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                    "application/vnd.invoice-engine.partial+json": components["schemas"]["PartialInvoiceList"];
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this invoice. For 24 hours, sending the invoice again with the same UUID returns the same invoice instead of creating another one. */
                "Idempotency-Key": string;
                /** @description `respond-async` asks for 202 without waiting; `wait=2` for an answer within 2 seconds, at most 5 (RFC 7240). Together they are a wait of these seconds. */
                Prefer?: string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceInput"];
            };
        };
        responses: {
            /** @description The invoice is issued, by this request or an earlier one */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeInvoiceAnswer"];
                };
            };
            /** @description The invoice is stored and not issued yet, because you asked for this answer, the engine is busy or is being restarted, or the operator has paused the organization */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingInvoiceAnswer"];
                };
            };
        };
    };
    creditInvoice: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this credit. For 24 hours, sending the request again with the same UUID returns the same rectification instead of creating another one. */
                "Idempotency-Key": string;
                /** @description `respond-async` asks for 202 without waiting; `wait=2` for an answer within 2 seconds, at most 5 (RFC 7240). */
                Prefer?: string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        /** @description What of an issued invoice is credited, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditInput"];
            };
        };
        responses: {
            /** @description The rectification is issued, by this request or an earlier one */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeInvoiceAnswer"];
                };
            };
            /** @description The rectification is stored and not issued yet, because you asked for this answer, the engine is busy or is being restarted, or the operator has paused the organization */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingInvoiceAnswer"];
                };
            };
        };
    };
    getAccess: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the request has access to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessAnswer"];
                };
            };
        };
    };
    validateInvoiceBatch: {
        parameters: {
            query?: {
                /** @description Electronic formats, separated by commas, for example `ubl,facturae`, and `spfe` for the public solution of AEAT. A valid invoice that one of them cannot express gets the warning `not_expressible` with the rule; `not_signable` warns of a Facturae that no certificate of the issuer can sign, and `name_split_guessed` warns of a name that Facturae would split by a guess. `spfe` judges UBL with that profile, and says of each invoice whether the duty of electronic invoices does not concern it (`spfe_not_concerned`) or which fact is missing (`spfe_concern_unknown`). The profiles of its issuer and of its recipient are considered. */
                documents?: string;
                /** @description With `ubl`: EN 16931 alone (`cen`, the default), Peppol BIS Billing 3.0 (`peppol`), or AEAT's public solution. `spfe` is UBL 2.5 by Annex I of Orden HAC/1028/2026. It is valid against OASIS's schema of UBL 2.5; AEAT had not published its rules (Schematron), so no file is known to be admissible, and nothing is sent. */
                profile?: "cen" | "peppol" | "spfe";
                /** @description `warn` compares the issuers and the Spanish recipients with AEAT's census, as an organization does that is set to it (`census` of `GET /me`): a party that AEAT does not identify is a warning, or an error if the organization refuses it. The request waits for AEAT for up to 10 seconds. */
                census?: "warn";
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
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
            /** @description The errors and the warnings (both empty if there are none), and the amounts of the valid invoices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationAnswer"];
                };
            };
        };
    };
    previewInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An invoice to be issued. A null member counts as absent. All texts of an invoice together have at most 200,000 characters. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceInput"];
            };
        };
        responses: {
            /** @description The PDF of the preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    listInvoicesOfBatch: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description Only invoices with this status. */
                processing_status?: "pending" | "processing" | "processed" | "failed";
                /** @description Only invoices in this state. */
                verifactu_state?: "remission" | "accepted" | "accepted_with_errors" | "rejected";
                /** @description Only invoices with exactly this id. */
                external_invoice_id?: string;
                /** @description Only issued invoices in this register. */
                register?: "verifactu" | "sii";
                /** @description Only invoices whose entry in SII is in this state. */
                sii_state?: "pending" | "sent" | "accepted" | "accepted_with_errors" | "rejected" | "withdrawn";
                /** @description Only invoices whose delivery to the public solution of electronic invoices is in this state. */
                spfe_state?: "not_concerned" | "unknown" | "elsewhere" | "blocked" | "prepared" | "held" | "pending" | "sending" | "uncertain" | "admitted" | "rejected" | "withdrawing" | "withdrawn" | "conflict" | "waiting_transport";
                /** @description `true`: only invoices that AEAT's public solution should have had more than 24 hours ago (`due_by` of `spfe`) and does not have; none while AEAT has not published the service. `false` changes nothing. */
                spfe_overdue?: boolean;
                /** @description Names of the members that the answer shall have, separated by commas: `invoice_number,recipient.name,totals`. A name with a dot is a member of an object or of the objects in a list. `id` is always there. What is not asked for is not read, so the answer is faster. Such an answer has the media type `application/vnd.invoice-engine.partial+json` and a schema of its own, in which only `id` is required. Generated clients that know only `application/json` are made for whole answers: use `fields` with a client that chooses the type by `Content-Type`, or read its answers as plain JSON. */
                fields?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the invoice batch. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invoices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                    "application/vnd.invoice-engine.partial+json": components["schemas"]["PartialInvoiceList"];
                };
            };
        };
    };
    getInvoiceBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBatchAnswer"];
                };
            };
        };
    };
    getInvoiceBatchSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchSummaryAnswer"];
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: {
                /** @description Names of the members that the answer shall have, separated by commas: `invoice_number,recipient.name,totals`. A name with a dot is a member of an object or of the objects in a list. `id` is always there. What is not asked for is not read, so the answer is faster. Such an answer has the media type `application/vnd.invoice-engine.partial+json` and a schema of its own, in which only `id` is required. Generated clients that know only `application/json` are made for whole answers: use `fields` with a client that chooses the type by `Content-Type`, or read its answers as plain JSON. */
                fields?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeInvoiceAnswer"];
                    "application/vnd.invoice-engine.partial+json": components["schemas"]["PartialWholeInvoiceAnswer"];
                };
            };
        };
    };
    lookUpInvoices: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupBody"];
            };
        };
        responses: {
            /** @description The invoices of each id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupAnswer"];
                };
            };
        };
    };
    annulInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
        };
    };
    resendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationAnswer"];
                };
            };
        };
    };
    getRegistrationStatus: {
        parameters: {
            query?: {
                /** @description Only this issuer. The list is empty if it has no records and no entries. */
                issuer_nif?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the registration, per issuer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationStatusAnswer"];
                };
            };
        };
    };
    getResponsibleDeclaration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The declaration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponsibleDeclarationAnswer"];
                };
            };
        };
    };
    downloadIssuedInvoicePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of your copy of the PDF. If it is still the same, the answer is 304. */
                "If-None-Match"?: string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
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
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listDocumentFormats: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The formats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentFormatsAnswer"];
                };
            };
        };
    };
    downloadDocument: {
        parameters: {
            query?: {
                /** @description With `ubl`: EN 16931 alone (`cen`, the default), Peppol BIS Billing 3.0 (`peppol`), or AEAT's public solution. `spfe` is UBL 2.5 by Annex I of Orden HAC/1028/2026. It is valid against OASIS's schema of UBL 2.5; AEAT had not published its rules (Schematron), so no file is known to be admissible, and nothing is sent. */
                profile?: "cen" | "peppol" | "spfe";
            };
            header?: {
                /** @description The `ETag` of your copy of the document. If it is still the same, the answer is 304. */
                "If-None-Match"?: string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
                /** @description The format. */
                format: "ubl" | "cii" | "facturae" | "hybrid";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "application/pdf": string;
                };
            };
        };
    };
    downloadBatchDocuments: {
        parameters: {
            query: {
                /** @description The format of all documents. */
                format: "ubl" | "cii" | "facturae" | "hybrid";
                /** @description With `ubl`: EN 16931 alone (`cen`, the default), Peppol BIS Billing 3.0 (`peppol`), or AEAT's public solution. `spfe` is UBL 2.5 by Annex I of Orden HAC/1028/2026. It is valid against OASIS's schema of UBL 2.5; AEAT had not published its rules (Schematron), so no file is known to be admissible, and nothing is sent. */
                profile?: "cen" | "peppol" | "spfe";
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    downloadIssuedBook: {
        parameters: {
            query: {
                /** @description NIF of the issuer. */
                issuer_nif: string;
                /** @description First day of the period. The default is 1 January of the year of `to`, because Pre303 and form 130 import the year up to the end of a quarter. */
                from?: string;
                /** @description Last day of the period, in the same year as `from`. */
                to: string;
                /** @description `xlsx`: AEAT's format. `csv`: the same columns for programs. `json` (the default): the rows with their sums, and the notes. */
                format?: "xlsx" | "csv" | "json";
                /** @description `E`: IVA. `U`: joint book of IVA and IRPF, for natural persons. The default is `U` if the issuer is a natural person whose profile has a concept of income, otherwise `E`. */
                book?: "E" | "U";
                /** @description With `xlsx`: whether the file has a second sheet, AVISOS, if there are notes. AEAT's format does not have it. */
                notes?: boolean;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The book */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedBookAnswer"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "text/csv": string;
                };
            };
        };
    };
    listPaymentsOfInvoice: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPaymentList"];
                };
            };
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this request. Sending the request again with the same UUID returns the payments that it recorded instead of recording others, at any time. */
                "Idempotency-Key": string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A payment of an issued invoice. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordedPaymentInput"];
            };
        };
        responses: {
            /** @description The payment, recorded by this request or an earlier one */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPaymentAnswer"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPaymentList"];
                };
            };
        };
    };
    recordPayments: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this request. Sending the request again with the same UUID returns the payments that it recorded instead of recording others, at any time. */
                "Idempotency-Key": string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Payments of issued invoices. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordedPaymentsInput"];
            };
        };
        responses: {
            /** @description An answer for each payment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentsAnswer"];
                };
            };
        };
    };
    reversePayment: {
        parameters: {
            query?: {
                /** @description Day on which the money was returned: from the day of the payment to today. */
                date?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the payment. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counter-entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPaymentAnswer"];
                };
            };
        };
    };
    reportDefault: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this request. Sending the request again with the same UUID orders nothing else, at any time. */
                "Idempotency-Key": string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        /** @description An invoice was not paid when it was due. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpfeDefaultInput"];
            };
        };
        responses: {
            /** @description The delivery after the order */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeDeliveryAnswer"];
                };
            };
        };
    };
    takeBackDefault: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeDeliveryAnswer"];
                };
            };
        };
    };
    withdrawFromSpfe: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this request. Sending the request again with the same UUID orders nothing else, at any time. */
                "Idempotency-Key": string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpfeWithdrawalBody"];
            };
        };
        responses: {
            /** @description The delivery after the order */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeDeliveryAnswer"];
                };
            };
        };
    };
    resendToSpfe: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this request. Sending the request again with the same UUID orders nothing else, at any time. */
                "Idempotency-Key": string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpfeResendBody"];
            };
        };
        responses: {
            /** @description The delivery after the order */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeDeliveryAnswer"];
                };
            };
        };
    };
    stateSpfeFact: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID that you choose for this request. Sending the request again with the same UUID orders nothing else, at any time. */
                "Idempotency-Key": string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the batch invoice. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Exactly one fact that `missing` names. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpfeFactsBody"];
            };
        };
        responses: {
            /** @description The delivery after the order */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeDeliveryAnswer"];
                };
            };
        };
    };
    listSpfeRecipientReports: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description Only reports that the engine first read in this second or later. */
                since?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeRecipientReportList"];
                };
            };
        };
    };
    getSpfeStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeStatusAnswer"];
                };
            };
        };
    };
    getSpfeReadiness: {
        parameters: {
            query: {
                /** @description The month of the issue dates, such as 2026-11. */
                month: string;
                /** @description Only the invoices of this issuer. */
                issuer_nif?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpfeReadinessAnswer"];
                };
            };
        };
    };
    listRecipientProfiles: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of profiles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientProfileList"];
                };
            };
        };
    };
    getRecipientProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Number of the recipient, as invoices state it in `document_number`: a NIF, a VAT number of another member state, or a tax number of another country. */
                document_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientProfileAnswer"];
                };
            };
        };
    };
    setRecipientProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Number of the recipient, as invoices state it in `document_number`: a NIF, a VAT number of another member state, or a tax number of another country. */
                document_number: string;
            };
            cookie?: never;
        };
        /** @description The profile of a recipient. A member that is null or absent has no value. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientProfileInput"];
            };
        };
        responses: {
            /** @description The profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientProfileAnswer"];
                };
            };
        };
    };
    removeRecipientProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Number of the recipient, as invoices state it in `document_number`: a NIF, a VAT number of another member state, or a tax number of another country. */
                document_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSeries: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description Only series of this issuer. */
                issuer_nif?: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of series */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesList"];
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query: {
                /** @description NIF of the issuer of the series. */
                issuer_nif: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Code of the series. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesAnswer"];
                };
            };
        };
    };
    setSeries: {
        parameters: {
            query: {
                /** @description NIF of the issuer of the series. */
                issuer_nif: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Code of the series. */
                code: string;
            };
            cookie?: never;
        };
        /** @description A series of an issuer. The pattern, the types and the start can change until the series has given its first number; whether it is closed can always change. An issuer can have 100 series, and an organization 1000. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeriesInput"];
            };
        };
        responses: {
            /** @description The series */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesAnswer"];
                };
            };
        };
    };
    listSeriesChanges: {
        parameters: {
            query: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description NIF of the issuer of the series. */
                issuer_nif: string;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Code of the series. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesChangeList"];
                };
            };
        };
    };
    listSeriesNumbers: {
        parameters: {
            query: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description NIF of the issuer of the series. */
                issuer_nif: string;
                /** @description The year, by the issue date. Default: the last one with numbers. Without effect if the pattern has no year. */
                year?: number;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description Code of the series. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesNumberList"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointsAnswer"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID that you choose for this endpoint. As long as the endpoint exists, the same request with the same UUID returns it instead of creating another one. The answer then has a new secret, and that of the first answer also signs for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The endpoint with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpointAnswer"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the endpoint. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointAnswer"];
                };
            };
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the endpoint. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the endpoint. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The changed endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhookEndpointAnswer"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the endpoint. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test event, which is sent now */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestAnswer"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The `id` of the endpoint. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
            };
        };
        responses: {
            /** @description The number of events that now wait for their delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of items. */
                limit?: number;
                /** @description The `next_cursor` of the page before, with the same filters. Absent for the first page. */
                cursor?: string;
                /** @description Only events of this type. */
                type?: "batch.finished" | "batch.pdfs_ready" | "invoice.failed" | "invoice.accepted" | "invoice.accepted_with_errors" | "invoice.rejected" | "invoice.annulled" | "invoice.sii_accepted" | "invoice.sii_accepted_with_errors" | "invoice.sii_rejected" | "invoice.sii_overdue_soon" | "invoice.payment_recorded" | "invoice.spfe_admitted" | "invoice.spfe_rejected" | "invoice.spfe_withdrawn" | "invoice.spfe_overdue" | "invoice.spfe_paid_by_recipient" | "invoice.spfe_rejected_by_recipient";
                /** @description Only events in this second or later. */
                occurred_from?: string;
                /** @description Only events in this second or earlier. */
                occurred_to?: string;
                /** @description Version of the form of `data`, for programs that also have a webhook endpoint with version 1. */
                payload_version?: 1 | 2;
            };
            header?: {
                /** @description Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedEventList"];
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSiiAccepted: {
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
                "application/json": components["schemas"]["InvoiceSiiAcceptedEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSiiAcceptedWithErrors: {
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
                "application/json": components["schemas"]["InvoiceSiiAcceptedWithErrorsEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSiiRejected: {
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
                "application/json": components["schemas"]["InvoiceSiiRejectedEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSiiOverdueSoon: {
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
                "application/json": components["schemas"]["InvoiceSiiOverdueSoonEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoicePaymentRecorded: {
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
                "application/json": components["schemas"]["InvoicePaymentRecordedEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSpfeAdmitted: {
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
                "application/json": components["schemas"]["InvoiceSpfeAdmittedEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSpfeRejected: {
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
                "application/json": components["schemas"]["InvoiceSpfeRejectedEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSpfeWithdrawn: {
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
                "application/json": components["schemas"]["InvoiceSpfeWithdrawnEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSpfeOverdue: {
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
                "application/json": components["schemas"]["InvoiceSpfeOverdueEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSpfePaidByRecipient: {
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
                "application/json": components["schemas"]["InvoiceSpfePaidByRecipientEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSpfeRejectedByRecipient: {
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
                "application/json": components["schemas"]["InvoiceSpfeRejectedByRecipientEvent"];
            };
        };
        responses: {
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
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
            /** @description The receiver has accepted the event. The engine reads only the status and the headers of the answer, not the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
