import type { WarningCode } from '../codes.ts';
import type { CodeEntry } from './code-entry.ts';

/* The warnings about AEAT's public solution of electronic invoices (SPFE), in English and Spanish. */

type SpfeWarning = Extract<WarningCode, `spfe_${string}`>;

export const SPFE_WARNING_ENTRIES: Readonly<Record<SpfeWarning, CodeEntry>> = {
  spfe_not_concerned: {
    meaning:
      'The duty of electronic invoices does not concern the invoice, so it does not go to the public solution of AEAT; the message contains the reason.',
    article: 'RD 238/2026 arts. 3 and 4',
    remedy: 'Nothing, if the reason is right: check `is_business` and the country of the recipient.',
  },
  spfe_concern_unknown: {
    meaning:
      'Nothing says whether the duty of electronic invoices concerns the invoice; the message names the missing fact.',
    article: 'RD 238/2026 art. 3',
    remedy: 'State the fact that the message names, for example `is_business` of the recipient.',
  },
  spfe_payment_day_missing: {
    meaning: 'The invoice is paid, and states no day of payment.',
    article: 'Orden HAC/1028/2026 art. 7.4 and annex I, BT-ES-2',
    remedy: 'State `payment.paid_on`, so that the recipient need not report the payment to AEAT.',
  },
  spfe_property_missing: {
    meaning: 'A line of regime `11` does not state the premises that it lets.',
    article: 'Orden HAC/1028/2026 annex I, RCAT',
    remedy: 'State `property` of the line.',
  },
  spfe_regime_assumed: {
    meaning:
      'The public solution of AEAT has no key for the regime of the line; the general one (`01`) is stated.',
    article: 'Orden HAC/1028/2026 annex I, list L3',
    remedy: 'Nothing: AEAT had not published its rules when this was written.',
  },
  spfe_other_withholding: {
    meaning: 'A withholding has the concept `11`, that of withholdings without one of their own.',
    article: 'Orden HAC/1028/2026 annex I, list L5',
    remedy: 'Check that none of the concepts `01` to `10` applies.',
  },
  spfe_exchange_rate_decimals: {
    meaning: 'The exchange rate has more than six decimals.',
    article: 'Orden HAC/1028/2026 annex I, BT-167',
    remedy: 'Round the exchange rate, if the bank stated it with fewer decimals.',
  },
  spfe_prepaid_amount: {
    meaning: 'The invoice states an amount that was paid before, which its taxes do not reflect.',
    article: 'LIVA art. 75.Dos; Orden HAC/1028/2026 annex I, BT-113',
    remedy:
      'If VAT accrued on the advance, invoice the advance by itself and deduct it with a negative line instead of `prepaid_amount`.',
  },
  spfe_size_near_limit: {
    meaning: 'The file for the public solution of AEAT is larger than nine tenths of its limit of 5,120 kB.',
    article: null,
    remedy: 'Divide invoices of this size.',
  },
};

export const SPANISH_SPFE_WARNING_ENTRIES: Readonly<Record<SpfeWarning, CodeEntry>> = {
  spfe_not_concerned: {
    meaning:
      'La obligación de factura electrónica no afecta a la factura, que por tanto no va a la solución pública de la AEAT; el mensaje contiene el motivo.',
    article: 'RD 238/2026 arts. 3 y 4',
    remedy: 'Nada, si el motivo es correcto: compruebe `is_business` y el país del destinatario.',
  },
  spfe_concern_unknown: {
    meaning:
      'Nada indica si la obligación de factura electrónica afecta a la factura; el mensaje nombra el dato que falta.',
    article: 'RD 238/2026 art. 3',
    remedy: 'Indique el dato que nombra el mensaje, por ejemplo `is_business` del destinatario.',
  },
  spfe_payment_day_missing: {
    meaning: 'La factura está pagada y no indica el día del pago.',
    article: 'Orden HAC/1028/2026 art. 7.4 y anexo I, BT-ES-2',
    remedy: 'Indique `payment.paid_on`, para que el destinatario no tenga que comunicar el pago a la AEAT.',
  },
  spfe_property_missing: {
    meaning: 'Una línea del régimen `11` no indica el local que arrienda.',
    article: 'Orden HAC/1028/2026 anexo I, RCAT',
    remedy: 'Indique `property` de la línea.',
  },
  spfe_regime_assumed: {
    meaning:
      'La solución pública de la AEAT no tiene clave para el régimen de la línea; se indica la general (`01`).',
    article: 'Orden HAC/1028/2026 anexo I, lista L3',
    remedy: 'Nada: la AEAT no había publicado sus reglas cuando se escribió esto.',
  },
  spfe_other_withholding: {
    meaning: 'Una retención lleva el concepto `11`, el de las retenciones que no tienen uno propio.',
    article: 'Orden HAC/1028/2026 anexo I, lista L5',
    remedy: 'Compruebe que no se aplica ninguno de los conceptos `01` a `10`.',
  },
  spfe_exchange_rate_decimals: {
    meaning: 'El tipo de cambio tiene más de seis decimales.',
    article: 'Orden HAC/1028/2026 anexo I, BT-167',
    remedy: 'Redondee el tipo de cambio, si el banco lo indicó con menos decimales.',
  },
  spfe_prepaid_amount: {
    meaning: 'La factura indica un importe pagado antes, que sus impuestos no reflejan.',
    article: 'Art. 75.Dos LIVA; Orden HAC/1028/2026 anexo I, BT-113',
    remedy:
      'Si se devengó el IVA del anticipo, factúrelo aparte y dedúzcalo con una línea negativa en lugar de `prepaid_amount`.',
  },
  spfe_size_near_limit: {
    meaning:
      'El fichero para la solución pública de la AEAT supera nueve décimas partes de su límite de 5120 kB.',
    article: null,
    remedy: 'Divida las facturas de este tamaño.',
  },
};
