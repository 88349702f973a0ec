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
     * Returns what would happen to these invoices, with their computed amounts. Stores nothing.
     *
     * @param list<array<string, mixed>> $invoices
     * @return array<string, mixed>
     * @throws EngineError
     */
    public function validate(array $invoices): array
    {
        return $this->json('POST', '/invoice_batches/validate', self::buildBody($invoices, null));
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
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function invoices(int $batchId, array $filters = []): \Generator
    {
        yield from $this->list("/invoice_batches/$batchId/invoices", $filters);
    }

    /**
     * Yields the invoices of all batches that match the filters of `GET /invoices`.
     *
     * @param array<string, string> $filters
     * @return \Generator<int, array<string, mixed>>
     * @throws EngineError
     */
    public function search(array $filters = []): \Generator
    {
        yield from $this->list('/invoices', $filters);
    }

    /** @return array<string, mixed> a whole invoice @throws EngineError */
    public function invoice(int $invoiceId): array
    {
        return $this->json('GET', "/invoices/$invoiceId")['data'];
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

    /**
     * Writes the ZIP with all PDFs of a batch to a file. Waits for at most `patience` until all of them exist.
     *
     * @throws EngineError
     */
    public function archive(int $batchId, string $file): void
    {
        $this->download("/invoice_batches/$batchId/pdfs", $file);
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
     * @param 'ubl'|'cii'|'hybrid'|'facturae' $format
     * @param 'cen'|'peppol'|null $profile with `ubl`; `cen` is the default
     * @return string the bytes of the XML, or of the PDF of a `hybrid`
     * @throws EngineError 422 if the format cannot express the invoice; the message contains the rule, and the formats that can
     */
    public function document(int $invoiceId, string $format, ?string $profile = null): string
    {
        $path = self::locate("/invoices/$invoiceId/documents/$format", ['profile' => $profile]);
        return Retry::run(fn (): string => $this->transport->send('GET', $path)['body'], $this->patience, isAwaited: true);
    }

    /**
     * Writes the ZIP with the invoices of a batch in an electronic format to a file. Its `manifest.json` also lists the invoices that the format
     * cannot express or that cannot be signed, with the reason. Waits for at most `patience` until all of the others exist.
     *
     * @param 'ubl'|'cii'|'hybrid'|'facturae' $format
     * @param 'cen'|'peppol'|null $profile with `ubl`; `cen` is the default
     * @throws EngineError
     */
    public function documentArchive(int $batchId, string $format, string $file, ?string $profile = null): void
    {
        $this->download(self::locate("/invoice_batches/$batchId/documents", ['format' => $format, 'profile' => $profile]), $file);
    }

    /** Ends the session at the engine. */
    public function close(): void
    {
        $this->transport->close();
    }

    /** Writes an answer to a file. Waits for at most `patience` until it exists. */
    private function download(string $path, string $file): void
    {
        Retry::run(function () use ($path, $file): void {
            $into = fopen($file, 'wb') ?: throw new \RuntimeException("$file cannot be written");
            try {
                $this->transport->send('GET', $path, into: $into);
            } finally {
                fclose($into);
            }
        }, $this->patience, isAwaited: true);
    }

    /** @param array<string, ?string> $query members that are null are left out */
    private static function locate(string $path, array $query): string
    {
        $given = http_build_query($query);
        return $given === '' ? $path : "$path?$given";
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
    private function json(string $method, string $path, ?string $body = null, array $headers = [], bool $isKeyed = false): array
    {
        $given = $body === null ? $headers : ['Content-Type' => 'application/json'] + $headers;
        $send = fn (): array => Transport::decode($this->transport->send($method, $path, $body, $given));
        return Retry::run($send, $this->patience, $isKeyed);
    }

    /** @param list<array<string, mixed>> $invoices */
    private static function buildBody(array $invoices, ?string $externalBatchId): string
    {
        $batch = ($externalBatchId === null ? [] : ['external_batch_id' => $externalBatchId]) + ['invoices' => array_values($invoices)];
        return json_encode(['invoice_batch' => $batch], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
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
