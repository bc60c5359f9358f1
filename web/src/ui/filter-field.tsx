/** A search box that reports its text when typing pauses, or at once when the box is emptied. */
import { useTypedText } from '#lib/use-typed-text.ts'
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
  const [text, change] = useTypedText(filter, onFilterChange, restMs)
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
