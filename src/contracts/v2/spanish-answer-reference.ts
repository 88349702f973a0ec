import type { AnswerCode } from './answer-reference.ts';
import type { CodeEntry } from './code-entry.ts';

/* The reference of the codes of error answers in Spanish. */

const entry = (meaning: string, remedy: string, article: string | null = null): CodeEntry => ({
  meaning,
  article,
  remedy,
});

export const SPANISH_ANSWER_ENTRIES: Readonly<Record<AnswerCode, CodeEntry>> = {
  bad_request: entry(
    'La petición no se puede leer.',
    'Corrija el cuerpo o el parámetro que indica el mensaje.',
  ),
  unauthorized: entry(
    'La petición no está autenticada.',
    'Envíe la clave de API o un token de sesión válido; el mensaje dice qué falla en el que ha enviado.',
  ),
  forbidden: entry(
    'A la clave de API le falta un permiso.',
    'Pida a quien opera el motor el permiso que indica el mensaje.',
  ),
  not_found: entry('La organización no tiene ese recurso.', 'Corrija la ruta.'),
  method_not_allowed: entry('La ruta no admite el método.', 'Use uno de los métodos de `Allow`.'),
  request_timeout: entry('La petición llegó demasiado despacio.', 'Repita la petición con la misma clave.'),
  not_ready: entry('Lo solicitado aún no existe.', 'Repita la petición tras `Retry-After`.'),
  payload_too_large: entry(
    'El cuerpo es demasiado grande.',
    'Divida el lote en varios, cada uno con su clave.',
  ),
  unsupported_media_type: entry(
    'El cuerpo tiene un tipo o una codificación que el motor no lee.',
    'Envíe `application/json` en UTF-8, sin comprimir o con `Content-Encoding: gzip` o `zstd`.',
  ),
  missing_idempotency_key: entry('Falta la cabecera `Idempotency-Key`.', 'Envíe en ella un UUID.'),
  invalid_idempotency_key: entry(
    'La clave de idempotencia no es un UUID o pertenece a otra petición.',
    'Use una clave nueva para una petición nueva.',
  ),
  validation_failed: entry(
    'El cuerpo no es el que necesita la operación. No se guardó nada.',
    'Corrija los campos que indican los detalles.',
  ),
  unprocessable_content: entry(
    'Lo solicitado no va a existir.',
    'No repita la petición; el mensaje contiene el motivo.',
  ),
  not_issued: entry(
    'La factura no está expedida, así que no se puede corregir, o su creación no la expidió.',
    'Tras 409, repita la petición tras `Retry-After`. Tras 422 no hay nada que corregir; envíe una factura corregida con una `Idempotency-Key` nueva.',
  ),
  not_registered: entry(
    'La factura no tiene registro de facturación.',
    'No hay nada que corregir.',
    'RD 1007/2023',
  ),
  not_answered_yet: entry(
    'La AEAT no ha respondido al último registro de la factura.',
    'Repita la petición tras `Retry-After`.',
  ),
  nothing_to_correct: entry('La AEAT ha aceptado el registro sin errores.', 'No hay nada que corregir.'),
  already_annulled: entry('La factura está anulada.', 'No hay nada que corregir.'),
  corrected_by_others: entry('Otras facturas rectifican o sustituyen la factura.', 'Anule esas antes.'),
  annulment_refused: entry(
    'La AEAT rechazó la anulación de la factura.',
    'Envíe de nuevo el registro con `resend`.',
  ),
  register_unclear: entry('La AEAT considera el registro un duplicado.', 'Avise a quien opera el motor.'),
  recipient_not_applicable: entry(
    'La factura no tiene un destinatario al que pueda referirse `recipient_outside_census`.',
    'Envíe la petición sin ese campo.',
    'AEAT, error 2001',
  ),
  chain_suspended: entry(
    'La cadena se está comparando con el registro de la AEAT.',
    'Avise a quien opera el motor.',
  ),
  chain_halted: entry('La cadena está detenida.', 'Avise a quien opera el motor.'),
  too_many_endpoints: entry(
    'La organización tiene el número máximo de receptores de webhooks.',
    'Elimine uno antes.',
  ),
  not_creditable: entry(
    'La factura no se puede abonar: está anulada, sustituida o rectificada por sustitución, o se ha rectificado demasiadas veces.',
    'Abone la factura que indica el mensaje, o rectifíquela con una factura que usted escriba.',
  ),
  not_payable: entry(
    'El pago no se puede registrar o anular: la factura está anulada o tiene demasiados pagos, o el pago es un contraasiento.',
    'Haga lo que dice el mensaje.',
  ),
  not_in_spfe: entry(
    'La factura no tiene entrega a la solución pública de facturación electrónica.',
    'Pida a quien opera el motor que decida sobre su emisor (`org spfe`).',
    'RD 238/2026',
  ),
  wrong_spfe_state: entry(
    'El estado de la entrega no permite la orden.',
    'Haga lo que dice el mensaje.',
    'Orden HAC/1028/2026',
  ),
  not_in_default: entry(
    'La factura no está impagada o ya consta un impago.',
    'Haga lo que dice el mensaje.',
    'Orden HAC/1028/2026, art. 7',
  ),
  too_many_events: entry(
    'El periodo tiene más eventos de los que repite una petición.',
    'Repita periodos más cortos uno tras otro.',
  ),
  replay_waiting: entry(
    'Hay demasiados eventos en espera para el receptor de webhooks.',
    'Repita cuando se hayan entregado.',
  ),
  endpoint_disabled: entry('El receptor de webhooks no recibe eventos.', 'Actívelo antes.'),
  test_waiting: entry(
    'El último evento de prueba del receptor de webhooks no ha llegado.',
    'Lea `last_failure` del receptor.',
  ),
  too_many_requests: entry(
    'Se ha superado un límite.',
    'Repita la petición tras `Retry-After`, con la misma clave.',
  ),
  headers_too_large: entry('Las cabeceras son demasiado grandes.', 'Envíe menos cabeceras o más cortas.'),
  internal_error: entry(
    'El motor tiene un fallo.',
    'Repita la petición unas pocas veces con la misma clave; después, comunique a quien opera el motor el `request_id`.',
  ),
  service_unavailable: entry(
    'No está disponible algo de lo que depende el motor, o una lectura tardó demasiado.',
    'Repita la petición tras `Retry-After`, con la misma clave.',
  ),
};
