/** One of several pictures: how far it has come, its place among the others, and what can be done with it. */
import { ArrowDown, ArrowUp, Check, GripVertical, ImageOff, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Reorder } from '#lib/use-reorder.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { texts } from '../texts.ts'
import type { SentImage } from './image-uploads.ts'

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

const ROW =
  'grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 border-line bg-raised py-1 pr-2 pl-1 not-first:border-t first:rounded-t-[9px] last:rounded-b-[9px] not-data-carried:[transition:transform_var(--mid)_var(--ease)] data-carried:relative data-carried:z-2 data-carried:rounded-[9px] data-carried:[box-shadow:var(--lift)] desk:gap-3'

interface ImageRowProps {
  readonly image: SentImage
  readonly index: number
  readonly count: number
  readonly reorder: Reorder
  readonly onMove: (to: number) => void
  readonly onRetry: () => void
  readonly onRemove: () => void
}

export function ImageRow({ image, index, count, reorder, onMove, onRetry, onRemove }: ImageRowProps) {
  const { name, preview, state, sent, problem, canRetry } = image
  const [isBroken, setBroken] = useState(false)
  const grip = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.altKey) {
      onMove(index + step)
      // A row that moves in the page may lose the focus on its way.
      window.setTimeout(() => grip.current?.focus(), 0)
    } else {
      const row = grip.current?.closest('li')
      const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
      next?.querySelector<HTMLElement>('[data-grip]')?.focus()
    }
  }
  return (
    <li
      className={ROW}
      data-carried={reorder.carriedIndex === index ? '' : undefined}
      data-state={state}
      style={reorder.styleOf(index)}
    >
      <button
        ref={grip}
        type="button"
        data-grip=""
        className="flex cursor-grab touch-none items-center gap-1 rounded-control p-0.5 text-ink-3 select-none"
        aria-label={texts.images.drag(name)}
        title={texts.images.drag(name)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => reorder.onPointerDown(event, index, true)}
      >
        <GripVertical />
        <span
          className="grid place-items-center w-9 h-12.5 rounded-badge bg-sunken overflow-hidden [&>img]:size-full [&>img]:object-cover"
          aria-hidden="true"
        >
          {isBroken ? <ImageOff /> : <img src={preview} alt="" draggable={false} onError={() => setBroken(true)} />}
        </span>
      </button>
      <div className="min-w-0">
        <b className="block truncate text-label font-medium" dir="auto">
          {name}
        </b>
        {state === 'sending' ? (
          <div className="mt-1.5 mb-1">
            <Progress value={sent} label={texts.uploading(name)} />
          </div>
        ) : null}
        <p className="flex items-start gap-1.5 text-caption text-ink-3" aria-live={problem ? 'polite' : undefined}>
          <Condition image={image} />
        </p>
      </div>
      <div className="flex">
        {canRetry ? (
          <IconButton size="small" label={texts.images.retry(name)} icon={<RotateCcw />} onClick={onRetry} />
        ) : null}
        <IconButton
          size="small"
          label={texts.images.earlier(name)}
          icon={<ArrowUp />}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          size="small"
          label={texts.images.later(name)}
          icon={<ArrowDown />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <IconButton size="small" label={texts.images.remove(name)} icon={<X />} onClick={onRemove} />
      </div>
    </li>
  )
}

/** In words, what is going on with it. */
function Condition({ image: { state, sent, problem, bytes } }: { image: SentImage }) {
  if (state === 'failed') {
    return (
      <span className="flex min-w-0 gap-1.5 text-bad">
        <TriangleAlert className="mt-px size-3.5" />
        <span className="min-w-0 break-words">{problem}</span>
      </span>
    )
  }
  if (state === 'waiting') return texts.images.waiting
  if (state === 'sending') {
    if (sent < 1) return texts.progress(`${Math.floor(sent * 100)}%`)
    return (
      <>
        <Wheel spinning className="size-3.5" />
        {texts.images.checking}
      </>
    )
  }
  return (
    <>
      <Check className="size-3.5 text-good" />
      {bytes === null ? texts.images.kept : texts.images.sent}
    </>
  )
}
