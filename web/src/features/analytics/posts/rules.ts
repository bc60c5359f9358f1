/** What a figure of a post says at an age: a value, not reached yet, or no reading near it. */
import { formatWhole } from '#lib/format.ts'
import { texts } from './texts.ts'

const MS_PER_HOUR = 3_600_000

/** Hours of the three ages that figures are interpolated for. */
export const AGES = { at24Hours: 24, at72Hours: 72, at7Days: 168 } as const
export type AgeName = keyof typeof AGES

/** Never zero for what is not known. */
export function ageText(value: number | null, postedAt: string | null, age: AgeName, now: Date): string {
  if (value !== null) return formatWhole(value)
  if (postedAt === null) return texts.noReading
  return now.getTime() - Date.parse(postedAt) < AGES[age] * MS_PER_HOUR ? texts.notYet : texts.noReading
}

/** How old a post was at a moment: '5 h', '3 days'. */
export function ageAt(postedAt: string | null, moment: string): string | null {
  if (postedAt === null) return null
  const hours = Math.max(0, Math.round((Date.parse(moment) - Date.parse(postedAt)) / MS_PER_HOUR))
  return hours < 72 ? texts.hours(hours) : texts.days(formatWhole(Math.round(hours / 24)))
}
