import type { FindingCode, WarningCode } from '../../contracts/codes.ts';
import { ruleOf } from '../../contracts/v2/code-reference.ts';
import { type DetailView, helpOf, pointerOf, type WarningView } from '../../contracts/v2/details.ts';
import type { Remark } from './findings.ts';

type Code = FindingCode | WarningCode;
/** A detail with its message in both languages, of which an answer has one. */
type Detail = Omit<DetailView | WarningView, 'code'> & { readonly code: Code; readonly message_es: string };

/** Writes a finding or a warning as a detail of version 2, with its message in both languages. */
export function writeDetail({ field, code, message, aeatCode, rule }: Remark<Code>): string {
  const article = ruleOf(code, aeatCode, rule);
  const detail: Detail = {
    path: pointerOf(field),
    code,
    message: message.en,
    message_es: message.es,
    aeat_code: aeatCode,
    help: helpOf(code),
    ...(article !== undefined && { rule: article }),
  };
  return JSON.stringify(detail);
}
