<?php

declare(strict_types=1);

namespace InvoiceBatchEngine;

/** The reason why a message is not accepted as one of the engine. */
final class WebhookFault extends \RuntimeException
{
}
