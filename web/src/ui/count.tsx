import { formatWhole } from '#lib/format.ts'

/** A space as wide as a digit. */
const FIGURE_SPACE = '\u2007'

interface CountProps {
  readonly value: number | null | undefined
  /** It is being asked for: its place is kept, so that nothing moves when it is there. */
  readonly isComing?: boolean
}

/** How many, beside the name of what is counted; nothing while it is unknown. */
export function Count({ value, isComing = false }: CountProps) {
  const isKnown = value !== null && value !== undefined
  if (!isKnown && !isComing) return null
  return (
    <span
      className={`rounded-badge bg-sunken px-1.5 text-caption font-medium text-ink-2 ${isKnown ? '' : 'invisible'}`}
    >
      {isKnown ? formatWhole(value) : FIGURE_SPACE}
    </span>
  )
}
