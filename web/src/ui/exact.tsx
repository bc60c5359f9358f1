/** A shortened figure whose exact value is one hover, focus or tap away (D43). */
import { useState } from 'react'
import { formatWhole, shorten } from '#lib/format.ts'

export function Exact({ value, format = shorten }: { value: number; format?: (value: number) => string }) {
  const [isExact, setIsExact] = useState(false)
  const text = format(value)
  const sign = text.startsWith('+') ? '+' : ''
  const exact = sign + formatWhole(value).replace('-', '−')
  if (exact === text) return text
  return (
    <button
      type="button"
      className="figure -my-1 inline-block min-h-6 min-w-6"
      title={exact}
      onFocus={() => setIsExact(true)}
      onClick={() => setIsExact(true)}
      onBlur={() => setIsExact(false)}
    >
      {isExact ? exact : text}
    </button>
  )
}
