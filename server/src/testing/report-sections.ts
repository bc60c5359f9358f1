/** Sections of reports for tests of their rules, as readers see them. */
import { buildReport } from '#features/clients/reports/rules/build-report.ts'
import type { AccountInput, ReportInput } from '#features/clients/reports/rules/input.ts'
import type { Rich, Section } from '#features/clients/reports/rules/model.ts'
import { FROM, readings, reportInput } from './report-input.ts'

export const say = (rich: Rich | null) =>
  (rich ?? []).map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.soft)).join('')

export function sectionOf(kind: Section['kind'], input: Partial<ReportInput>): Section {
  const { sections } = buildReport(reportInput({ ...input, sections: [{ kind, note: null }] }))
  const [section] = sections
  if (!section) throw new Error('There is one section')
  return section
}

export function tilesOf(accounts: AccountInput[]) {
  const { drawing } = sectionOf('figures', { accounts })
  return drawing.kind === 'tiles' ? drawing.tiles : []
}

/** Of the section "In short". */
export const firstSentence = (input: Partial<ReportInput>): string => {
  const { drawing } = sectionOf('summary', input)
  return drawing.kind === 'sentences' ? say(drawing.sentences[0] ?? null) : ''
}

/** One reading a day, ten followers more each. */
export const steady = (days: number, from = FROM) =>
  readings(
    Array.from({ length: days }, (_, at) => 1_000 + at * 10),
    from,
  )

/** Of every day of the period and the one before it. */
export const WHOLE = steady(32, FROM - 1)
