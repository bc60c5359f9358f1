import { Search, X } from 'lucide-react'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onFocus?: (() => void) | undefined
  readonly className?: string
}

/** Filters what is on the screen while typing. Escape or the cross empties it. */
export function SearchField({ label, placeholder, value, onChange, onFocus, className = '' }: SearchFieldProps) {
  return (
    <div className={`input input-box ${className}`}>
      <Search />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onFocus={onFocus}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) onChange('')
        }}
      />
      {value ? (
        <button
          type="button"
          className="button"
          data-variant="quiet"
          data-size="small"
          data-shape="icon"
          aria-label="Clear"
          onClick={() => onChange('')}
        >
          <X />
        </button>
      ) : null}
    </div>
  )
}
