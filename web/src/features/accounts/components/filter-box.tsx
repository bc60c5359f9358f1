/** Filters the accounts while typing; the address follows when the typing rests. */
import { useEffect, useRef, useState } from 'react'
import { SearchField } from '#ui/search-field.tsx'
import { texts } from '../texts.ts'

const REST_MS = 250

interface FilterBoxProps {
  readonly filter: string
  readonly onFilterChange: (filter: string) => void
  /** Little room: the hint in the box is one word. */
  readonly short: boolean
}

export function FilterBox({ filter, onFilterChange, short }: FilterBoxProps) {
  const [text, setText] = useState(filter)
  const told = useRef(filter)
  const tell = useRef(onFilterChange)
  tell.current = onFilterChange

  // The address changed by itself: back, forward, or a link.
  useEffect(() => {
    if (filter === told.current) return
    told.current = filter
    setText(filter)
  }, [filter])

  useEffect(() => {
    const next = text.trim()
    if (next === told.current) return
    const timer = window.setTimeout(
      () => {
        told.current = next
        tell.current(next)
      },
      next === '' ? 0 : REST_MS,
    )
    return () => window.clearTimeout(timer)
  }, [text])

  return (
    <SearchField
      className="flex-1 min-[1220px]:w-44 min-[1220px]:flex-none"
      label={texts.table.filter}
      placeholder={short ? texts.table.filterShort : texts.table.filter}
      value={text}
      onChange={setText}
    />
  )
}
