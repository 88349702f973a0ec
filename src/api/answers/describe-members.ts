import type { MessageLanguage } from '../../contracts/messages/texts.ts';
import { ruleOf } from '../../contracts/v2/code-reference.ts';
import { type DetailView, helpOf, type RefusedMember } from '../../contracts/v2/details.ts';

/** Describes the members because of which something is refused, as the details of version 2. */
export function describeMembers(members: readonly RefusedMember[], language: MessageLanguage): DetailView[] {
  return members.map((member) => ({
    path: member.path,
    code: member.code,
    message: member.message[language],
    aeat_code: member.aeatCode,
    help: helpOf(member.code),
    ...describeRule(member),
  }));
}

function describeRule({ code, aeatCode, rule: own }: RefusedMember): { rule?: string } {
  const rule = ruleOf(code, aeatCode, own);
  return rule === undefined ? {} : { rule };
}
