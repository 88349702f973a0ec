<?php

/* Runs one action with the PHP client. Its argument is JSON, and it prints JSON. */

declare(strict_types=1);

use InvoiceBatchEngine\Engine;
use InvoiceBatchEngine\EngineError;
use InvoiceBatchEngine\Transport;
use InvoiceBatchEngine\Webhook;
use InvoiceBatchEngine\WebhookFault;

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
            $fields = ['totals.base'];
            $some = [...$engine->invoices($given['batch'], fields: $fields), ...$engine->search(['external_invoice_id' => $listed[0]], $fields), $engine->invoice($found[0], $fields)];
            foreach ($some as $each) {
                if (array_keys($each) !== ['id', 'totals'] || array_keys($each['totals']) !== ['base']) {
                    throw new AssertionError(json_encode($some));
                }
            }
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
        case 'pdf_archive':
            $engine->archive($given['batch'], $given['file']);
            return null;
        case 'book':
            $engine->issuedBook('B12345674', '2026-12-31', $given['file']);
            return null;
        case 'create_invoice':
            return $engine->createInvoice($given['invoice'], prefer: $given['prefer'] ?? null);
        case 'verify':
            return array_map(verify(...), $given['messages']);
        case 'every_operation':
            foreach (everyOperation($engine, $given['file']) as $call) {
                $result = $call();
                $result instanceof Generator && iterator_to_array($result, false);
            }
            return null;
        case 'declaration':
            return $engine->responsibleDeclaration();
        default:
            return $engine->validate([['lines' => [['units' => true]]]]);
    }
}

/** @return array<string, mixed> the event of a message, or why it is refused */
function verify(array $message): array
{
    try {
        return Webhook::verify($message['secrets'], $message['headers'], $message['body']);
    } catch (WebhookFault $fault) {
        return ['fault' => $fault->getMessage()];
    }
}

/** @return list<Closure> a call of each operation of the API */
function everyOperation(Engine $engine, string $file): array
{
    return [
        fn () => $engine->submit([]),
        fn () => $engine->createInvoice([], prefer: 'wait=1'),
        fn () => $engine->creditInvoice(1, ['reason' => 'Devolución'], prefer: 'respond-async'),
        fn () => $engine->access(),
        fn () => $engine->validate([], ['ubl']),
        fn () => $engine->preview([]),
        fn () => $engine->batches(['status' => 'processed']),
        fn () => $engine->batch(1),
        fn () => $engine->summary(1),
        fn () => $engine->invoices(1),
        fn () => $engine->search(),
        fn () => $engine->invoice(1),
        fn () => $engine->lookup(['a']),
        fn () => $engine->annul(1, 'Por error'),
        fn () => $engine->resend(1, 'Por error'),
        fn () => $engine->registrationStatus('B12345674'),
        fn () => $engine->responsibleDeclaration(),
        fn () => $engine->pdf(1),
        fn () => $engine->archive(1, $file, partial: true),
        fn () => $engine->documentFormats(1),
        fn () => $engine->document(1, 'ubl', 'cen'),
        fn () => $engine->documentArchive(1, 'ubl', $file, 'cen'),
        fn () => $engine->issuedBook('B12345674', '2026-12-31', "$file.book", '2026-01-01', 'xlsx', 'E', false),
        fn () => $engine->recipientProfiles(),
        fn () => $engine->recipientProfile('B12345674'),
        fn () => $engine->setRecipientProfile('B12345674', []),
        fn () => $engine->removeRecipientProfile('B12345674'),
        fn () => $engine->recordPayment(1, ['date' => '2026-11-25', 'amount' => '121.00', 'means' => 'cash']),
        fn () => $engine->recordPayments([['invoice_id' => 1, 'date' => '2026-11-25', 'amount' => '121.00', 'means' => 'cash']]),
        fn () => $engine->listPayments(),
        fn () => $engine->paymentsOfInvoice(1),
        fn () => $engine->reversePayment(1, '2026-11-26'),
        fn () => $engine->reportDefault(1, ['due_on' => '2026-11-25']),
        fn () => $engine->takeBackDefault(1),
        fn () => $engine->withdrawFromSpfe(1, 'never_happened'),
        fn () => $engine->resendToSpfe(1, 'Por error'),
        fn () => $engine->stateSpfeFact(1, ['is_business' => true]),
        fn () => $engine->spfeRecipientReports('2026-11-01T00:00:00Z'),
        fn () => $engine->spfeStatus(),
        fn () => $engine->spfeReadiness('2026-11'),
        fn () => $engine->listSeries('B12345674'),
        fn () => $engine->getSeries('B12345674', 'F'),
        fn () => $engine->setSeries('B12345674', 'F', ['pattern' => '{code}-{counter}']),
        fn () => $engine->seriesChanges('B12345674', 'F'),
        fn () => $engine->seriesNumbers('B12345674', 'F', 2026),
        fn () => $engine->webhookEndpoints(),
        fn () => $engine->createWebhookEndpoint('https://erp.example.com/hooks', payloadVersion: 2),
        fn () => $engine->webhookEndpoint(1),
        fn () => $engine->changeWebhookEndpoint(1, ['enabled' => false]),
        fn () => $engine->removeWebhookEndpoint(1),
        fn () => $engine->testWebhookEndpoint(1),
        fn () => $engine->replayEvents(1, ['occurred_from' => '2026-11-01T00:00:00Z']),
        fn () => $engine->events(['type' => 'invoice.failed']),
        fn () => $engine->close(),
    ];
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
