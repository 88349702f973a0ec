import { defineTexts } from './texts.ts';

/** What is wrong with a payment that is recorded. */
export const PAYMENTS = defineTexts({
  payment: { en: 'Payment', es: 'Pago' },
  paid_in_future: {
    en: 'is {date}, which is after today ({today} in Madrid): record a payment when it has arrived',
    es: 'es {date}, posterior a hoy ({today} en Madrid): registre el pago cuando haya llegado',
  },
  received_after_payment: {
    en: 'is {date}, which is after the day of the payment ({paid})',
    es: 'es {date}, posterior al día del pago ({paid})',
  },
  paid_too_early: {
    en: 'is {date}, but the invoice is of {issued}: at most a year before it is accepted',
    es: 'es {date}, pero la factura es de {issued}: se admite como máximo un año antes',
  },
  paid_nothing: {
    en: 'must not be 0: to cancel a payment, delete it',
    es: 'no puede ser 0: para anular un pago, elimínelo',
  },
  nothing_to_pay: {
    en: 'is {amount}, but nothing of the invoice is outstanding',
    es: 'es {amount}, pero no queda nada pendiente de la factura',
  },
  paid_with_other_sign: {
    en: 'is {amount}, but {outstanding} is outstanding, which has the other sign: to cancel a payment, delete it',
    es: 'es {amount}, pero quedan pendientes {outstanding}, con el signo contrario: para anular un pago, elimínelo',
  },
  paid_beyond: {
    en: 'is {amount}, but only {outstanding} of the invoice is outstanding: record that, and what goes beyond it in your own books',
    es: 'es {amount}, pero de la factura solo quedan pendientes {outstanding}: registre ese importe, y el exceso en su propia contabilidad',
  },
  not_collected_without_regime: {
    en: 'not_collected is for invoices under the cash accounting scheme (regime 07): other invoices keep what is outstanding without a record',
    es: 'not_collected es para facturas en régimen de caja (régimen 07): en las demás, lo pendiente no se registra',
  },
  not_collected_on: {
    en: 'is {date}, but with not_collected it is {day}, the end of the year after the operation (LIVA art. 163 terdecies; AEAT 1151)',
    es: 'es {date}, pero con not_collected es {day}, el final del año posterior a la operación (art. 163 terdecies LIVA; AEAT 1151)',
  },
  unknown_paid: {
    en: 'Invoice not found',
    es: 'No se ha encontrado la factura',
  },
  account_of_nothing: {
    en: 'must be blank with not_collected, because nothing was paid (AEAT 1152)',
    es: 'debe quedar en blanco con not_collected, porque no se pagó nada (AEAT 1152)',
  },
});
