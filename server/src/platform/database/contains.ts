/** Search in a text column: `%`, `_` and `\` in what people type mean themselves. */
import { sql } from 'kysely'

/** For `like … escape '\'`. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** True for rows whose column holds the text. Keys are stored in lower case, so hand over lower case. */
export const contains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${likePattern(text)} escape '\\'`
