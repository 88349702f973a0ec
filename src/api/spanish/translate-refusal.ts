import type { ApiRefusal } from '../../contracts/api-error.ts';
import type { RefusedMember } from '../../contracts/v2/details.ts';
import { joinNamed } from '../../accept/refuse-shape.ts';
import { ERROR_TEXTS, type TranslatedError } from './error-texts.ts';
import { translateValues } from './open-texts.ts';
import { fillTemplate, readTemplate, type Template } from './template.ts';
import { translateDetail, translateJoined } from './translate-message.ts';
import { translatePhrase } from './translate-text.ts';

/** What an error answer says: its message, and the members that are wrong. */
export type Said = { readonly message: string; readonly members: readonly RefusedMember[] };

const TEMPLATES: ReadonlyMap<string, Template> = new Map(
  Object.entries(ERROR_TEXTS).map(([error, text]) => [error, readTemplate(text)]),
);

/** Translates what the answer to a refused request says. A text without a translation stays as it is. */
export function translateRefusal(refusal: ApiRefusal): Said {
  const { error, message } = refusal;
  const members = (refusal.members ?? []).map((member) => ({
    ...member,
    message: translateDetail(member.message, member.path),
  }));
  if (error === 'wrong_shape') return { message: joinNamed(members, 'y otros más'), members };
  const template = TEMPLATES.get(error);
  const values = template && translateValues(template, readValues(refusal), translatePhrase);
  const translated = template && values ? fillTemplate(template, values) : message;
  // A refusal of the whole batch has the same message at the member that is wrong.
  const said = members.map((member, index) =>
    refusal.members![index]!.message === message ? { ...member, message: translated } : member,
  );
  return { message: translated, members: said };
}

/** The errors whose values are messages as they are stored. */
const STORED: ReadonlySet<string> = new Set<TranslatedError>(['unissued_failed', 'invoice_failed']);

function readValues({ error, values }: ApiRefusal): Readonly<Record<string, string>> {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  const isStored = STORED.has(error);
  return Object.fromEntries(texts.map(([name, text]) => [name, isStored ? translateJoined(text) : text]));
}
