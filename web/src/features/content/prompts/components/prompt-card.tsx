/** One prompt: its text or its image, and what can be done with it. Every card is as high as the others. */
import type { Prompt } from '@tangelo/contract'
import { Copy, Ellipsis, ImageOff } from 'lucide-react'
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { shortId } from '../rules/prompts.ts'
import { texts } from '../texts.ts'
import { copy } from './copy.ts'
import { PromptMenu } from './prompt-menu.tsx'

/** With its edges. */
export const CARD_HEIGHT = 288

interface PromptCardProps {
  readonly prompt: Prompt
  readonly now: Date
  /** Names its company, where there is more than one. */
  readonly namesCompany: boolean
  readonly place: number
  readonly total: number
  readonly onTest: (id: string) => void
  readonly onEdit: (prompt: Prompt) => void
  readonly onRemove: (prompt: Prompt) => void
}

export const PromptCard = memo(function PromptCard(props: PromptCardProps) {
  const { prompt, now, namesCompany, place, total } = props
  const id = useId()
  const title = prompt.title.trim() || texts.card.untitled
  const [shows, setShows] = useState<'prompt' | 'preview'>('prompt')
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  return (
    <li
      className="panel flex min-w-0 flex-col"
      style={{ height: CARD_HEIGHT }}
      aria-labelledby={`${id}-title`}
      aria-posinset={place}
      aria-setsize={total}
    >
      <div className="px-4 pt-3.5">
        <div className="flex min-w-0 items-center gap-2">
          <h3 id={`${id}-title`} className="min-w-0 flex-1 truncate text-panel" title={title} dir="auto">
            {title}
          </h3>
          {prompt.isDefault ? <Badge tone="good">{texts.card.default}</Badge> : null}
          {prompt.isCompanyDefault && !prompt.isDefault ? (
            <Badge variant="outline">{texts.card.companyDefault}</Badge>
          ) : null}
        </div>
        <p className="mt-0.5 flex min-w-0 gap-1.5 text-caption text-ink-3">
          <time className="flex-none" dateTime={prompt.createdTime} title={formatExactMoment(prompt.createdTime)}>
            {formatMoment(prompt.createdTime, now)}
          </time>
          <span aria-hidden="true">·</span>
          <span className="font-mono" title={prompt.id}>
            {shortId(prompt.id)}
          </span>
          {namesCompany ? (
            <>
              <span aria-hidden="true">·</span>
              <span className="min-w-0 truncate">{prompt.companyName}</span>
            </>
          ) : null}
        </p>
      </div>
      <CardTabs id={id} label={texts.card.show(title)} shows={shows} onShow={setShows} hasImage={!!prompt.imageUrl} />
      <div
        className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shows}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {shows === 'preview' && prompt.imageUrl ? (
          <Preview imageUrl={prompt.imageUrl} />
        ) : (
          <p className="text-label break-words whitespace-pre-wrap text-ink-2" dir="auto">
            {prompt.prompt}
          </p>
        )}
      </div>
      <div className="flex items-center justify-between border-t border-line px-2.5 py-2">
        <Button variant="quiet" size="small" icon={<Copy />} onClick={() => void copy(prompt.prompt)}>
          {texts.card.copy}
        </Button>
        <IconButton
          ref={more}
          size="small"
          label={texts.card.more(title)}
          icon={<Ellipsis />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen ? (
        <PromptMenu
          prompt={prompt}
          anchor={more}
          onClose={() => setOpen(false)}
          onTest={() => props.onTest(prompt.id)}
          onEdit={() => props.onEdit(prompt)}
          onRemove={() => props.onRemove(prompt)}
        />
      ) : null}
    </li>
  )
})

interface CardTabsProps {
  readonly id: string
  readonly label: string
  readonly shows: 'prompt' | 'preview'
  readonly onShow: (what: 'prompt' | 'preview') => void
  readonly hasImage: boolean
}

function CardTabs({ id, label, shows, onShow, hasImage }: CardTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!hasImage || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const next = event.key === 'Home' || (event.key !== 'End' && shows === 'preview') ? 'prompt' : 'preview'
    onShow(next)
    event.currentTarget.querySelector<HTMLElement>(`[id$="-${next}"]`)?.focus()
  }
  return (
    <div className="tabs mt-1 px-4" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {(['prompt', 'preview'] as const).map((what) => (
        <button
          key={what}
          type="button"
          className="tab py-1.5! text-caption! after:bg-control! disabled:cursor-not-allowed disabled:opacity-55"
          role="tab"
          id={`${id}-${what}`}
          aria-selected={shows === what}
          aria-controls={shows === what ? `${id}-panel` : undefined}
          tabIndex={shows === what ? 0 : -1}
          disabled={what === 'preview' && !hasImage}
          onClick={() => onShow(what)}
        >
          {texts.card[what]}
        </button>
      ))}
    </div>
  )
}

function Preview({ imageUrl }: { imageUrl: string }) {
  return (
    <Picture
      src={imageUrl}
      sizes="(width < 40rem) 94vw, 320px"
      alt={texts.card.picture}
      className="mx-auto block max-h-full rounded-control object-contain"
      fallback={
        <p className="grid h-full place-content-center justify-items-center gap-2 text-caption text-ink-3">
          <ImageOff />
          {texts.card.noPicture}
        </p>
      }
    />
  )
}
