/** The caption, how long it is, and what Instagram would make of it: advice that blocks nothing. */
import { INSTAGRAM_CAPTION_CHARACTERS } from '@tangelo/contract/limits'
import { Info, Sparkles } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { type CaptionSubject, useSuggestCaption } from '../queries/drafts.ts'
import { countCharacters, findAdvice } from '../rules/instagram.ts'
import { texts } from '../texts/post.ts'

const words = texts.suggestion

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

interface CaptionSuggestionProps {
  readonly of: CaptionSubject
  readonly onUse: (caption: string) => void
}

/**
 * A caption from an image: requested, read, then used or not. Nothing that was typed is lost. A request for another image is
 * cancelled with it.
 */
function CaptionSuggestion(props: CaptionSuggestionProps) {
  return <Suggestion key={'postId' in props.of ? props.of.postId : props.of.imageUrl} {...props} />
}

function Suggestion({ of, onUse }: CaptionSuggestionProps) {
  const suggest = useSuggestCaption()
  const [isCancelled, setCancelled] = useState(false)
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const start = (): void => {
    const controller = new AbortController()
    asking.current = controller
    setCancelled(false)
    suggest.mutate({ ...of, signal: controller.signal })
  }
  const { data, error, isPending } = suggest
  return (
    <div className="mt-2" aria-busy={isPending}>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" icon={<Sparkles />} busy={isPending} busyLabel={words.busy} onClick={start}>
          {data ? words.again : words.submit}
        </Button>
        {isPending ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              setCancelled(true)
              asking.current?.abort()
            }}
          >
            {words.cancel}
          </Button>
        ) : null}
      </div>
      <div role="status">
        {data ? (
          <section className="mt-2 rounded-control border border-line bg-sunken px-3 py-2.5" aria-label={words.title}>
            <p className="max-h-48 overflow-y-auto text-label break-words whitespace-pre-wrap" dir="auto">
              {data.caption}
            </p>
            <p className="mt-1.5 text-caption text-ink-3">
              {data.promptTitle === null ? words.withNone : words.with(data.promptTitle)}
              {data.note ? ` · ${data.note}` : ''}
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                size="small"
                onClick={() => {
                  onUse(data.caption)
                  suggest.reset()
                }}
              >
                {words.use}
              </Button>
              <Button size="small" variant="quiet" onClick={() => suggest.reset()}>
                {words.dismiss}
              </Button>
            </div>
          </section>
        ) : null}
        {error && !isCancelled ? (
          <p className="mt-2 text-caption break-words text-bad">
            {words.failed}: {readServerMessage(error) ?? words.unknown}
          </p>
        ) : null}
      </div>
    </div>
  )
}
