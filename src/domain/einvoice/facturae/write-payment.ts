import { leaf, of, parent, type Part } from '../../xml/parts.ts';
import type { Installment } from './payment.ts';

type Account = NonNullable<Installment['credited']>;

/** AccountType. */
function account(name: string): Part<Account> {
  return parent<Account>(
    name,
    leaf('IBAN', ({ iban }) => iban),
    leaf('BIC', ({ bic }) => bic),
  );
}

/** InstallmentType. */
export const INSTALLMENT = parent<Installment>(
  'Installment',
  leaf('InstallmentDueDate', ({ dueDate }) => dueDate),
  leaf('InstallmentAmount', ({ amount }) => amount),
  leaf('PaymentMeans', ({ means }) => means),
  of(({ credited }) => credited, account('AccountToBeCredited')),
  leaf('PaymentReconciliationReference', ({ reference }) => reference),
  of(({ debited }) => debited, account('AccountToBeDebited')),
  leaf('CollectionAdditionalInformation', ({ information }) => information),
);
