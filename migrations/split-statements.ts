/**
 * What may contain a semicolon at the end of a line that does not end a statement: comments, texts,
 * quoted names and the bodies of functions.
 */
const OPAQUE =
  /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|\bbegin atomic\b[\s\S]*?\bend(?=;)|;[ \t]*\n/gim;

/**
 * Splits the SQL of a migration into its statements, so that an error names the one that failed.
 * Joined with line breaks, the parts are the SQL again. A statement ends with a semicolon at the
 * end of a line.
 */
export function splitStatements(sql: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, index } of sql.matchAll(OPAQUE)) {
    if (!found.startsWith(';')) continue;
    parts.push(sql.slice(start, index + found.length - 1));
    start = index + found.length;
  }
  return sql.slice(start).trim() === '' ? parts : [...parts, sql.slice(start)];
}
