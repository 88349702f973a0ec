import { defineTexts, onlyEnglish } from './texts.ts';

/** The messages of errors about requests, parameters, rights and paths. */
export const REQUEST_ERRORS = defineTexts({
  // Requests that are not valid HTTP or are ambiguous.
  not_http: onlyEnglish('The request is not valid HTTP'),
  http_version: { en: 'HTTP version must be 1.1 or 1.0', es: 'La versión de HTTP debe ser 1.1 o 1.0' },
  transfer_encoding_in_http_1_0: {
    en: 'Transfer-Encoding is not allowed with HTTP/1.0',
    es: 'Transfer-Encoding no está permitido con HTTP/1.0',
  },
  repeated_header: {
    en: '{name} header is given more than once',
    es: 'La cabecera {name} se envía más de una vez',
  },
  missing_host: { en: 'Host header is required', es: 'La cabecera Host es obligatoria' },
  wrong_host: { en: 'Host header must name one host', es: 'La cabecera Host debe indicar un solo servidor' },
  two_hosts: {
    en: 'Host header and request target name different hosts',
    es: 'La cabecera Host y el destino de la petición indican servidores distintos',
  },
  fragment: {
    en: 'Request target must not have a fragment',
    es: 'El destino de la petición no debe tener un fragmento',
  },
  unreadable_request: {
    en: 'The request cannot be read: {reason}',
    es: 'La petición no se puede leer: {reason}',
  },

  // Bodies.
  connection_closed: {
    en: 'The connection closed before the body was complete',
    es: 'La conexión se cerró antes de que el cuerpo estuviera completo',
  },
  too_many_pieces: {
    en: 'Body arrives in too many pieces; send larger chunks',
    es: 'El cuerpo llega en demasiados fragmentos; envíe fragmentos mayores',
  },
  wrong_length: {
    en: 'Body is not as long as Content-Length says',
    es: 'El cuerpo no tiene la longitud que indica Content-Length',
  },
  wrong_coding: {
    en: 'Body is not compressed as Content-Encoding says',
    es: 'El cuerpo no está comprimido como indica Content-Encoding',
  },
  large_zstd_window: {
    en: 'Body is compressed with a zstd window of more than 8 MB; compress it with a smaller window',
    es: 'El cuerpo está comprimido con una ventana de zstd de más de 8 MB; comprímalo con una ventana menor',
  },
  empty_body: {
    en: 'Body is empty; a JSON document is expected',
    es: 'El cuerpo está vacío; se espera un documento JSON',
  },
  byte_order_mark: {
    en: 'Body starts with a byte order mark; send JSON without one',
    es: 'El cuerpo empieza con una marca de orden de bytes; envíe JSON sin ella',
  },
  not_utf8: {
    en: 'Body is not valid UTF-8: the bytes at {place} do not encode a character',
    es: 'El cuerpo no es UTF-8 válido: los bytes situados en {place} no codifican ningún carácter',
  },
  too_deep: {
    en: 'Body is nested deeper than {levels} levels',
    es: 'El cuerpo tiene más de {levels} niveles de anidamiento',
  },
  not_json: { en: 'Body is not valid JSON: {fault}', es: 'El cuerpo no es JSON válido: {fault}' },
  duplicate_member: {
    en: 'Body has a duplicate member: {path}',
    es: 'El cuerpo tiene un campo duplicado: {path}',
  },

  // Parameters, and the body of a request for a session.
  session_not_object: { en: 'Body must be an object', es: 'El cuerpo debe ser un objeto' },
  api_key_missing: { en: 'api_key is required', es: 'api_key es obligatorio' },
  api_key_not_text: { en: 'api_key must be a string', es: 'api_key debe ser una cadena de texto' },
  api_key_blank: { en: "api_key can't be blank", es: 'api_key no puede quedar en blanco' },
  key_is_no_session: {
    en: 'The request was sent with an API key, and only a session can be ended in this way; an operator revokes keys',
    es: 'La petición se envió con una clave de API, y así solo se puede terminar una sesión; las claves las revoca un operador',
  },
  small_parameter: onlyEnglish('{name} must be an integer of at least {least}'),
  parameter_out_of_range: {
    en: '{name} must be an integer between {least} and {most}',
    es: '{name} debe ser un número entero entre {least} y {most}',
  },
  unknown_parameter: {
    en: 'Unknown query {parameters} {names}; this endpoint accepts {known}',
    es: 'La consulta tiene {parameters}: {names}; este recurso admite: {known}',
  },
  unknown_field: { en: 'The name {name} in fields {says}', es: 'El nombre {name} de fields {says}' },
  repeated_parameter: { en: '{names} must be given once', es: '{names} debe enviarse una sola vez' },
  unknown_choice: {
    en: '{name} must be one of {choices}',
    es: '{name} debe ser uno de estos valores: {choices}',
  },
  blank_parameter: { en: "{name} can't be blank", es: '{name} no puede quedar en blanco' },
  long_parameter: {
    en: "{name} can't be longer than {most} characters",
    es: '{name} no puede tener más de {most} caracteres',
  },
  parameter_with_nul: { en: "{name} can't contain NUL", es: '{name} no puede contener NUL' },
  wrong_month: {
    en: '{name} must be a month from 2000-01 on, such as 2026-11',
    es: '{name} debe ser un mes a partir de 2000-01, como 2026-11',
  },
  wrong_time: {
    en: '{name} must be a time in UTC, such as 2026-11-20T09:15:30Z',
    es: '{name} debe ser una hora UTC, como 2026-11-20T09:15:30Z',
  },
  unclear_search: onlyEnglish(
    'Either external_invoice_id, or issuer_nif together with invoice_number, is required',
  ),
  book_period: {
    en: 'The period must be within one year, 2000 or later, and must not end before it begins: a book belongs to one year',
    es: 'El período debe estar dentro de un mismo año, 2000 o posterior, y no puede terminar antes de empezar: un libro corresponde a un ejercicio',
  },
  joint_book: {
    en: 'The joint book of IVA and IRPF is for natural persons: the issuer {nif} is a legal person, whose book is E',
    es: 'El libro conjunto de IVA e IRPF es para personas físicas: el emisor {nif} es una persona jurídica, cuyo libro es E',
  },
  many_issuers: {
    en: 'issuer_nif is required: this organization has more than {most} issuers',
    es: 'issuer_nif es obligatorio: esta organización tiene más de {most} emisores',
  },

  // Authentication, rights and paths.
  missing_authorization: { en: 'Missing Authorization header', es: 'Falta la cabecera Authorization' },
  invalid_token: {
    en: 'Invalid or expired session token',
    es: 'El token de sesión no es válido o ha caducado',
  },
  invalid_api_key: { en: 'Invalid API key', es: 'La clave de API no es válida' },
  // In version 2, which accepts an API key as well. The messages never contain what was sent.
  missing_credentials: {
    en: 'Missing Authorization header; send Authorization: Bearer and your API key',
    es: 'Falta la cabecera Authorization; envíe Authorization: Bearer y su clave de API',
  },
  key_in_other_header: {
    en: 'Missing Authorization header; send the API key as Authorization: Bearer and the key, not as X-Api-Key',
    es: 'Falta la cabecera Authorization; envíe la clave de API como Authorization: Bearer y la clave, no como X-Api-Key',
  },
  several_authorizations: {
    en: 'The request has several Authorization headers; send one',
    es: 'La petición tiene varias cabeceras Authorization; envíe una sola',
  },
  basic_authentication: {
    en: 'Basic authentication is not supported; send Authorization: Bearer and your API key',
    es: 'No se admite la autenticación Basic; envíe Authorization: Bearer y su clave de API',
  },
  without_bearer: {
    en: 'The Authorization header must be Bearer, a space, and the API key or session token alone',
    es: 'La cabecera Authorization debe ser Bearer, un espacio y solo la clave de API o el token de sesión',
  },
  malformed_api_key: {
    en: 'The API key is incomplete or has characters that no key has; send the whole key: org_live_ and at least 43 letters, digits, - and _',
    es: 'La clave de API está incompleta o tiene caracteres que ninguna clave tiene; envíe la clave entera: org_live_ y al menos 43 letras, cifras, - y _',
  },
  unknown_api_key: {
    en: 'The API key is unknown or revoked; send another one, which an operator can create',
    es: 'La clave de API no existe o está revocada; envíe otra, que puede crear un operador',
  },
  ended_session: {
    en: 'Invalid or expired session token; send your API key instead, or a new token from POST /api/v2/auth/sessions',
    es: 'El token de sesión no es válido o ha caducado; envíe en su lugar su clave de API, o un token nuevo de POST /api/v2/auth/sessions',
  },
  webhook_secret_sent: {
    en: 'This is the secret of a webhook endpoint, with which you verify webhooks; send your API key, which begins with org_live_',
    es: 'Este es el secreto de un destino de webhooks, con el que se comprueban los webhooks; envíe su clave de API, que empieza por org_live_',
  },
  unknown_secret: {
    en: 'The Authorization header has neither an API key (org_live_…) nor a session token (ses_…); passwords of operators and other secrets are not accepted here',
    es: 'La cabecera Authorization no tiene ni una clave de API (org_live_…) ni un token de sesión (ses_…); aquí no se aceptan contraseñas de operadores ni otros secretos',
  },
  token_as_api_key: {
    en: 'api_key is a session token; send your API key, which begins with org_live_',
    es: 'api_key es un token de sesión; envíe su clave de API, que empieza por org_live_',
  },
  webhook_secret_as_api_key: {
    en: 'api_key is the secret of a webhook endpoint; send your API key, which begins with org_live_',
    es: 'api_key es el secreto de un destino de webhooks; envíe su clave de API, que empieza por org_live_',
  },
  unknown_key_for_session: {
    en: 'Invalid API key: it is unknown or revoked, or it is another secret; an API key begins with org_live_',
    es: 'La clave de API no es válida: no existe, está revocada o es otro secreto; una clave de API empieza por org_live_',
  },
  missing_right: {
    en: 'The API key of this session lacks the right {right}; an operator can grant it',
    es: 'La clave de API de esta sesión no tiene el derecho {right}; puede concederlo un operador',
  },
  unknown_path: { en: 'There is no {method} {path}', es: 'No existe {method} {path}' },
  unknown_batch: { en: 'Invoice batch not found', es: 'No se encuentra el lote de facturas' },
  unknown_invoice: { en: 'Batch invoice not found', es: 'No se encuentra la factura del lote' },
  unknown_issuer: {
    en: 'This organization has issued no invoice of the issuer {nif}',
    es: 'Esta organización no ha expedido ninguna factura del emisor {nif}',
  },
  no_declaration: {
    en: 'Version {version} has no declaración responsable: {reason}',
    es: 'La versión {version} no tiene declaración responsable: {reason}',
  },
  wrong_method: {
    en: '{method} is not allowed here, only {allowed}',
    es: '{method} no está permitido aquí, solo {allowed}',
  },
  tunnel: onlyEnglish('CONNECT is not allowed here, only {allowed}'),
  slow_request: onlyEnglish('The request took too long to arrive'),
  large_body: {
    en: 'Body is larger than the {most} that this endpoint accepts; send less in one request',
    es: 'El cuerpo es mayor que los {most} que admite este recurso; envíe menos en una petición',
  },
  large_packed_body: {
    en: 'The compressed body is larger than the {mostPacked} that this endpoint accepts compressed; send it without compression, up to {most}',
    es: 'El cuerpo comprimido es mayor que los {mostPacked} que este recurso admite comprimidos; envíelo sin comprimir, hasta {most}',
  },
  wrong_media_type: {
    en: 'Content-Type must be application/json',
    es: 'Content-Type debe ser application/json',
  },
  wrong_charset: {
    en: 'The charset in Content-Type must be utf-8: JSON is UTF-8',
    es: 'El charset de Content-Type debe ser utf-8: JSON es UTF-8',
  },
  wrong_content_encoding: {
    en: 'Content-Encoding must be gzip or zstd, once, or absent for a body without compression',
    es: 'Content-Encoding debe ser gzip o zstd, una sola vez, u omitirse para un cuerpo sin comprimir',
  },
  wrong_transfer_encoding: {
    en: 'Transfer-Encoding must be chunked, or absent',
    es: 'Transfer-Encoding debe ser chunked, u omitirse',
  },

  // Parameters.
  wrong_date: {
    en: '{name} must be a date, such as 2026-11-20',
    es: '{name} debe ser una fecha, como 2026-11-20',
  },
  wrong_amount: {
    en: '{name} must be an amount with at most two decimals, such as 121.00',
    es: '{name} debe ser un importe con dos decimales como máximo, como 121.00',
  },
  wrong_cursor: {
    en: 'cursor is not a cursor of this list with these filters; send the next_cursor of the page before, unchanged and with the same filters, or begin without a cursor',
    es: 'cursor no es un cursor de esta lista con estos filtros; envíe el next_cursor de la página anterior, sin cambios y con los mismos filtros, o empiece sin cursor',
  },
  several_metadata: {
    en: 'Only one pair of metadata can be a filter: metadata[key]=value',
    es: 'Solo un par de metadatos puede ser un filtro: metadata[key]=value',
  },
  unanswered_filters: {
    en: 'No index answers this combination of filters: number_serie, issue_date_from and issue_date_to also need issuer_nif, external_invoice_id, recipient_document or metadata; all other combinations are answered',
    es: 'Ningún índice responde a esta combinación de filtros: number_serie, issue_date_from e issue_date_to exigen además issuer_nif, external_invoice_id, recipient_document o metadata; se responde a todas las demás combinaciones',
  },

  // Series.
  unknown_series: {
    en: 'The issuer has no series with this code',
    es: 'El emisor no tiene ninguna serie con este código',
  },

  // Profiles of recipients.
  unknown_payment: { en: 'Payment not found', es: 'No se ha encontrado el pago' },
  unknown_recipient_profile: { en: 'The recipient has no profile', es: 'El destinatario no tiene perfil' },
  wrong_recipient_number: {
    en: 'The number in the path must be a NIF without ES and with its right check character, a VAT number of another member state with its prefix, or a tax number of another country with 1 to 20 letters and digits',
    es: 'El número de la ruta debe ser un NIF sin ES y con su carácter de control correcto, un NIF-IVA de otro Estado miembro con su prefijo o un número de identificación fiscal de otro país de 1 a 20 letras y cifras',
  },

  // Webhook endpoints that are not found, created or tested.
  unknown_endpoint: { en: 'Webhook endpoint not found', es: 'No se encuentra el receptor de webhooks' },
  many_endpoints: {
    en: 'The organization has {most} webhook endpoints, which is the maximum; remove one first',
    es: 'La organización tiene {most} receptores de webhooks, que es el máximo; elimine antes uno',
  },
  endpoint_disabled: {
    en: 'The webhook endpoint is disabled and receives no events; enable it first',
    es: 'El receptor de webhooks está desactivado y no recibe eventos; actívelo antes',
  },
  many_events: {
    en: 'The span has more than {most} events; replay shorter spans one after another',
    es: 'El periodo tiene más de {most} eventos; repita periodos más cortos uno tras otro',
  },
  replay_waiting: {
    en: 'Too many events wait for this webhook endpoint; replay when they have been delivered',
    es: 'Hay demasiados eventos en espera para este receptor de webhooks; repítalos cuando se hayan entregado',
  },
  test_waiting: {
    en: 'The last test event of this webhook endpoint has not arrived yet; last_failure of the endpoint has the reason',
    es: 'El último evento de prueba de este receptor de webhooks todavía no ha llegado; last_failure del receptor indica el motivo',
  },
  no_sealing_key: {
    en: 'Webhook endpoints cannot get secrets now: no worker has published a key since the operator set CERTIFICATE_KEY',
    es: 'Los receptores de webhooks no pueden recibir secretos ahora: ningún proceso ha publicado una clave desde que el operador configuró CERTIFICATE_KEY',
  },
});
