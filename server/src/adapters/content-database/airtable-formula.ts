/**
 * Formulas for Airtable's filters. A column's name is user input: it must not break out of its place in the formula.
 */

/** Records whose time in this column lies after the moment, in epoch milliseconds; whole seconds count. */
export const whereChangedAfter = (columnName: string, at: number): string => after(`{${escapeName(columnName)}}`, at)

/** Records made after the moment, in epoch milliseconds; whole seconds count. */
export const whereCreatedAfter = (at: number): string => after('CREATED_TIME()', at)

function after(time: string, at: number): string {
  const moment = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  return `IS_AFTER(${time}, DATETIME_PARSE("${moment}", "YYYY-MM-DD HH:mm:ss"))`
}

const escapeName = (columnName: string) => columnName.replace(/[\\{}]/g, '\\$&')
