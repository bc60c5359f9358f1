/** A caption from an image: requested, read, then used or not. Nothing that was typed is lost. */
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { type CaptionSubject, useSuggestCaption } from '../queries.ts'
import { texts } from '../texts.ts'

interface CaptionSuggestionProps {
  readonly of: CaptionSubject
  readonly onUse: (caption: string) => void
}

const words = texts.suggestion

/** A request for another image is cancelled with it. */
export function CaptionSuggestion(props: CaptionSuggestionProps) {
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
