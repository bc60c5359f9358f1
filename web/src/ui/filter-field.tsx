/** A search box whose word is told when the typing rests, or at once when the box is emptied. */
import { useEffect, useRef, useState } from 'react'
import { SearchField } from './search-field.tsx'

const REST_MS = 250

interface FilterFieldProps {
  readonly label: string
  readonly placeholder: string
  /** What the address says. */
  readonly filter: string
  readonly onFilterChange: (filter: string) => void
  /** How long typing must rest: 0 where an answer is there before the next letter. */
  readonly restMs?: number
  readonly onFocus?: () => void
  readonly className?: string
}

export function FilterField({
  label,
  placeholder,
  filter,
  onFilterChange,
  restMs = REST_MS,
  onFocus,
  className = '',
}: FilterFieldProps) {
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
      next === '' ? 0 : restMs,
    )
    return () => window.clearTimeout(timer)
  }, [text, restMs])

  const change = (next: string): void => {
    setText(next)
    if (restMs > 0 || next.trim() === told.current) return
    // With the letter itself: what it finds is drawn in the same frame.
    told.current = next.trim()
    onFilterChange(next.trim())
  }
  return (
    <SearchField
      className={className}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={change}
      onFocus={onFocus}
    />
  )
}
