/** Every table of a report in one CSV file: the values of the cells that the file shows, one row of the file for each. */
import { CSV_BEGINNING, csvLine } from '#platform/csv.ts'
import type { ReportModel } from './model.ts'

/** Sections one after the other, each with its own columns under its name. */
export function reportCsv({ title, about, kind, period, sections, sources }: ReportModel): string {
  const lines = [
    csvLine(['report', title]),
    csvLine(['about', about]),
    csvLine([kind, period]),
    ...sections.flatMap(({ heading, tables, note }) => [
      ...tables.flatMap(({ caption, columns, rows }) => [
        '\r\n',
        csvLine(['section', heading, caption]),
        csvLine(columns.map(({ name }) => name)),
        ...rows.map((cells) => csvLine(cells.map(({ value }) => value))),
      ]),
      ...(note === null ? [] : [csvLine(['note', heading, note])]),
    ]),
    '\r\n',
    ...sources.map(({ name, text }) => csvLine(['source', name, text])),
  ]
  return CSV_BEGINNING + lines.join('')
}
