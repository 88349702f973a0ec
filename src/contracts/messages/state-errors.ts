import { defineTexts, onlyEnglish } from './texts.ts';

const CORRECTION = {
  en: 'Invoice {number} cannot be {corrected}: {reason}',
  es: 'La factura {number} {corrected}: {reason}',
} as const;

/**
 * The messages of errors about batches, corrections and documents, of limits, and of faults of the
 * service.
 */
export const STATE_ERRORS = defineTexts({
  // Batches that are not accepted.
  missing_idempotency_key: {
    en: 'Idempotency-Key header is required',
    es: 'La cabecera Idempotency-Key es obligatoria',
  },
  wrong_idempotency_key: { en: 'Idempotency-Key must be a UUID', es: 'Idempotency-Key debe ser un UUID' },
  reused_idempotency_key: {
    en: 'Idempotency-Key was already used with a different request body',
    es: 'Idempotency-Key ya se utilizó con otro cuerpo de petición',
  },
  idempotency_key_of_version: {
    en: 'Idempotency-Key was already used with version {version} of the API; send the request again to that version, or use a new key',
    es: 'Idempotency-Key ya se utilizó con la versión {version} de la API; envíe de nuevo la petición a esa versión o utilice otra clave',
  },
  empty_batch: {
    en: 'Batch must contain at least 1 invoice',
    es: 'El lote debe contener al menos 1 factura',
  },
  large_batch: {
    en: 'Batch cannot contain more than {most} invoices',
    es: 'El lote no puede contener más de {most} facturas',
  },
  wrong_shape: { en: '{places}', es: '{places}' },
  many_unknown_members: {
    en: 'Body has more than {most} members that are not allowed',
    es: 'El cuerpo tiene más de {most} campos que no están permitidos',
  },
  many_wrong_items: {
    en: 'Body has lists with more than {most} items that are not objects',
    es: 'El cuerpo tiene listas con más de {most} elementos que no son objetos',
  },
  many_containers: {
    en: 'Body has more than {most} objects and lists',
    es: 'El cuerpo tiene más de {most} objetos y listas',
  },
  stored_invoice_failed: {
    en: 'Invoice was stored but not issued: {reason}; correct it and send it with a new Idempotency-Key',
    es: 'La factura se guardó, pero no se expidió: {reason}; corríjala y envíela con una Idempotency-Key nueva',
  },

  // Invoices that cannot be credited.
  credited_annulled: {
    en: 'Invoice is annulled, so nothing of it is left to credit; issue another invoice if the operation took place',
    es: 'La factura está anulada, así que no queda nada que abonar; expida otra factura si la operación tuvo lugar',
  },
  credited_replaced: {
    en: 'Invoice is replaced by {number}; credit that invoice, whose id is {id}',
    es: 'La factura está sustituida por {number}; abone esa factura, cuyo identificador es {id}',
  },
  credited_substituted: {
    en: 'Invoice is rectified by substitution by {number}, which has the amounts that apply; credit that invoice, whose id is {id}',
    es: 'La factura está rectificada por sustitución por {number}, que tiene los importes vigentes; abone esa factura, cuyo identificador es {id}',
  },
  many_credits: {
    en: 'Invoice was credited {most} times, which is the most; rectify it with an invoice that you write',
    es: 'La factura se ha abonado {most} veces, que es el máximo; rectifíquela con una factura que usted escriba',
  },
  many_rectifications: {
    en: 'Invoice has more than {most} other rectifications, which is more than a credit adds up; rectify it with an invoice that you write',
    es: 'La factura tiene más de {most} rectificativas de otro tipo, más de las que suma un abono; rectifíquela con una factura que usted escriba',
  },
  credited_meanwhile: {
    en: 'Invoice is being credited by other requests; try again in a second',
    es: 'Otras peticiones están abonando la factura; inténtelo de nuevo dentro de un segundo',
  },

  // Payments.
  paid_annulled: {
    en: 'Invoice is annulled, so nothing of it is to be paid; its payments can be cancelled',
    es: 'La factura está anulada, así que no hay nada que pagar; sus pagos se pueden anular',
  },
  many_payments: {
    en: 'Invoice has {most} payments and counter-entries, which is the most',
    es: 'La factura tiene {most} pagos y contraasientos, que es el máximo',
  },
  counter_entry: {
    en: 'The payment is the counter-entry of another one, which cannot be cancelled; record the payment again',
    es: 'El pago es el contraasiento de otro, que no se puede anular; registre el pago de nuevo',
  },
  counter_entry_day: {
    en: 'The day of the counter-entry must be from {from}, the day of the payment, to {today}, today in Madrid',
    es: 'El día del contraasiento debe estar entre {from}, el del pago, y {today}, hoy en Madrid',
  },
  paid_meanwhile: {
    en: 'Other requests are recording payments of the same invoices; try again in a second',
    es: 'Otras peticiones están registrando pagos de las mismas facturas; inténtelo de nuevo dentro de un segundo',
  },

  // Corrections that are not made.
  correction_not_object: { en: 'Body must be an object', es: 'El cuerpo debe ser un objeto' },
  correction_member: { en: '{name} is not a known member', es: '{name} no es un campo conocido' },
  correction_without_reason: { en: 'reason is required', es: 'reason es obligatorio' },
  correction_reason: { en: 'reason {fault}', es: 'reason {fault}' },
  correction_flag: { en: '{name} must be true or false', es: '{name} debe ser true o false' },
  invoice_pending: { en: 'Invoice is still being processed', es: 'La factura todavía se está procesando' },
  invoice_failed: { en: 'Invoice was not issued: {reason}', es: 'La factura no se expidió: {reason}' },
  without_verifactu: {
    en: 'Invoice {number} was issued without VeriFactu: it has no registration record',
    es: 'La factura {number} se expidió sin VeriFactu: no tiene registro de facturación',
  },
  not_registered: CORRECTION,
  not_answered_yet: CORRECTION,
  nothing_to_correct: CORRECTION,
  already_annulled: CORRECTION,
  corrected_by_others: CORRECTION,
  annulment_refused: CORRECTION,
  register_unclear: CORRECTION,
  recipient_not_applicable: CORRECTION,
  chain_suspended: CORRECTION,
  unmarked_database: {
    en: 'The database is not the active one, or was restored or failed over a moment ago; corrections are refused until the workers have marked its chains',
    es: 'La base de datos no es la activa, o se restauró o conmutó hace un momento; las correcciones se rechazan hasta que los procesos hayan marcado sus cadenas',
  },
  chain_halted: CORRECTION,

  // Objects that are not ready yet, or are archived.
  unissued_pending: { en: 'Invoice is still being processed', es: 'La factura todavía se está procesando' },
  unissued_failed: { en: 'Invoice was not issued: {reason}', es: 'La factura no se expidió: {reason}' },
  pdf_pending: { en: 'PDF is not ready yet', es: 'El PDF todavía no está listo' },
  batch_without_invoices: {
    en: 'No invoice of this batch was issued',
    es: 'No se expidió ninguna factura de este lote',
  },
  batch_pending: {
    en: 'The batch is still being processed: {ready} of {issued} PDFs are ready',
    es: 'El lote todavía se está procesando: {ready} de {issued} PDF están listos',
  },
  pdfs_pending: {
    en: 'Not all PDFs are ready yet: {ready} of {issued} PDFs are ready',
    es: 'Todavía no están listos todos los PDF: {ready} de {issued} PDF están listos',
  },
  batch_unfinished: { en: 'The batch is still being processed', es: 'El lote todavía se está procesando' },
  not_expressible: {
    en: '{rule}: {reason}. Formats that can express this invoice: {formats}',
    es: '{rule}: {reason}. Formatos que pueden expresar esta factura: {formats}',
  },
  batch_not_expressible: {
    en: 'No invoice of this batch can be expressed in the format {format}. The first one: {rule}: {reason}',
    es: 'Ninguna factura de este lote puede expresarse en el formato {format}. La primera: {rule}: {reason}',
  },
  preview_failed: {
    en: 'The preview cannot be rendered: {reason}',
    es: 'No se puede generar la vista previa: {reason}',
  },
  archived_month: {
    en: 'The batches accepted in {month} are archived; the operator of this service can restore them for reading',
    es: 'Los lotes aceptados en {month} están archivados; el operador de este servicio puede restaurarlos para su lectura',
  },

  // Limits.
  read_rate: {
    en: 'Too many requests; try again in {seconds} seconds',
    es: 'Demasiadas peticiones; inténtelo de nuevo dentro de {seconds} segundos',
  },
  wrong_tokens: {
    en: 'Too many requests with invalid session tokens; try again in {seconds} seconds',
    es: 'Demasiadas peticiones con tokens de sesión no válidos; inténtelo de nuevo dentro de {seconds} segundos',
  },
  wrong_keys: {
    en: 'Too many requests with invalid API keys or session tokens; try again in {seconds} seconds',
    es: 'Demasiadas peticiones con claves de API o tokens de sesión no válidos; inténtelo de nuevo dentro de {seconds} segundos',
  },
  busy_connections: {
    en: 'Too many connections of this organization have requests in progress',
    es: 'Demasiadas conexiones de esta organización tienen peticiones en curso',
  },
  open_requests: {
    en: 'Too many requests of this organization are in progress',
    es: 'Demasiadas peticiones de esta organización están en curso',
  },
  busy_organization: {
    en: 'Too many requests of this organization are being processed at the same time; send fewer at a time',
    es: 'Demasiadas peticiones de esta organización se procesan al mismo tiempo; envíe menos a la vez',
  },
  key_in_use: {
    en: 'A request with this Idempotency-Key is still running',
    es: 'Una petición con este Idempotency-Key todavía está en curso',
  },
  many_creates: {
    en: 'Too many batches are being created at the same time; this one was not stored',
    es: 'Se están creando demasiados lotes al mismo tiempo; este no se guardó',
  },
  cool_down: {
    en: 'A batch was created less than {seconds} seconds ago',
    es: 'Se creó un lote hace menos de {seconds} segundos',
  },
  many_failures: {
    en: 'With this batch more than {most} invoices of this organization would have failed within an hour; nothing was stored. POST /invoice_batches/validate shows what is wrong with it; try again in {seconds} seconds',
    es: 'Con este lote habrían fallado en una hora más de {most} facturas de esta organización; no se guardó nada. POST /invoice_batches/validate muestra qué tiene mal; inténtelo de nuevo dentro de {seconds} segundos',
  },
  many_validations: {
    en: 'Too many batches are being validated at the same time',
    es: 'Se están validando demasiados lotes al mismo tiempo',
  },
  many_corrections: {
    en: 'Too many corrections are being made at the same time, or the chain is busy; this one was not made',
    es: 'Se están haciendo demasiadas correcciones al mismo tiempo o la cadena está ocupada; esta no se hizo',
  },
  many_previews: {
    en: 'Too many previews are being rendered at the same time',
    es: 'Se están generando demasiadas vistas previas al mismo tiempo',
  },
  many_downloads: {
    en: 'Too many PDFs are being downloaded at the same time',
    es: 'Se están descargando demasiados PDF al mismo tiempo',
  },
  many_documents: {
    en: 'Too many documents are being downloaded at the same time',
    es: 'Se están descargando demasiados documentos al mismo tiempo',
  },
  many_books: {
    en: 'Another book of this organization, or too many of all organizations, are being written; send the request again when they are finished',
    es: 'Se está escribiendo otro libro de esta organización, o demasiados de todas las organizaciones; envíe de nuevo la petición cuando terminen',
  },
  many_readiness: {
    en: 'Another month of this organization, or too many of all organizations, are being examined; send the request again when they are finished',
    es: 'Se está examinando otro mes de esta organización, o demasiados de todas las organizaciones; envíe de nuevo la petición cuando terminen',
  },
  large_headers: onlyEnglish('The headers are larger than 16 KiB'),

  // Faults of the service.
  internal_error: {
    en: 'Something went wrong on our side; the request id helps to find it',
    es: 'Se ha producido un error en el servicio; el identificador de la petición ayuda a encontrarlo',
  },
  outage: {
    en: 'The service is not available now; send the same request again, with the same Idempotency-Key if it has one',
    es: 'El servicio no está disponible ahora; envíe de nuevo la misma petición, con el mismo Idempotency-Key si lo tenía',
  },
  long_read: {
    en: 'This read was canceled after {seconds} s; narrow its filters, or send it again when the service is less busy',
    es: 'Esta lectura se canceló después de {seconds} s; restrinja sus filtros o envíela de nuevo cuando el servicio esté menos ocupado',
  },
  preview_pending: {
    en: 'The preview was not rendered in time, because the engine is busy; send the request again',
    es: 'La vista previa no se generó a tiempo, porque el motor está ocupado; envíe de nuevo la petición',
  },
  many_bodies: {
    en: 'Too many large requests are being received; send the same request again, with the same Idempotency-Key if it has one',
    es: 'Se están recibiendo demasiadas peticiones grandes; envíe de nuevo la misma petición, con el mismo Idempotency-Key si lo tenía',
  },
  many_sessions: {
    en: 'Too many sessions are being created; try again in a few seconds',
    es: 'Se están creando demasiadas sesiones; inténtelo de nuevo dentro de unos segundos',
  },
  facturae_pending: {
    en: 'The signed Facturae is not ready yet',
    es: 'La Facturae firmada todavía no está lista',
  },
  facturae_files_pending: {
    en: 'Not all files are signed yet: {ready} of {issued} files are signed',
    es: 'Todavía no están firmados todos los archivos: {ready} de {issued} están firmados',
  },
  facturae_damaged: {
    en: 'The signed Facturae of this invoice is damaged where it is stored; the operator of this service can have it signed again',
    es: 'La Facturae firmada de esta factura está dañada en su almacén; el operador de este servicio puede hacer que se firme de nuevo',
  },
  signing_certificate_missing: {
    en: 'Facturae is signed with the certificate of the issuer, and this issuer has none; the operator of this service can add it',
    es: 'Facturae se firma con el certificado del emisor, y este emisor no tiene ninguno; el operador de este servicio puede añadirlo',
  },
  signing_certificate_not_valid: {
    en: 'Facturae is signed with the certificate of the issuer, and none of this issuer is valid now; the operator of this service can add a valid one',
    es: 'Facturae se firma con el certificado del emisor, y ninguno de este emisor es válido ahora; el operador de este servicio puede añadir uno válido',
  },
  signing_certificate_unusable: {
    en: 'Facturae is signed with the certificate of the issuer, and that of this issuer cannot be opened; the operator of this service finds the reason in the log of the workers',
    es: 'Facturae se firma con el certificado del emisor, y el de este emisor no se puede abrir; el operador de este servicio encuentra el motivo en el registro de los procesos',
  },
  signing_key_not_rsa: {
    en: 'Facturae is signed with an RSA key, and the certificate of this issuer has another one; the operator of this service can add a certificate with an RSA key',
    es: 'Facturae se firma con una clave RSA, y el certificado de este emisor tiene otra; el operador de este servicio puede añadir un certificado con una clave RSA',
  },
  signing_key_too_short: {
    en: 'Facturae is signed with an RSA key of at least 2048 bits, and the certificate of this issuer has a shorter one; the operator of this service can add another certificate',
    es: 'El Facturae se firma con una clave RSA de al menos 2048 bits, y el certificado de este emisor tiene una más corta; el operador de este servicio puede añadir otro certificado',
  },
  signing_third_party_unknown: {
    en: 'The certificate with which the Facturae of this issuer are signed is that of a third party, which Facturae states with its address, and the address is unknown; the operator of this service can set it',
    es: 'El certificado con el que se firman los Facturae de este emisor es de un tercero, que el Facturae indica con su domicilio, y el domicilio no consta; el operador de este servicio puede indicarlo',
  },
});
