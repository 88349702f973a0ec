<?php

declare(strict_types=1);

namespace InvoiceBatchEngine;

/** Repeats requests that may succeed when they are repeated, without changing anything twice. */
final class Retry
{
    private const FIRST_PAUSE = 0.2;
    private const MAX_PAUSE = 10.0;
    /** Statuses after which a request may be repeated; 0 is a broken connection or a timeout. */
    private const PASSING = [0, 408, 429, 502, 503, 504];
    /** Maximum number of attempts after internal errors of the engine, which may be temporary or caused by the request. */
    private const MAX_FAULTS = 3;
    /** Statuses after which the engine has certainly not acted. */
    private const REFUSED = [429, 503];

    /**
     * Runs work until it succeeds, fails permanently, or the time limit would be exceeded.
     *
     * @template T
     * @param callable(): T $work
     * @param float $patience the time limit in seconds
     * @param bool $isKeyed whether the request creates something and has an idempotency key
     * @param bool $isAwaited whether a 409 with `Retry-After` means "not yet"
     * @param bool $isOnce whether a second request would act again, so that it is repeated only if the first one certainly had no effect
     * @return T
     * @throws EngineError the last error
     */
    public static function run(callable $work, float $patience, bool $isKeyed = false, bool $isAwaited = false, bool $isOnce = false): mixed
    {
        $deadline = microtime(true) + $patience;
        for ($attempt = 0; ; $attempt++) {
            try {
                return $work();
            } catch (EngineError $error) {
                if (!self::isPassing($error, $attempt, $isKeyed, $isAwaited, $isOnce)) {
                    throw $error;
                }
                $pause = self::choosePause($attempt, $error->retryAfter, mt_rand() / mt_getrandmax());
                if (microtime(true) + $pause > $deadline) {
                    throw $error;
                }
                usleep((int) ($pause * 1e6));
            }
        }
    }

    private static function isPassing(EngineError $error, int $attempt, bool $isKeyed, bool $isAwaited, bool $isOnce): bool
    {
        if ($isOnce) {
            return in_array($error->status, self::REFUSED, true);
        }
        return match ($error->status) {
            500 => $isKeyed && $attempt + 1 < self::MAX_FAULTS,
            // Releases before 1.2.0 say 422.
            409, 422 => $isAwaited && $error->retryAfter !== null,
            default => in_array($error->status, self::PASSING, true),
        };
    }

    /** Returns the pause in seconds: twice as long each time, up to 10, and never shorter than Retry-After. `$share` is random, from 0 to 1. */
    private static function choosePause(int $attempt, ?float $retryAfter, float $share): float
    {
        $jittered = min(self::FIRST_PAUSE * 2 ** min($attempt, 10), self::MAX_PAUSE) * (0.5 + $share / 2);
        return $retryAfter === null ? $jittered : $retryAfter + $jittered * 0.5;
    }
}
