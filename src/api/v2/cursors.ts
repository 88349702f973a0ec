import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { BEGINNING, type CursorPage, type CursorRequest, type Position } from '../reads/cursor-page.ts';

/*
 * The cursors of version 2. A cursor is the position after which the next page begins, with a mark:
 * a part of the hash of the position and of the list that it belongs to. A cursor of another list
 * or a changed one has a wrong mark and is refused. The mark needs no key: whoever computes the
 * mark of a position only skips or repeats items of their own list, because every statement reads
 * the rows of one organization.
 */

/** A list of an organization: its path and filters. */
export type List = { readonly organizationId: number; readonly path: string; readonly filter: object };

const LIMIT = { default: 25, most: 100 };
const MARK_LENGTH = 16;
const TEXT = /^(\d{1,16})\.(\d{1,16})\.([\w-]{16})$/;

/** The parameters of a page. */
export const CursorParameters = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT.most,
      default: LIMIT.default,
      description: 'Maximum number of items.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description: 'The `next_cursor` of the page before, with the same filters. Absent for the first page.',
    }),
  ),
});

export type CursorQuery = { readonly limit: number; readonly cursor?: string };

/**
 * Reads the parameters of a page.
 * @throws 400 for a cursor that is not one of this list.
 */
export function readCursorRequest({ limit, cursor }: CursorQuery, list: List): CursorRequest {
  return { limit, before: cursor === undefined ? BEGINNING : readCursor(cursor, list) };
}

function readCursor(value: string, list: List): Position {
  const text = Buffer.from(value, 'base64url').toString('latin1');
  const [, at, id] = TEXT.exec(text) ?? [];
  const position = { at: Number(at), id: Number(id) };
  // Comparing the whole cursor also refuses other ways to write the same position.
  if (!Number.isSafeInteger(position.at) || writeCursor(position, list) !== value)
    throw apiError('wrong_cursor', {});
  return position;
}

function writeCursor({ at, id }: Position, { organizationId, path, filter }: List): string {
  const marked = JSON.stringify([organizationId, path, filter, at, id]);
  const mark = hash('sha256', marked, 'base64url').slice(0, MARK_LENGTH);
  return Buffer.from(`${at}.${id}.${mark}`, 'latin1').toString('base64url');
}

/** Builds the answer with a page of a list. */
export function buildCursorAnswer<T>({ items, next }: CursorPage<T>, list: List) {
  const nextCursor = next === null ? null : writeCursor(next, list);
  return { data: [...items], meta: { next_cursor: nextCursor, has_more: next !== null } };
}
