/** What the axes of a line chart name: round values, days, and months with as few words as it takes. Pure. */
import { addDays, daysCounted } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'

/** Room of one label in pixels, with the gap to the next one. */
const ROOM = { day: 58, dayWithYear: 92, month: 58 }

/** Three or four round values that hold all others between them, never below zero. */
export function scaleSteps(lowest: number, highest: number, wholeNumbers: boolean): number[] {
  const smallest = wholeNumbers ? 1 : 0.1
  let low = Math.max(0, lowest)
  let high = Math.max(low, highest)
  if (high - low < smallest) {
    // A flat line lies in the middle of its scale.
    const room = Math.max(smallest, Math.abs(high) * 0.01)
    low = Math.max(0, low - room)
    high += room
  }
  let step = smallest
  const intervals = () => Math.ceil(high / step - 1e-9) - Math.floor(low / step + 1e-9)
  for (let power = Math.floor(Math.log10(high - low)) - 1; power <= 12; power += 1) {
    const fit = [1, 2, 2.5, 5]
      .map((factor) => factor * 10 ** power)
      .find((candidate) => {
        step = Math.max(smallest, candidate)
        return (!wholeNumbers || Number.isInteger(step)) && intervals() <= 3
      })
    if (fit !== undefined) break
  }
  const first = Math.floor(low / step + 1e-9)
  const count = Math.max(2, intervals())
  const digits = Math.max(0, 2 - Math.floor(Math.log10(step)))
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toFixed(digits)))
}

/** Days that carry a label: back from the last day by an even step, or firsts of months where the range is long. */
export function pickLabelledDays(from: string, to: string, most: number): string[] {
  const count = daysCounted(from, to)
  const room = Math.max(2, most)
  const step = [1, 2, 7, 14].find((days) => Math.ceil(count / days) <= room)
  if (step !== undefined) {
    const days: string[] = []
    for (let day = to; day >= from; day = addDays(day, -step)) days.push(day)
    return days.reverse()
  }
  return pickMonths(from, to, room)
}

/** Firsts of months by an even stride, back from the last one. */
function pickMonths(from: string, to: string, room: number): string[] {
  const firsts: string[] = []
  for (let month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`); ; month.setUTCMonth(month.getUTCMonth() + 1)) {
    const day = month.toISOString().slice(0, 10)
    if (day > to) break
    if (day >= from) firsts.push(day)
  }
  const stride = [1, 2, 3, 6, 12, 24, 60].find((months) => Math.ceil(firsts.length / months) <= room) ?? 120
  return firsts.filter((_, index) => (firsts.length - 1 - index) % stride === 0)
}

/** The labelled days of an axis so wide. Months go by their name, with the year where it begins. */
export function labelDays(from: string, to: string, width: number): { day: string; label: string }[] {
  const withYear = from.slice(0, 4) !== to.slice(0, 4)
  const most = Math.floor(width / (withYear ? ROOM.dayWithYear : ROOM.day)) + 1
  const days = pickLabelledDays(from, to, most)
  if (days.length < 2 || !days.every((day) => day.endsWith('-01')))
    return days.map((day) => ({ day, label: formatDay(day, withYear) }))
  const months = pickMonths(from, to, Math.floor(width / ROOM.month) + 1)
  return months.map((day, index) => {
    const month = formatDay(day).slice(0, 3)
    const before = months[index - 1]
    const beginsYear = before === undefined ? day.slice(5, 7) === '01' : before.slice(0, 4) !== day.slice(0, 4)
    return { day, label: beginsYear ? `${month} ${day.slice(0, 4)}` : month }
  })
}
