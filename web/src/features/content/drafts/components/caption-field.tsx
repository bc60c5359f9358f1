/** The caption, how long it is, and what Instagram would make of it: advice that blocks nothing. */
import { INSTAGRAM_CAPTION_CHARACTERS } from '@tangelo/contract/limits'
import { Info } from 'lucide-react'
import { useId } from 'react'
import { formatWhole } from '#lib/format.ts'
import type { CaptionSubject } from '../queries.ts'
import { countCharacters, findAdvice } from '../rules.ts'
import { texts } from '../texts.ts'
import { CaptionSuggestion } from './caption-suggestion.tsx'

interface CaptionFieldProps {
  readonly value: string
  readonly onChange: (caption: string) => void
  /** Those kept beside the caption count as well. */
  readonly hashtags: readonly string[] | null
  /** Whose image can suggest a caption. */
  readonly suggestFor?: CaptionSubject | undefined
}

export function CaptionField({ value, onChange, hashtags, suggestFor }: CaptionFieldProps) {
  const id = useId()
  const length = countCharacters(value)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {texts.dialog.caption}
      </label>
      <textarea
        id={id}
        className="input"
        rows={5}
        dir="auto"
        placeholder={texts.dialog.captionPlaceholder}
        value={value}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p
        className={`field-note ${length > INSTAGRAM_CAPTION_CHARACTERS ? 'font-medium text-amber' : ''}`}
        id={`${id}-count`}
      >
        {texts.advice.characters(formatWhole(length), formatWhole(INSTAGRAM_CAPTION_CHARACTERS))}
      </p>
      <div role="status">
        {findAdvice(value, hashtags).map((advice) => (
          <p key={advice} className="mt-1 flex gap-1.5 text-caption text-amber">
            <Info className="mt-px size-3.5" />
            {advice}
          </p>
        ))}
      </div>
      {suggestFor ? <CaptionSuggestion of={suggestFor} onUse={onChange} /> : null}
    </div>
  )
}
