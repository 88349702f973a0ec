import { defineTexts } from './texts.ts';

/** What keeps an order about a delivery to AEAT's public solution of electronic invoices from being carried out. */
export const SPFE_ORDERS = defineTexts({
  spfe_default: { en: 'Default', es: 'Impago' },
  spfe_not_due_yet: {
    en: 'is {date}, but an invoice is in default from the day after its due date, and today is {today} in Madrid',
    es: 'es {date}, pero hay impago desde el día siguiente al vencimiento, y hoy es {today} en Madrid',
  },
  spfe_due_before_issue: {
    en: 'is {date}, but the invoice was issued on {issued}: state the day on which it was due',
    es: 'es {date}, pero la factura se expidió el {issued}: indique el día del vencimiento',
  },
  spfe_received_in_future: {
    en: 'is {date}, which is after today ({today} in Madrid): leave it out until it has happened',
    es: 'es {date}, posterior a hoy ({today} en Madrid): omítalo hasta que haya ocurrido',
  },

  spfe_one_fact: {
    en: 'must state exactly one fact: is_business or establishment_in_spain',
    es: 'debe indicar exactamente un dato: is_business o establishment_in_spain',
  },

  // The states of a delivery, after "it".
  spfe_is_not_concerned: {
    en: 'the duty does not concern the invoice',
    es: 'la obligación no afecta a la factura',
  },
  spfe_is_unknown: {
    en: 'nobody can tell yet whether the duty concerns the invoice: state the facts in missing',
    es: 'aún no se sabe si la obligación afecta a la factura: indique los datos de missing',
  },
  spfe_is_elsewhere: { en: 'another program delivers the invoice', es: 'otro programa entrega la factura' },
  spfe_is_blocked: {
    en: 'the invoice cannot be expressed by the rule that the delivery names',
    es: 'la factura no puede expresarse por la regla que indica la entrega',
  },
  spfe_is_prepared: { en: 'it is only prepared', es: 'solo está preparada' },
  spfe_is_held: { en: 'it is held, and AEAT does not have it', es: 'está retenida, y la AEAT no la tiene' },
  spfe_is_pending: { en: 'AEAT does not have it yet', es: 'la AEAT todavía no la tiene' },
  spfe_is_sending: {
    en: 'a request with it has no answer yet: try again later',
    es: 'una petición que la contiene aún no tiene respuesta: inténtelo más tarde',
  },
  spfe_is_uncertain: {
    en: 'the answer was lost and AEAT is asked about it: try again later',
    es: 'se perdió la respuesta y se está consultando a la AEAT: inténtelo más tarde',
  },
  spfe_is_admitted: { en: 'AEAT has it', es: 'la AEAT la tiene' },
  spfe_is_rejected: {
    en: 'AEAT rejected it and does not have it: resend it',
    es: 'la AEAT la rechazó y no la tiene: reenvíela',
  },
  spfe_is_withdrawing: { en: 'its withdrawal was ordered before', es: 'su baja ya se ha ordenado' },
  spfe_is_withdrawn: { en: 'AEAT has withdrawn it', es: 'la AEAT la ha dado de baja' },
  spfe_is_conflict: {
    en: 'AEAT has other contents under its unique code: find out who put them there',
    es: 'la AEAT tiene otro contenido con su código único: averigüe quién lo envió',
  },
});

/** The messages of the error answers to these orders. */
export const SPFE_ORDER_ERRORS = defineTexts({
  not_in_spfe: {
    en: 'Invoice has no delivery to AEAT’s public solution of electronic invoices: nobody decided to deliver those of its issuer (org spfe)',
    es: 'La factura no tiene entrega a la solución pública de facturación electrónica de la AEAT: nadie ha decidido entregar las de su emisor (org spfe)',
  },
  spfe_not_withdrawable: {
    en: 'Only a document that AEAT has can be withdrawn (Orden HAC/1028/2026 art. 3.5), but {state}',
    es: 'Solo puede darse de baja un documento que la AEAT tenga (art. 3.5 Orden HAC/1028/2026), pero {state}',
  },
  spfe_no_copy: {
    en: 'This reason withdraws a copy in favour of its original (Orden HAC/1028/2026 art. 5.5), but the channel is {channel}; if the operation never existed, state the other reason, and otherwise issue a rectifying invoice',
    es: 'Este motivo da de baja una copia en favor de su original (art. 5.5 Orden HAC/1028/2026), pero el canal es {channel}; si la operación nunca existió, indique el otro motivo y, si no, expida una factura rectificativa',
  },
  spfe_not_resendable: {
    en: 'A document can be resent after AEAT rejected it, after a conflict, if it could not be expressed, or after its invoice was annulled while it waited, but {state}',
    es: 'Un documento se reenvía si la AEAT lo rechazó, tras un conflicto, si no podía expresarse o si su factura se anuló mientras esperaba, pero {state}',
  },
  spfe_without_missing_facts: {
    en: 'Facts are stated while nobody can tell whether the duty concerns the invoice, but {state}',
    es: 'Los datos se indican mientras no se sabe si la obligación afecta a la factura, pero {state}',
  },
  spfe_fact_known: {
    en: 'This fact is not missing; state one of these: {missing}',
    es: 'Este dato no falta; indique uno de estos: {missing}',
  },
  spfe_default_of_undelivered: {
    en: 'AEAT is told of the default of invoices that it has or will have, but {state}',
    es: 'A la AEAT se le comunica el impago de facturas que tiene o tendrá, pero {state}',
  },
  spfe_default_of_settled: {
    en: 'Nothing of the invoice is left to pay, so that it is not in default; if a payment was recorded by mistake, delete it first',
    es: 'No queda nada por pagar de la factura, así que no hay impago; si se registró un pago por error, elimínelo antes',
  },
  spfe_default_reported: {
    en: 'A default of the invoice is reported already, or its cancellation has no answer yet; take it back first with DELETE, and report the other one when AEAT has answered',
    es: 'Ya consta un impago de la factura, o su anulación aún no tiene respuesta; anúlelo antes con DELETE y comunique el otro cuando la AEAT haya respondido',
  },
});
