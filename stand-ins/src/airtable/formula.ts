/**
 * The one formula that is played: records whose time in a column, or whose creation, lies after a moment,
 *
 *     IS_AFTER({Last Modified}, DATETIME_PARSE("2026-11-20 09:00:00", "YYYY-MM-DD HH:mm:ss"))
 *     IS_AFTER(CREATED_TIME(), DATETIME_PARSE("2026-11-20 09:00:00", "YYYY-MM-DD HH:mm:ss"))
 *
 * A brace or a backslash in the name is escaped with a backslash. Anything else is refused, so that a text that breaks out
 * of its place in a formula does not go unnoticed.
 */
const pattern =
  /^IS_AFTER\((?:\{((?:[^{}\\]|\\[{}\\])+)\}|CREATED_TIME\(\)), DATETIME_PARSE\("(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)", "YYYY-MM-DD HH:mm:ss"\)\)$/

/** Undefined for a text that is not this formula. The field's name is null for the creation. */
export function parseFormula(formula: string): { fieldName: string | null; after: number } | undefined {
  const [, name, moment = ''] = pattern.exec(formula) ?? []
  const after = Date.parse(`${moment.replace(' ', 'T')}Z`)
  return Number.isNaN(after) ? undefined : { fieldName: name?.replace(/\\([{}\\])/g, '$1') ?? null, after }
}
