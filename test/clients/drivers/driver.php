<?php

/* Runs one action with the PHP client. Its argument is JSON, and it prints JSON. */

declare(strict_types=1);

use InvoiceBatchEngine\Engine;
use InvoiceBatchEngine\EngineError;
use InvoiceBatchEngine\Transport;

spl_autoload_register(function (string $class): void {
    require __DIR__ . '/../../../clients/php/src/' . substr(strrchr($class, '\\'), 1) . '.php';
});

$given = json_decode($argv[1], true, flags: JSON_THROW_ON_ERROR);
$engine = new Engine($given['url'], $given['key'], patience: (float) ($given['patience'] ?? 20));

function act(Engine $engine, array $given): mixed
{
    switch ($given['action']) {
        case 'submit':
            $validated = $engine->validate($given['invoices']);
            return ['validated' => $validated, 'answer' => $engine->submit($given['invoices'], $given['label'])];
        case 'submit_through_each':
            return array_map(
                fn (array $case): int => (new Engine($case['url'], $given['key'], patience: 20.0))
                    ->submit($case['invoices'], $case['label'])['data']['invoices_count'],
                $given['cases'],
            );
        case 'validate_in_ended_session':
            $engine->validate($given['invoices']);
            $transport = (new ReflectionProperty(Engine::class, 'transport'))->getValue($engine);
            (new ReflectionProperty(Transport::class, 'token'))->setValue($transport, 'org_session_' . str_repeat('0', 64));
            return $engine->validate($given['invoices'])['errors'];
        case 'read':
            $summary = $engine->wait($given['batch'], within: 20);
            $listed = array_column(iterator_to_array($engine->invoices($given['batch']), false), 'external_invoice_id');
            $found = array_column(iterator_to_array($engine->search(['external_invoice_id' => $listed[0]]), false), 'id');
            $total = $engine->invoice($found[0])['totals']['total'];
            return ['summary' => $summary, 'listed' => $listed, 'found' => $found, 'total' => $total, 'looked_up' => $engine->lookup($listed)];
        case 'annul':
            return $engine->annul($given['invoice'], 'Por error');
        case 'resend':
            return $engine->resend($given['invoice'], 'Por error', recipientOutsideCensus: true);
        case 'formats':
            return $engine->documentFormats($given['invoice']);
        case 'document':
            return hash('sha256', $engine->document($given['invoice'], $given['format'], $given['profile'] ?? null));
        case 'archive':
            $engine->documentArchive($given['batch'], $given['format'], $given['file']);
            return null;
        case 'declaration':
            return $engine->responsibleDeclaration();
        default:
            return $engine->validate([['lines' => [['units' => true]]]]);
    }
}

try {
    $result = act($engine, $given);
} catch (EngineError $error) {
    $result = [
        'status' => $error->status,
        'code' => $error->errorCode,
        'paths' => array_column($error->details, 'path'),
        'has_request_id' => $error->requestId !== null,
        'retry_after' => $error->retryAfter,
    ];
}
echo json_encode($result), "\n";
$engine->close();
