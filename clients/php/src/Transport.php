<?php

declare(strict_types=1);

namespace InvoiceBatchEngine;

/** One HTTP exchange with the engine, and the session that authenticates it. */
final class Transport
{
    /** The version of this package, which the release sets. */
    private const VERSION = '1.1.0';

    private ?string $token = null;

    /** @param float $silence seconds without a byte after which a connection counts as broken */
    public function __construct(private readonly string $url, private readonly string $apiKey, private readonly float $silence)
    {
        if (preg_match('#^https?://[^/]+#', $url) !== 1) {
            throw new \InvalidArgumentException("url must begin with http:// or https:// and name a host: $url");
        }
    }

    /**
     * Sends an authenticated request, and opens a new session once if the token is refused.
     *
     * @param array<string, string> $headers
     * @param ?resource $into the file that a successful answer is written to
     * @return array{status: int, headers: array<string, string>, body: string}
     * @throws EngineError
     */
    public function send(string $method, string $path, ?string $body = null, array $headers = [], $into = null): array
    {
        $this->token ??= $this->openSession();
        try {
            return $this->exchange($method, $path, $body, ['Authorization' => "Bearer {$this->token}"] + $headers, $into);
        } catch (EngineError $error) {
            if ($error->status !== 401) {
                throw $error;
            }
        }
        $this->token = $this->openSession();
        return $this->exchange($method, $path, $body, ['Authorization' => "Bearer {$this->token}"] + $headers, $into);
    }

    /** Ends the session. A later call opens another one. */
    public function close(): void
    {
        if ($this->token === null) {
            return;
        }
        $token = $this->token;
        $this->token = null;
        try {
            $this->exchange('DELETE', '/auth/sessions', null, ['Authorization' => "Bearer $token"]);
        } catch (EngineError) {
            // The session ends by itself.
        }
    }

    private function openSession(): string
    {
        $body = json_encode(['api_key' => $this->apiKey], JSON_THROW_ON_ERROR);
        $answer = $this->exchange('POST', '/auth/sessions', $body, ['Content-Type' => 'application/json']);
        return self::decode($answer)['session_token'];
    }

    /**
     * Decodes a JSON answer.
     *
     * @param array{status: int, headers: array<string, string>, body: string} $answer
     * @return array<string, mixed>
     * @throws EngineError `unreadable` if it is not JSON: something else than the engine answered
     */
    public static function decode(array $answer): array
    {
        $value = json_decode($answer['body'], true);
        if (!is_array($value)) {
            throw new EngineError($answer['status'], 'unreadable', 'The answer is not JSON. Check the address of the engine');
        }
        return $value;
    }

    /**
     * @param array<string, string> $headers
     * @param ?resource $into
     * @return array{status: int, headers: array<string, string>, body: string}
     */
    private function exchange(string $method, string $path, ?string $body, array $headers, $into = null): array
    {
        $received = [];
        $content = '';
        $status = 0;
        $isEmpty = true;
        // Without an empty Expect, cURL waits a second before it sends a large body.
        $headers += ['Expect' => ''];
        $handle = curl_init(rtrim($this->url, '/') . '/api/v2' . $path);
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(
                fn (string $name, string $value): string => "$name: $value",
                array_keys($headers),
                array_values($headers),
            ),
            // What requests say of this client (RFC 9110, 10.1.5).
            CURLOPT_USERAGENT => 'invoice-batch-engine-client/' . self::VERSION . ' (PHP ' . PHP_VERSION . ')',
            CURLOPT_LOW_SPEED_LIMIT => 1,
            CURLOPT_LOW_SPEED_TIME => max(1, (int) ceil($this->silence)),
            CURLOPT_CONNECTTIMEOUT_MS => (int) ($this->silence * 1000),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => function ($_handle, string $line) use (&$received, &$status): int {
                if (preg_match('#^HTTP/\S+ (\d+)#', $line, $found) === 1) {
                    $status = (int) $found[1];
                    $received = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $received[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function ($_handle, string $piece) use (&$content, &$status, &$isEmpty, $into): int {
                $isEmpty = false;
                if ($into !== null && $status < 300) {
                    return fwrite($into, $piece) ?: 0;
                }
                $content .= $piece;
                return strlen($piece);
            },
        ]);
        if ($body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
        }
        $isComplete = curl_exec($handle);
        $why = curl_error($handle);
        if ($isComplete !== true) {
            throw new EngineError(0, 'connection', "$method $path: $why");
        }
        // A connection that breaks among the headers looks like their end: the answer has neither a length nor a body.
        $isMeasured = isset($received['content-length']) || isset($received['transfer-encoding']);
        if ($status < 300 && $status !== 204 && $isEmpty && !$isMeasured) {
            throw new EngineError(0, 'connection', 'The answer ended before it was complete');
        }
        if ($status >= 300) {
            throw self::readError($status, $received, $content);
        }
        return ['status' => $status, 'headers' => $received, 'body' => $content];
    }

    /** @param array<string, string> $headers */
    private static function readError(int $status, array $headers, string $body): EngineError
    {
        $retryAfter = self::readSeconds($headers['retry-after'] ?? null);
        $requestId = $headers['x-request-id'] ?? null;
        $error = json_decode($body, true)['error'] ?? null;
        if (!isset($error['code'], $error['message'])) {
            return new EngineError($status, 'unexpected', "The answer with status $status is not the engine's", [], $requestId, $retryAfter);
        }
        return new EngineError($status, $error['code'], $error['message'], $error['details'] ?? [], $error['request_id'] ?? $requestId, $retryAfter);
    }

    /** Reads `Retry-After`: seconds, or a time (RFC 9110, 10.2.3), which proxies may send. */
    private static function readSeconds(?string $retryAfter): ?float
    {
        if ($retryAfter === null || ctype_digit($retryAfter)) {
            return $retryAfter === null ? null : (float) $retryAfter;
        }
        $time = strtotime($retryAfter);
        return $time === false ? null : (float) max($time - time(), 0);
    }
}
