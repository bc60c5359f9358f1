/** Choices of the builder. Pure. */
import { REPORT_COLOUR, REPORT_SECTIONS, type ReportSection, type ReportSubject } from '@tangelo/contract/limits'
import { addDays, addMonths, weekStart } from '#lib/days.ts'
import type { Report, ReportSettings } from './queries.ts'

export interface DraftSection {
  readonly kind: ReportSection
  readonly isOn: boolean
  readonly note: string
}

export interface Subject {
  readonly kind: ReportSubject
  readonly id: number
  readonly name: string
  readonly companyId: number
}

/** A report while it is being made. */
export interface ReportDraft {
  readonly title: string
  /** The title follows the subject until a user has written one. */
  readonly isTitleOwn: boolean
  readonly subject: Subject | null
  readonly from: string
  readonly to: string
  readonly sections: readonly DraftSection[]
  readonly brandName: string
  readonly logoUrl: string | null
  readonly colour: string
}

const MONTHS_OFFERED = 12
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const CUSTOM = 'custom'

export interface PeriodChoice {
  readonly value: string
  readonly label: string
  readonly from: string
  readonly to: string
}

const asChoice = (label: string, from: string, to: string): PeriodChoice => ({
  value: `${from}_${to}`,
  label,
  from,
  to,
})

/** The last twelve whole months, the last week, and the last quarter and year of whole months. */
export function periodChoices(today: string): PeriodChoice[] {
  const month = `${today.slice(0, 7)}-01`
  const begin = (back: number) => addMonths(month, -back)
  const months = Array.from({ length: MONTHS_OFFERED }, (_, at) => {
    const from = begin(at + 1)
    return asChoice(monthName.format(Date.parse(`${from}T00:00:00Z`)), from, addDays(begin(at), -1))
  })
  const monday = weekStart(today)
  return [
    ...months.slice(0, 1),
    asChoice('Last week', addDays(monday, -7), addDays(monday, -1)),
    asChoice('Last 3 months', begin(3), addDays(month, -1)),
    asChoice('Last 12 months', begin(12), addDays(month, -1)),
    ...months.slice(1),
  ]
}

/** With every section but what was published, for the last month. */
export function newDraft(today: string, subject: Subject | null): ReportDraft {
  const [month] = periodChoices(today)
  return {
    title: subject?.name ?? '',
    isTitleOwn: false,
    subject,
    from: month?.from ?? today,
    to: month?.to ?? today,
    sections: REPORT_SECTIONS.map((kind) => ({ kind, isOn: kind !== 'published', note: '' })),
    brandName: '',
    logoUrl: null,
    colour: REPORT_COLOUR,
  }
}

/** The same again, for another period perhaps. */
export function draftFrom({ settings, subjectName, companyId }: Report): ReportDraft {
  const { title, subject, from, to, sections, brand } = settings
  const chosen = sections.map(({ kind, note }) => ({ kind, isOn: true, note: note ?? '' }))
  const others = REPORT_SECTIONS.filter((kind) => !chosen.some((section) => section.kind === kind))
  return {
    title,
    isTitleOwn: true,
    subject: { ...subject, name: subjectName, companyId },
    from,
    to,
    sections: [...chosen, ...others.map((kind) => ({ kind, isOn: false, note: '' }))],
    brandName: brand.name ?? '',
    logoUrl: brand.logoUrl,
    colour: brand.colour ?? REPORT_COLOUR,
  }
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** What the server takes; null while something is missing. */
export function settingsOf(draft: ReportDraft): ReportSettings | null {
  const { title, subject, from, to, sections, brandName, logoUrl, colour } = draft
  const chosen = sections.filter(({ isOn }) => isOn)
  const isComplete =
    title.trim() !== '' && chosen.length > 0 && from !== '' && to !== '' && from <= to && isColour(colour)
  if (!subject || !isComplete) return null
  return {
    title: title.trim(),
    subject: { kind: subject.kind, id: subject.id },
    from,
    to,
    sections: chosen.map(({ kind, note }) => ({ kind, note: note.trim() || null })),
    brand: { name: brandName.trim() || null, logoUrl, colour: colour.toLowerCase() },
  }
}

/** The sections with one of them at another place. */
export function moveSection(sections: readonly DraftSection[], from: number, to: number): DraftSection[] {
  const moved = [...sections]
  const [one] = moved.splice(from, 1)
  if (one) moved.splice(Math.max(0, Math.min(moved.length, to)), 0, one)
  return moved
}
