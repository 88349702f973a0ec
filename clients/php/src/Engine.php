<?php

declare(strict_types=1);

namespace InvoiceBatchEngine;

/**
 * The engine, on behalf of the organization of an API key. Shapes of requests and answers are those of the OpenAPI document
 * (`/api/v2/openapi.json`), as associative arrays.
 */
final class Engine
{
    /** Longest pause in seconds between two requests while waiting for each stage. */
    private const MAX_PAUSES = ['issued' => 1.0, 'printed' => 2.0, 'answered' => 5.0];

    private readonly Transport $transport;

    /**
     * @param string $url the address of the engine, without a path
     * @param float $patience seconds during which a call repeats requests that may still succeed
     * @param float $silence seconds without an answer after which a connection counts as broken
     */
    public function __construct(string $url, string $apiKey, private readonly float $patience = 120.0, float $silence = 60.0)
    {
        $this->transport = new Transport($url, $apiKey, $silence);
    }

    /**
     * Creates a batch. All attempts have the same key, so it is created once however often a connection breaks.
     *
     * @param list<array<string, mixed>> $invoices send decimals as strings ("12.50")
     * @param ?string $idempotencyKey a UUID; store it before the call if the submission must survive a restart of your program
     * @return array{data: array<string, mixed>, errors: list<array<string, mixed>>, warnings: list<array<string, mixed>>}
     * @throws EngineError
     */
    public function submit(array $invoices, ?string $externalBatchId = null, ?string $idempotencyKey = null): array
    {
        $headers = ['Idempotency-Key' => $idempotencyKey ?? self::createKey()];
        return $this->json('POST', '/invoice_batches', self::buildBody($invoices, $externalBatchId), $headers, isKeyed: true);
    }

    /**
     * Creates one invoice, and returns it as soon as it is issued. If the engine does not issue it within 5 seconds, `processing_status` of the
     * result is `pending`, and `invoice` reads it later by its `id`. All attempts have the same key, like those of `submit`.
     *
     * @param array<string, mixed> $invoice send decimals as strings ("12.50")
     * @param ?string $idempotencyKey a UUID; store it before the call if the invoice must survive a restart of your program
     * @param ?string $prefer `respond-async` to wait not at all, or `wait=2` for at most 2 seconds
     * @return array<string, mixed> the whole invoice, or what identifies one that is not issued yet
     * @throws EngineError
     */
    public function createInvoice(array $invoice, ?string $idempotencyKey = null, ?string $prefer = null): array
    {
        return $this->create('/invoices', $invoice, $idempotencyKey, $prefer);
    }

    /**
     * Credits an issued invoice or lines of it, and returns the rectification, as `createInvoice` returns an invoice.
     *
     * @param array<string, mixed> $credit
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @param ?string $prefer as for `createInvoice`
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function creditInvoice(int $invoiceId, array $credit, ?string $idempotencyKey = null, ?string $prefer = null): array
    {
        return $this->create("/invoices/$invoiceId/credit", $credit, $idempotencyKey, $prefer);
    }

    /**
     * Records a payment of an issued invoice.
     *
     * @param array<string, mixed> $payment
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function recordPayment(int $invoiceId, array $payment, ?string $idempotencyKey = null): array
    {
        return $this->create("/invoices/$invoiceId/payments", $payment, $idempotencyKey);
    }

    /**
     * Records up to 1000 payments of issued invoices, and returns a result for each. The same request with the same key tries again what was refused.
     *
     * @param list<array<string, mixed>> $payments
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @return list<array<string, mixed>>
     * @throws EngineError
     */
    public function recordPayments(array $payments, ?string $idempotencyKey = null): array
    {
        return $this->create('/payments', ['payments' => $payments], $idempotencyKey);
    }

    /**
     * Yields the payments of all invoices and their counter-entries, the last recorded first.
     *
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function listPayments(): \Generator
    {
        yield from $this->list('/payments', []);
    }

    /**
     * Yields the payments of an invoice and their counter-entries, the last recorded first.
     *
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function paymentsOfInvoice(int $invoiceId): \Generator
    {
        yield from $this->list("/invoices/$invoiceId/payments", []);
    }

    /**
     * Cancels a payment by a counter-entry, which it returns.
     *
     * @param ?string $date the day on which the money was returned; null takes that of the payment
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function reversePayment(int $paymentId, ?string $date = null): array
    {
        return $this->json('DELETE', self::locate("/payments/$paymentId", ['date' => $date]))['data'];
    }

    /**
     * Records that an invoice was not paid when it was due, which AEAT's public solution of electronic invoices (SPFE) is told.
     *
     * @param array<string, string> $unpaid
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @return array<string, mixed> the delivery of the invoice after the order
     * @throws EngineError
     */
    public function reportDefault(int $invoiceId, array $unpaid, ?string $idempotencyKey = null): array
    {
        return $this->create("/invoices/$invoiceId/defaults", $unpaid, $idempotencyKey);
    }

    /**
     * Takes back the default that was reported of an invoice. Repeating it has no further effect.
     *
     * @return array<string, mixed> the delivery of the invoice after it
     * @throws EngineError
     */
    public function takeBackDefault(int $invoiceId): array
    {
        return $this->json('DELETE', "/invoices/$invoiceId/defaults")['data'];
    }

    /**
     * Orders that AEAT withdraws an invoice that it has. For wrong contents issue a rectifying invoice. This, `resendToSpfe` and
     * `stateSpfeFact` need a key with the right `correct`.
     *
     * @param string $reason `never_happened` or `interconnect_instead`
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @return array<string, mixed> the delivery of the invoice after the order
     * @throws EngineError
     */
    public function withdrawFromSpfe(int $invoiceId, string $reason, ?string $idempotencyKey = null): array
    {
        return $this->create("/invoices/$invoiceId/spfe/withdraw", ['reason' => $reason], $idempotencyKey);
    }

    /**
     * Orders another version of the file of an invoice after AEAT rejected it, or after a conflict.
     *
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @return array<string, mixed> the delivery of the invoice after the order
     * @throws EngineError
     */
    public function resendToSpfe(int $invoiceId, string $reason, ?string $idempotencyKey = null): array
    {
        return $this->create("/invoices/$invoiceId/spfe/resend", ['reason' => $reason], $idempotencyKey);
    }

    /**
     * States one of the facts that are `missing` in the delivery of an invoice. It never changes afterwards.
     *
     * @param array<string, bool> $fact
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @return array<string, mixed> the delivery of the invoice after the order
     * @throws EngineError
     */
    public function stateSpfeFact(int $invoiceId, array $fact, ?string $idempotencyKey = null): array
    {
        return $this->create("/invoices/$invoiceId/spfe/facts", $fact, $idempotencyKey);
    }

    /**
     * Yields payments and rejections that recipients reported to AEAT, the last read first.
     *
     * @param ?string $since the UTC time from which on the engine first read them
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function spfeRecipientReports(?string $since = null): \Generator
    {
        yield from $this->list('/spfe/recipient_reports', $since === null ? [] : ['since' => $since]);
    }

    /** @return array<string, mixed> the connection to the SPFE, the decisions about issuers, and their deliveries @throws EngineError */
    public function spfeStatus(): array
    {
        return $this->json('GET', '/spfe/status')['data'];
    }

    /**
     * Returns how ready the issued invoices of a month are for the duty of electronic invoices. Allow a `silence` of more than 60 seconds for
     * 100,000 invoices.
     *
     * @param string $month such as `2026-11`
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function spfeReadiness(string $month, ?string $issuerNif = null): array
    {
        return $this->json('GET', self::locate('/spfe/readiness', ['month' => $month, 'issuer_nif' => $issuerNif]))['data'];
    }

    /** @return array<string, mixed> the organization, rights, issuers, limits and environment of the API key @throws EngineError */
    public function access(): array
    {
        return $this->json('GET', '/me')['data'];
    }

    /**
     * Returns what would happen to these invoices, with their computed amounts. Stores nothing.
     *
     * @param list<array<string, mixed>> $invoices
     * @param list<string> $documents electronic formats for which invoices that they cannot express get a warning
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function validate(array $invoices, array $documents = []): array
    {
        $query = ['documents' => $documents === [] ? null : implode(',', $documents)];
        return $this->json('POST', self::locate('/invoice_batches/validate', $query), self::buildBody($invoices, null));
    }

    /**
     * Returns the PDF that an invoice would have, marked as a draft. Stores nothing.
     *
     * @param array<string, mixed> $invoice
     * @return string the bytes of the PDF
     * @throws EngineError
     */
    public function preview(array $invoice): string
    {
        $headers = ['Content-Type' => 'application/json'];
        $send = fn (): string => $this->transport->send('POST', '/invoices/preview', self::encode($invoice), $headers)['body'];
        return Retry::run($send, $this->patience);
    }

    /**
     * Yields the batches that match the filters of `GET /invoice_batches`, newest first.
     *
     * @param array<string, string> $filters
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function batches(array $filters = []): \Generator
    {
        yield from $this->list('/invoice_batches', $filters);
    }

    /** @return array<string, mixed> the batch @throws EngineError */
    public function batch(int $batchId): array
    {
        return $this->json('GET', "/invoice_batches/$batchId")['data'];
    }

    /** @return array<string, mixed> how many invoices of a batch are issued, rendered and registered @throws EngineError */
    public function summary(int $batchId): array
    {
        return $this->json('GET', "/invoice_batches/$batchId/summary")['data'];
    }

    /**
     * Yields the invoices of a batch in the order of the request, and loads pages as needed.
     *
     * @param array<string, string> $filters
     * @param list<string>|null $fields names of the members that each shall have beside `id`, such as `totals.base`; the engine does not
     *   read others
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function invoices(int $batchId, array $filters = [], ?array $fields = null): \Generator
    {
        yield from $this->list("/invoice_batches/$batchId/invoices", $filters + self::select($fields));
    }

    /**
     * Yields the invoices of all batches that match the filters of `GET /invoices`.
     *
     * @param array<string, string> $filters
     * @param list<string>|null $fields as in `invoices`
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function search(array $filters = [], ?array $fields = null): \Generator
    {
        yield from $this->list('/invoices', $filters + self::select($fields));
    }

    /**
     * Returns a whole invoice.
     *
     * @param list<string>|null $fields as in `invoices`
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function invoice(int $invoiceId, ?array $fields = null): array
    {
        $query = $fields === null ? '' : '?' . http_build_query(self::select($fields));
        return $this->json('GET', "/invoices/$invoiceId$query")['data'];
    }

    /**
     * Returns the states of at most 1000 invoices by your own ids.
     *
     * @param list<string> $externalInvoiceIds
     * @return array<mixed>
     * @throws EngineError
     */
    public function lookup(array $externalInvoiceIds): array
    {
        $body = json_encode(['external_invoice_ids' => $externalInvoiceIds], JSON_THROW_ON_ERROR);
        return $this->json('POST', '/invoices/lookup', $body)['data'];
    }

    /**
     * Annuls an invoice that should never have been issued. Needs a key with the right `correct`. Repeating it with the same reason has no
     * further effect.
     *
     * @return array<string, mixed> the registration of the invoice
     * @throws EngineError
     */
    public function annul(int $invoiceId, string $reason): array
    {
        return $this->correct($invoiceId, 'annul', ['reason' => $reason]);
    }

    /**
     * Sends a record again that AEAT rejected or accepted with errors. Otherwise like `annul`.
     *
     * @return array<string, mixed> the registration of the invoice
     * @throws EngineError
     */
    public function resend(int $invoiceId, string $reason, bool $recipientOutsideCensus = false): array
    {
        return $this->correct($invoiceId, 'resend', ['reason' => $reason, 'recipient_outside_census' => $recipientOutsideCensus]);
    }

    /**
     * Returns for each issuer, or for one, how many records wait for AEAT's answer, and the incident that delays them.
     *
     * @return list<array<string, mixed>>
     * @throws EngineError
     */
    public function registrationStatus(?string $issuerNif = null): array
    {
        return $this->json('GET', self::locate('/registration_status', ['issuer_nif' => $issuerNif]))['data'];
    }

    /** @return array<string, mixed> the producer's declaración responsable for the running version @throws EngineError */
    public function responsibleDeclaration(): array
    {
        return $this->json('GET', '/responsible_declaration')['data'];
    }

    /**
     * Waits until every invoice of a batch is `issued`, `printed` or `answered` by AEAT.
     *
     * @param float $within the time limit in seconds
     * @param ?callable(array<string, mixed>): void $onProgress receives every summary
     * @return array<string, mixed> the summary
     * @throws EngineError `not_in_time` after the time limit
     */
    public function wait(int $batchId, string $until = 'issued', float $within = INF, ?callable $onProgress = null): array
    {
        $longest = self::MAX_PAUSES[$until] ?? throw new \InvalidArgumentException("until must be issued, printed or answered: $until");
        $deadline = microtime(true) + $within;
        for ($pause = 0.1; ; $pause = min($pause * 1.5, $longest)) {
            $summary = $this->summary($batchId);
            $onProgress !== null && $onProgress($summary);
            if (self::hasReached($summary, $until)) {
                return $summary;
            }
            if (microtime(true) + $pause > $deadline) {
                throw new EngineError(0, 'not_in_time', "The batch was not $until within $within s");
            }
            usleep((int) ($pause * 1e6));
        }
    }

    /** @return string the PDF of an issued invoice, for which it waits for at most `patience` @throws EngineError */
    public function pdf(int $invoiceId): string
    {
        return $this->bytes("/invoices/$invoiceId/pdf");
    }

    /**
     * Writes the ZIP with all PDFs of a batch to a file, which is replaced only by a complete one. Waits for at most `patience` until all of them
     * exist; with `$partial`, only until one does.
     *
     * @throws EngineError
     */
    public function archive(int $batchId, string $file, bool $partial = false): void
    {
        $this->download(self::locate("/invoice_batches/$batchId/pdfs", ['partial' => $partial ? 'true' : null]), $file);
    }

    /**
     * Returns every electronic format, and for each that cannot express an issued invoice the reason.
     *
     * @return list<array{format: string, media_type: string, available: bool, reason: ?array{rule: string, message: string}}>
     * @throws EngineError
     */
    public function documentFormats(int $invoiceId): array
    {
        return $this->json('GET', "/invoices/$invoiceId/documents")['data'];
    }

    /**
     * Returns an issued invoice in an electronic format. The first request lets the engine render a `hybrid` or sign a `facturae`, for which this
     * waits for at most `patience`.
     *
     * @param string $format one of those that documentFormats() lists
     * @param 'cen'|'peppol'|'spfe'|null $profile with `ubl`; `cen` is the default
     * @return string the bytes of the XML, or of the PDF of a `hybrid`
     * @throws EngineError 422 if the format cannot express the invoice; the message contains the rule, and the formats that can
     */
    public function document(int $invoiceId, string $format, ?string $profile = null): string
    {
        return $this->bytes(self::locate("/invoices/$invoiceId/documents/$format", ['profile' => $profile]));
    }

    /**
     * Writes the ZIP with the invoices of a batch in an electronic format to a file. Its `manifest.json` also lists the invoices that the format
     * cannot express or that cannot be signed, with the reason. Waits for at most `patience` until all of the others exist.
     *
     * @param string $format one of those that documentFormats() lists
     * @param 'cen'|'peppol'|'spfe'|null $profile with `ubl`; `cen` is the default
     * @throws EngineError
     */
    public function documentArchive(int $batchId, string $format, string $file, ?string $profile = null): void
    {
        $this->download(self::locate("/invoice_batches/$batchId/documents", ['format' => $format, 'profile' => $profile]), $file);
    }

    /**
     * Writes the book of issued invoices of an issuer to a file, which is replaced only by a complete one.
     *
     * @param string $to the last day, as `YYYY-MM-DD`
     * @param ?string $from the first day, in the same year; 1 January is the default
     * @param 'xlsx'|'csv'|'json'|null $format `json` is the default
     * @param 'E'|'U'|null $book the book of IVA, or the joint book of IVA and IRPF
     * @param bool $notes with `xlsx`, false leaves out the sheet of notes
     * @throws EngineError
     */
    public function issuedBook(
        string $issuerNif,
        string $to,
        string $file,
        ?string $from = null,
        ?string $format = null,
        ?string $book = null,
        bool $notes = true,
    ): void {
        $query = ['issuer_nif' => $issuerNif, 'from' => $from, 'to' => $to, 'format' => $format, 'book' => $book];
        $this->download(self::locate('/books/issued', $query + ['notes' => $notes ? null : 'false']), $file);
    }

    /**
     * Yields the profiles of recipients, the last change first.
     *
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function recipientProfiles(): \Generator
    {
        yield from $this->list('/recipient_profiles', []);
    }

    /** @return array<string, mixed> the profile of a recipient @throws EngineError */
    public function recipientProfile(string $documentNumber): array
    {
        return $this->json('GET', self::locateProfile($documentNumber))['data'];
    }

    /**
     * Sets the profile that completes the invoices of a recipient from now on.
     *
     * @param array<string, mixed> $profile
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function setRecipientProfile(string $documentNumber, array $profile): array
    {
        return $this->json('PUT', self::locateProfile($documentNumber), self::encode((object) $profile))['data'];
    }

    /** Removes the profile of a recipient. @throws EngineError */
    public function removeRecipientProfile(string $documentNumber): void
    {
        $this->remove(self::locateProfile($documentNumber));
    }

    /**
     * Yields the series of invoice numbers of all issuers, or of one, the newest first.
     *
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function listSeries(?string $issuerNif = null): \Generator
    {
        yield from $this->list('/series', $issuerNif === null ? [] : ['issuer_nif' => $issuerNif]);
    }

    /** @return array<string, mixed> a series of an issuer with the last numbers that it gave @throws EngineError */
    public function getSeries(string $issuerNif, string $code): array
    {
        return $this->json('GET', self::locate(self::locateSeries($code), ['issuer_nif' => $issuerNif]))['data'];
    }

    /**
     * Creates or changes a series of an issuer. Needs a key with the right `series`.
     *
     * @param array<string, mixed> $series
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function setSeries(string $issuerNif, string $code, array $series): array
    {
        $path = self::locate(self::locateSeries($code), ['issuer_nif' => $issuerNif]);
        return $this->json('PUT', $path, self::encode((object) $series))['data'];
    }

    /**
     * Yields the versions of a series, the last first.
     *
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function seriesChanges(string $issuerNif, string $code): \Generator
    {
        yield from $this->list(self::locateSeries($code) . '/changes', ['issuer_nif' => $issuerNif]);
    }

    /**
     * Yields the numbers that a series gave in a year, by default the last one, with their invoices, the last first.
     *
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function seriesNumbers(string $issuerNif, string $code, ?int $year = null): \Generator
    {
        $filters = ['issuer_nif' => $issuerNif] + ($year === null ? [] : ['year' => (string) $year]);
        yield from $this->list(self::locateSeries($code) . '/numbers', $filters);
    }

    /**
     * Returns the webhook endpoints. This and the following methods need a key with the right `webhooks`.
     *
     * @return list<array<string, mixed>>
     * @throws EngineError
     */
    public function webhookEndpoints(): array
    {
        return $this->json('GET', '/webhook_endpoints')['data'];
    }

    /** @return array<string, mixed> a webhook endpoint @throws EngineError */
    public function webhookEndpoint(int $endpointId): array
    {
        return $this->json('GET', "/webhook_endpoints/$endpointId")['data'];
    }

    /**
     * Adds an endpoint, and returns it with its secret, which is shown only here. All attempts have the same key, like those of `submit`.
     *
     * @param ?list<string> $eventTypes null selects all events
     * @param ?string $idempotencyKey a UUID, as for `createInvoice`
     * @param ?int $payloadVersion 2 names `batch` and `invoice` in the data of its events; engines up to 1.1.0 do not know it
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function createWebhookEndpoint(
        string $url,
        ?array $eventTypes = null,
        ?string $idempotencyKey = null,
        ?int $payloadVersion = null,
    ): array {
        $endpoint = ['url' => $url, 'event_types' => $eventTypes];
        if ($payloadVersion !== null) {
            $endpoint['payload_version'] = $payloadVersion;
        }
        return $this->create('/webhook_endpoints', $endpoint, $idempotencyKey);
    }

    /**
     * Changes events, state or secret. It is not repeated after a broken connection, since it may replace the secret.
     *
     * @param array<string, mixed> $change
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function changeWebhookEndpoint(int $endpointId, array $change): array
    {
        return $this->json('PATCH', "/webhook_endpoints/$endpointId", self::encode((object) $change), isOnce: true)['data'];
    }

    /** Removes an endpoint, and drops its waiting events. @throws EngineError */
    public function removeWebhookEndpoint(int $endpointId): void
    {
        $this->remove("/webhook_endpoints/$endpointId");
    }

    /** @return array<string, mixed> the `webhook.test` event that is sent to an endpoint @throws EngineError */
    public function testWebhookEndpoint(int $endpointId): array
    {
        return $this->json('POST', "/webhook_endpoints/$endpointId/test")['data'];
    }

    /**
     * Sends the events of a span to an endpoint that has not received them, at most 1000. With `include_delivered`, it also sends those that the
     * endpoint has received, so the request is not repeated after a broken connection.
     *
     * @param array<string, mixed> $span
     * @return array<string, mixed> how many events wait for their delivery
     * @throws EngineError
     */
    public function replayEvents(int $endpointId, array $span): array
    {
        $isOnce = ($span['include_delivered'] ?? false) === true;
        return $this->json('POST', "/webhook_endpoints/$endpointId/replay", self::encode((object) $span), isOnce: $isOnce)['data'];
    }

    /**
     * Yields the events of the last 90 days that match the filters of `GET /events`, newest first.
     *
     * @param array<string, string> $filters
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function events(array $filters = []): \Generator
    {
        yield from $this->list('/events', $filters);
    }

    /** Ends the session at the engine. */
    public function close(): void
    {
        $this->transport->close();
    }

    /** Waits for at most `patience` until a file exists, and returns its bytes. */
    private function bytes(string $path): string
    {
        return Retry::run(fn (): string => $this->transport->send('GET', $path)['body'], $this->patience, isAwaited: true);
    }

    private function remove(string $path): void
    {
        Retry::run(fn (): array => $this->transport->send('DELETE', $path), $this->patience);
    }

    /**
     * Writes an answer to a file, by way of another one in its folder, so that a failure never damages what exists. Waits for at most `patience`
     * until the answer exists.
     */
    private function download(string $path, string $file): void
    {
        $temporary = $file . '.' . bin2hex(random_bytes(8)) . '.tmp';
        $into = @fopen($temporary, 'xb') ?: throw new \RuntimeException("$file cannot be written");
        try {
            Retry::run(function () use ($path, $into): void {
                // What an attempt wrote before its connection broke.
                ftruncate($into, 0);
                rewind($into);
                $this->transport->send('GET', $path, into: $into);
            }, $this->patience, isAwaited: true);
            if (!fclose($into) || !rename($temporary, $file)) {
                throw new \RuntimeException("$file cannot be written");
            }
        } finally {
            if (is_resource($into)) {
                fclose($into);
            }
            if (file_exists($temporary)) {
                unlink($temporary);
            }
        }
    }

    private static function locateProfile(string $documentNumber): string
    {
        return '/recipient_profiles/' . rawurlencode($documentNumber);
    }

    private static function locateSeries(string $code): string
    {
        return '/series/' . rawurlencode($code);
    }

    private static function encode(array|object $value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
    }

    /** @param array<string, ?string> $query members that are null are left out */
    private static function locate(string $path, array $query): string
    {
        $given = http_build_query($query);
        return $given === '' ? $path : "$path?$given";
    }

    /**
     * @param array<string, mixed> $value
     * @return array<string, mixed>
     */
    private function create(string $path, array $value, ?string $idempotencyKey, ?string $prefer = null): array
    {
        $headers = ['Idempotency-Key' => $idempotencyKey ?? self::createKey()] + ($prefer === null ? [] : ['Prefer' => $prefer]);
        return $this->json('POST', $path, self::encode((object) $value), $headers, isKeyed: true)['data'];
    }

    /**
     * @param array<string, mixed> $order
     * @return array<string, mixed>
     */
    private function correct(int $invoiceId, string $action, array $order): array
    {
        return $this->json('POST', "/invoices/$invoiceId/$action", json_encode($order, JSON_THROW_ON_ERROR))['data'];
    }

    /**
     * @param list<string>|null $fields
     * @return array<string, string>
     */
    private static function select(?array $fields): array
    {
        return $fields === null ? [] : ['fields' => implode(',', $fields)];
    }

    /**
     * @param array<string, string> $filters
     * @return \Generator<int, array<string, mixed>>
     */
    private function list(string $path, array $filters): \Generator
    {
        $query = ['limit' => '100'] + $filters;
        do {
            $page = $this->json('GET', $path . '?' . http_build_query($query));
            foreach ($page['data'] as $item) {
                yield $item;
            }
            $query['cursor'] = $page['meta']['next_cursor'];
        } while ($page['meta']['has_more']);
    }

    /**
     * @param array<string, string> $headers
     * @return array<string, mixed>
     */
    private function json(string $method, string $path, ?string $body = null, array $headers = [], bool $isKeyed = false, bool $isOnce = false): array
    {
        $given = $body === null ? $headers : ['Content-Type' => 'application/json'] + $headers;
        $send = fn (): array => Transport::decode($this->transport->send($method, $path, $body, $given));
        return Retry::run($send, $this->patience, $isKeyed, isOnce: $isOnce);
    }

    /** @param list<array<string, mixed>> $invoices */
    private static function buildBody(array $invoices, ?string $externalBatchId): string
    {
        $batch = ($externalBatchId === null ? [] : ['external_batch_id' => $externalBatchId]) + ['invoices' => array_values($invoices)];
        return self::encode(['invoice_batch' => $batch]);
    }

    private static function createKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** @param array<string, mixed> $summary */
    private static function hasReached(array $summary, string $until): bool
    {
        if ($summary['pending'] > 0) {
            return false;
        }
        if ($until === 'printed') {
            return $summary['rendered'] >= $summary['processed'];
        }
        return $until === 'issued' || $summary['verifactu']['remission'] === 0;
    }
}
