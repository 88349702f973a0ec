<?php

declare(strict_types=1);

namespace InvoiceBatchEngine;

/** Verifies that a webhook comes from the engine (Standard Webhooks: HMAC-SHA256). */
final class Webhook
{
    private const PREFIX = 'whsec_';
    /** The longest difference in seconds between the time of a message and the clock. */
    private const TOLERANCE = 300;

    /**
     * Verifies the signature of a message and returns its event.
     *
     * @param string|list<string> $secrets the secret of the endpoint (`whsec_…`), or several while it is being replaced
     * @param array<string, string> $headers the headers of the request, in any case, for example of `getallheaders()`
     * @param string $body the body as it was received, before it is parsed: `file_get_contents('php://input')`
     * @return array<string, mixed>
     * @throws WebhookFault if the engine did not sign it, or more than five minutes ago
     */
    public static function verify(string|array $secrets, array $headers, string $body): array
    {
        $given = array_change_key_case($headers, CASE_LOWER);
        $id = $given['webhook-id'] ?? '';
        $timestamp = $given['webhook-timestamp'] ?? '';
        $signatures = $given['webhook-signature'] ?? '';
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookFault('The request is not a signed webhook');
        }
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || abs(time() - (int) $timestamp) > self::TOLERANCE) {
            throw new WebhookFault('The message was signed more than five minutes ago, or a clock is wrong');
        }
        foreach ((array) $secrets as $secret) {
            $mac = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::readKey($secret), true));
            foreach (explode(' ', $signatures) as $signature) {
                if (hash_equals($mac, $signature)) {
                    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new WebhookFault('No signature of the message matches the secret of the endpoint');
    }

    private static function readKey(string $secret): string
    {
        $key = str_starts_with($secret, self::PREFIX) ? base64_decode(substr($secret, strlen(self::PREFIX)), true) : false;
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('The secret of a webhook endpoint begins with whsec_ and continues in base64');
        }
        return $key;
    }
}
