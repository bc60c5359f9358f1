/** Pure decisions about slots: by weekday, added and removed. */
import { SLOTS_MAX } from '@tangelo/contract/limits'
import type { PublishingSlots } from './queries.ts'
import { texts } from './texts.ts'

export type Slot = PublishingSlots['slots'][number]

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The times of a weekday, 1 for Monday, the earliest first. */
export const timesOn = (slots: readonly Slot[], weekday: number): string[] =>
  slots
    .filter((slot) => slot.weekday === weekday)
    .map(({ time }) => time)
    .toSorted()

const hasSlot = (slots: readonly Slot[], { weekday, time }: Slot): boolean => timesOn(slots, weekday).includes(time)

/** One that is there already is there once. A text where it cannot be added. */
function addSlot(slots: readonly Slot[], slot: Slot): readonly Slot[] | string {
  if (!TIME.test(slot.time)) return texts.wrongTime
  if (hasSlot(slots, slot)) return slots
  return slots.length >= SLOTS_MAX ? texts.tooMany(SLOTS_MAX) : [...slots, slot]
}

/** With every time of `times`, by weekday, that is not empty. A text where one cannot be added. */
export function addSlots(
  slots: readonly Slot[],
  times: Readonly<Partial<Record<number, string>>>,
): readonly Slot[] | string {
  return Object.entries(times).reduce<readonly Slot[] | string>(
    (known, [weekday, time = '']) =>
      typeof known === 'string' || time === '' ? known : addSlot(known, { weekday: Number(weekday), time }),
    slots,
  )
}

export const removeSlot = (slots: readonly Slot[], { weekday, time }: Slot): readonly Slot[] =>
  slots.filter((slot) => slot.weekday !== weekday || slot.time !== time)

/** What tells slots apart. */
export const slotKey = ({ weekday, time }: Slot): string => `${weekday} ${time}`

/** The choices of a tolerance, with the one that is set where it is another. */
export function toleranceOptions(minutes: number): { value: string; label: string }[] {
  const usual = Object.entries(texts.tolerances).map(([value, label]) => ({ value, label }))
  const isUsual = usual.some(({ value }) => value === String(minutes))
  return isUsual ? usual : [...usual, { value: String(minutes), label: texts.otherTolerance(minutes) }]
}
