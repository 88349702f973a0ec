import type { ApiErrorName } from '../../contracts/api-error-catalogue.ts';

/** The errors that only requests of version 1 have: those of its pages and its search. */
type OfVersion1 = 'wrong_page' | 'wrong_per_page' | 'unclear_search';

/** The errors of requests that are not read as far as their path, so that no version answers them. */
type OfNoVersion = 'not_http' | 'tunnel' | 'slow_request' | 'large_headers';

export type TranslatedError = Exclude<ApiErrorName, OfVersion1 | OfNoVersion>;

const CORRECTION = 'La factura {number} {corrected*}: {reason*}';
const AGAIN = 'envíe de nuevo la misma petición, con el mismo Idempotency-Key si lo tenía';

/** The messages of the error answers of version 2. `{name*}` is a value that is translated as well. */
export const ERROR_TEXTS: Readonly<Record<TranslatedError, string>> = {
  // Requests that are not valid HTTP or are ambiguous.
  http_version: 'La versión de HTTP debe ser 1.1 o 1.0',
  transfer_encoding_in_http_1_0: 'Transfer-Encoding no está permitido con HTTP/1.0',
  repeated_header: 'La cabecera {name} se envía más de una vez',
  missing_host: 'La cabecera Host es obligatoria',
  wrong_host: 'La cabecera Host debe indicar un solo servidor',
  two_hosts: 'La cabecera Host y el destino de la petición indican servidores distintos',
  fragment: 'El destino de la petición no debe tener un fragmento',
  unreadable_request: 'La petición no se puede leer: {reason}',

  // Bodies.
  connection_closed: 'La conexión se cerró antes de que el cuerpo estuviera completo',
  too_many_pieces: 'El cuerpo llega en demasiados fragmentos; envíe fragmentos mayores',
  wrong_length: 'El cuerpo no tiene la longitud que indica Content-Length',
  wrong_coding: 'El cuerpo no está comprimido como indica Content-Encoding',
  large_zstd_window:
    'El cuerpo está comprimido con una ventana de zstd de más de 8 MB; comprímalo con una ventana menor',
  empty_body: 'El cuerpo está vacío; se espera un documento JSON',
  byte_order_mark: 'El cuerpo empieza con una marca de orden de bytes; envíe JSON sin ella',
  not_utf8: 'El cuerpo no es UTF-8 válido: los bytes situados en {place*} no codifican ningún carácter',
  too_deep: 'El cuerpo tiene más de {levels} niveles de anidamiento',
  not_json: 'El cuerpo no es JSON válido: {fault*}',
  duplicate_member: 'El cuerpo tiene un campo duplicado: {path}',

  // Parameters, and the body of a request for a session.
  session_not_object: 'El cuerpo debe ser un objeto',
  api_key_missing: 'api_key es obligatorio',
  api_key_not_text: 'api_key debe ser una cadena de texto',
  api_key_blank: 'api_key no puede quedar en blanco',
  unknown_parameter: 'La consulta tiene {parameters*}: {names?}; este recurso admite: {known?}',
  repeated_parameter: '{names?} debe enviarse una sola vez',
  unknown_choice: '{name} debe ser uno de estos valores: {choices}',
  blank_parameter: '{name} no puede quedar en blanco',
  long_parameter: '{name} no puede tener más de {most} caracteres',
  parameter_with_nul: '{name} no puede contener NUL',
  wrong_time: '{name} debe ser una hora UTC, como 2026-11-20T09:15:30Z',
  wrong_date: '{name} debe ser una fecha, como 2026-11-20',
  wrong_limit: 'limit debe ser un número entero entre 1 y {most}',
  wrong_cursor:
    'cursor no es un cursor de esta lista con estos filtros; envíe el next_cursor de la página anterior, sin cambios y con los mismos filtros, o empiece sin cursor',
  several_metadata: 'Solo un par de metadatos puede ser un filtro: metadata[key]=value',
  unanswered_filters:
    'Ningún índice responde a esta combinación de filtros: number_serie, issue_date_from e issue_date_to exigen además issuer_nif, external_invoice_id, recipient_document o metadata; se responde a todas las demás combinaciones',
  many_issuers: 'issuer_nif es obligatorio: esta organización tiene más de {most} emisores',

  // Authentication, rights and paths.
  missing_authorization: 'Falta la cabecera Authorization',
  invalid_token: 'El token de sesión no es válido o ha caducado',
  invalid_api_key: 'La clave de API no es válida',
  missing_right: 'La clave de API de esta sesión no tiene el derecho {right}; puede concederlo un operador',
  unknown_path: 'No existe {method} {path}',
  unknown_batch: 'No se encuentra el lote de facturas',
  unknown_invoice: 'No se encuentra la factura del lote',
  unknown_endpoint: 'No se encuentra el receptor de webhooks',
  unknown_recipient_profile: 'El destinatario no tiene perfil',
  wrong_method: '{method} no está permitido aquí, solo {allowed}',
  large_body: 'El cuerpo es mayor que los {most} que admite este recurso; envíe menos en una petición',
  large_packed_body:
    'El cuerpo comprimido es mayor que los {mostPacked} que este recurso admite comprimidos; envíelo sin comprimir, hasta {most}',
  wrong_media_type: 'Content-Type debe ser application/json',
  wrong_charset: 'El charset de Content-Type debe ser utf-8: JSON es UTF-8',
  wrong_content_encoding:
    'Content-Encoding debe ser gzip o zstd, una sola vez, u omitirse para un cuerpo sin comprimir',
  wrong_transfer_encoding: 'Transfer-Encoding debe ser chunked, u omitirse',

  // Batches that are not accepted.
  missing_idempotency_key: 'La cabecera Idempotency-Key es obligatoria',
  wrong_idempotency_key: 'Idempotency-Key debe ser un UUID',
  reused_idempotency_key: 'Idempotency-Key ya se utilizó con otro cuerpo de petición',
  idempotency_key_of_version:
    'Idempotency-Key ya se utilizó con la versión {version} de la API; envíe de nuevo la petición a esa versión o utilice otra clave',
  empty_batch: 'El lote debe contener al menos 1 factura',
  large_batch: 'El lote no puede contener más de {most} facturas',
  wrong_shape: '{places}',
  many_unknown_members: 'El cuerpo tiene más de {most} campos que no están permitidos',
  many_wrong_items: 'El cuerpo tiene listas con más de {most} elementos que no son objetos',
  many_containers: 'El cuerpo tiene más de {most} objetos y listas',

  // Corrections that are not made.
  correction_not_object: 'El cuerpo debe ser un objeto',
  correction_member: '{name} no es un campo conocido',
  correction_without_reason: 'reason es obligatorio',
  correction_reason: 'reason {fault*}',
  correction_flag: '{name} debe ser true o false',
  invoice_pending: 'La factura todavía se está procesando',
  invoice_failed: 'La factura no se expidió: {reason}',
  without_verifactu: 'La factura {number} se expidió sin VeriFactu: no tiene registro de facturación',
  not_registered: CORRECTION,
  not_answered_yet: CORRECTION,
  nothing_to_correct: CORRECTION,
  already_annulled: CORRECTION,
  corrected_by_others: CORRECTION,
  annulment_refused: CORRECTION,
  register_unclear: CORRECTION,
  recipient_not_applicable: CORRECTION,
  chain_suspended: CORRECTION,
  chain_halted: CORRECTION,
  unmarked_database:
    'La base de datos no es la activa, o se restauró o conmutó hace un momento; las correcciones se rechazan hasta que los procesos hayan marcado sus cadenas',
  many_corrections:
    'Se están haciendo demasiadas correcciones al mismo tiempo o la cadena está ocupada; esta no se hizo',
  no_declaration: 'La versión {version} no tiene declaración responsable: {reason?}',

  // Objects that are not ready yet, or are archived.
  unissued_pending: 'La factura todavía se está procesando',
  unissued_failed: 'La factura no se expidió: {reason}',
  pdf_pending: 'El PDF todavía no está listo',
  batch_without_invoices: 'No se expidió ninguna factura de este lote',
  batch_pending: 'El lote todavía se está procesando: {ready} de {issued} PDF están listos',
  pdfs_pending: 'Todavía no están listos todos los PDF: {ready} de {issued} PDF están listos',
  batch_unfinished: 'El lote todavía se está procesando',
  not_expressible: '{rule}: {reason*}. Formatos que pueden expresar esta factura: {formats?}',
  batch_not_expressible:
    'Ninguna factura de este lote puede expresarse en el formato {format}. La primera: {rule}: {reason*}',
  facturae_pending: 'La Facturae firmada todavía no está lista',
  facturae_files_pending: 'Todavía no están firmados todos los archivos: {ready} de {issued} están firmados',
  facturae_damaged:
    'La Facturae firmada de esta factura está dañada en su almacén; el operador de este servicio puede hacer que se firme de nuevo',
  signing_certificate_missing:
    'Facturae se firma con el certificado del emisor, y este emisor no tiene ninguno; el operador de este servicio puede añadirlo',
  signing_certificate_not_valid:
    'Facturae se firma con el certificado del emisor, y ninguno de este emisor es válido ahora; el operador de este servicio puede añadir uno válido',
  signing_certificate_unusable:
    'Facturae se firma con el certificado del emisor, y el de este emisor no se puede abrir; el operador de este servicio encuentra el motivo en el registro de los procesos',
  signing_key_not_rsa:
    'Facturae se firma con una clave RSA, y el certificado de este emisor tiene otra; el operador de este servicio puede añadir un certificado con una clave RSA',
  signing_key_too_short:
    'El Facturae se firma con una clave RSA de al menos 2048 bits, y el certificado de este emisor tiene una más corta; el operador de este servicio puede añadir otro certificado',
  signing_third_party_unknown:
    'El certificado con el que se firman los Facturae de este emisor es de un tercero, que el Facturae indica con su domicilio, y el domicilio no consta; el operador de este servicio puede indicarlo',
  preview_failed: 'No se puede generar la vista previa: {reason*}',
  archived_month:
    'Los lotes aceptados en {month} están archivados; el operador de este servicio puede restaurarlos para su lectura',

  // Profiles of recipients.
  wrong_recipient_number:
    'El número de la ruta debe ser un NIF sin ES y con su carácter de control correcto, un NIF-IVA de otro Estado miembro con su prefijo o un número de identificación fiscal de otro país de 1 a 20 letras y cifras',

  // Webhook endpoints.
  many_endpoints: 'La organización tiene {most} receptores de webhooks, que es el máximo; elimine antes uno',
  endpoint_disabled: 'El receptor de webhooks está desactivado y no recibe eventos; actívelo antes',
  test_waiting:
    'El último evento de prueba de este receptor de webhooks todavía no ha llegado; last_failure del receptor indica el motivo',
  no_sealing_key:
    'Los receptores de webhooks no pueden recibir secretos ahora: ningún proceso ha publicado una clave desde que el operador configuró CERTIFICATE_KEY',

  // Limits.
  read_rate: 'Demasiadas peticiones; inténtelo de nuevo dentro de {seconds} segundos',
  wrong_tokens:
    'Demasiadas peticiones con tokens de sesión no válidos; inténtelo de nuevo dentro de {seconds} segundos',
  busy_connections: 'Demasiadas conexiones de esta organización tienen peticiones en curso',
  open_requests: 'Demasiadas peticiones de esta organización están en curso',
  busy_organization:
    'Demasiadas peticiones de esta organización se procesan al mismo tiempo; envíe menos a la vez',
  key_in_use: 'Una petición con este Idempotency-Key todavía está en curso',
  many_creates: 'Se están creando demasiados lotes al mismo tiempo; este no se guardó',
  cool_down: 'Se creó un lote hace menos de {seconds} segundos',
  many_failures:
    'Con este lote habrían fallado en una hora más de {most} facturas de esta organización; no se guardó nada. POST /invoice_batches/validate muestra qué tiene mal; inténtelo de nuevo dentro de {seconds} segundos',
  many_validations: 'Se están validando demasiados lotes al mismo tiempo',
  many_previews: 'Se están generando demasiadas vistas previas al mismo tiempo',
  many_downloads: 'Se están descargando demasiados PDF al mismo tiempo',
  many_documents: 'Se están descargando demasiados documentos al mismo tiempo',

  // Faults of the service.
  internal_error:
    'Se ha producido un error en el servicio; el identificador de la petición ayuda a encontrarlo',
  outage: `El servicio no está disponible ahora; ${AGAIN}`,
  long_read:
    'Esta lectura se canceló después de {seconds} s; restrinja sus filtros o envíela de nuevo cuando el servicio esté menos ocupado',
  preview_pending:
    'La vista previa no se generó a tiempo, porque el motor está ocupado; envíe de nuevo la petición',
  many_bodies: `Se están recibiendo demasiadas peticiones grandes; ${AGAIN}`,
  many_sessions: 'Se están creando demasiadas sesiones; inténtelo de nuevo dentro de unos segundos',
};
