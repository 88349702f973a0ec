<?php

declare(strict_types=1);

namespace InvoiceBatchEngine;

/** The error that every failed call throws. */
final class EngineError extends \RuntimeException
{
    /**
     * @param int $status the HTTP status, or 0 without an answer
     * @param string $errorCode the engine's code of the error; `connection`, `unreadable`, `unexpected` or `not_in_time` for an error that this client finds
     * @param list<array{path: string, code: string, message: string, aeat_code: ?int, help: string}> $details the members of the request that the error concerns
     * @param ?float $retryAfter the pause in seconds that the engine requests
     */
    public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly array $details = [],
        public readonly ?string $requestId = null,
        public readonly ?float $retryAfter = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, $status, $previous);
    }
}
