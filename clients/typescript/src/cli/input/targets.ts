import { InputFault } from '../faults.ts';
import { INVOICE_MEMBERS, LINE_MEMBERS, type MemberType } from '../../generated/members.ts';

/** A member of an invoice or of a line, at any depth. */
export type Target = {
  /** As it is written in a map: `recipients[0].name`, `lines.period.start`. */
  readonly path: string;
  readonly isOfLine: boolean;
  /** The names and indexes that lead to it. */
  readonly steps: readonly (string | number)[];
  readonly type: MemberType;
};

const LINES = 'lines.';
const METADATA = 'metadata.';

/** Finds a member of an invoice or line. @throws InputFault for an unknown member. */
export function findTarget(path: string): Target {
  const isOfLine = path.startsWith(LINES);
  const name = isOfLine ? path.slice(LINES.length) : path;
  const isOwn = !isOfLine && name.startsWith(METADATA) && name.length > METADATA.length;
  const key = isOwn ? `${METADATA}*` : name.replaceAll(/\[\d{1,3}\]/g, '[]');
  const members = isOfLine ? LINE_MEMBERS : INVOICE_MEMBERS;
  const type = name !== `${METADATA}*` && Object.hasOwn(members, key) ? members[key] : undefined;
  if (type === undefined || (name.includes('[]') && !isOwn))
    throw new InputFault(`${path} is not a member of an invoice`);
  return { path, isOfLine, steps: isOwn ? ['metadata', name.slice(METADATA.length)] : split(name), type };
}

/** Returns whether a text is the path of a member. */
export function isTarget(path: string): boolean {
  try {
    return findTarget(path).path === path;
  } catch {
    return false;
  }
}

function split(name: string): (string | number)[] {
  return name.split('.').flatMap((part) => {
    const [own = '', ...indexes] = part.split('[');
    return [own, ...indexes.map((index) => Number(index.slice(0, -1)))];
  });
}
