/** Choices of the builder. Pure. */
import { REPORT_COLOUR, REPORT_SECTIONS, type ReportSection, type ReportSubject } from '@tangelo/contract/limits'
import { monthTitle } from '#lib/day-names.ts'
import { addDays, addMonths, isDay, weekStart } from '#lib/days.ts'
import type { Report, ReportSchedule, ReportSettings } from './queries/reports.ts'

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

interface ReportDays {
  readonly from: string
  readonly to: string
}

/** A report while it is being made. */
export interface ReportDraft {
  readonly title: string
  /** The title follows the subject until a user has written one. */
  readonly isTitleOwn: boolean
  readonly subject: Subject | null
  /** Null: the last whole month. */
  readonly days: ReportDays | null
  readonly sections: readonly DraftSection[]
  readonly brandName: string
  readonly logoUrl: string | null
  readonly colour: string
}

const MONTHS_OFFERED = 12

export const CUSTOM = 'custom'

export interface PeriodChoice extends ReportDays {
  readonly value: string
  readonly label: string
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
    return asChoice(monthTitle(from), from, addDays(begin(at), -1))
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

export function daysOf({ days }: Pick<ReportDraft, 'days'>, today: string): ReportDays {
  const [{ from, to } = { from: today, to: today }] = periodChoices(today)
  return days ?? { from, to }
}

/** With every section but what was published and what only owners see, for the last month. */
export function newDraft(subject: Subject | null): ReportDraft {
  return {
    title: subject?.name ?? '',
    isTitleOwn: false,
    subject,
    days: null,
    sections: REPORT_SECTIONS.map((kind) => ({ kind, isOn: kind !== 'published' && kind !== 'owner', note: '' })),
    brandName: '',
    logoUrl: null,
    colour: REPORT_COLOUR,
  }
}

/** The same again, for another period perhaps. */
export const draftFromReport = ({ settings, subjectName, companyId }: Report): ReportDraft => ({
  ...draftFrom(settings, subjectName, companyId),
  days: { from: settings.from, to: settings.to },
})

export const draftFromSchedule = ({ content, subjectName, companyId }: ReportSchedule): ReportDraft =>
  draftFrom(content, subjectName, companyId)

function draftFrom(content: ReportSchedule['content'], subjectName: string, companyId: number): ReportDraft {
  const { title, subject, sections, brand } = content
  const chosen = sections.map(({ kind, note }) => ({ kind, isOn: true, note: note ?? '' }))
  const others = REPORT_SECTIONS.filter((kind) => !chosen.some((section) => section.kind === kind))
  return {
    title,
    isTitleOwn: true,
    subject: { ...subject, name: subjectName, companyId },
    days: null,
    sections: [...chosen, ...others.map((kind) => ({ kind, isOn: false, note: '' }))],
    brandName: brand.name ?? '',
    logoUrl: brand.logoUrl,
    colour: brand.colour ?? REPORT_COLOUR,
  }
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** What the server takes; null while something is missing. */
export function settingsOf(draft: ReportDraft, today: string): ReportSettings | null {
  const { title, subject, sections, brandName, logoUrl, colour } = draft
  const { from, to } = daysOf(draft, today)
  const chosen = sections.filter(({ isOn }) => isOn)
  const isComplete =
    title.trim() !== '' && chosen.length > 0 && isDay(from) && isDay(to) && from <= to && isColour(colour)
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
