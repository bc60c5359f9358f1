/**
 * Several pictures: dropped, pasted or chosen, sent at once, and put in order with a mouse, a finger, the keyboard, or plain
 * buttons. What the server refused says why and can be sent again.
 */
import { useRef, useState } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useReorder } from '#lib/use-reorder.ts'
import { Dropzone } from '#ui/dropzone.tsx'
import { showFailure } from '#ui/toast.tsx'
import { ACCEPTED } from '../rules.ts'
import { texts } from '../texts.ts'
import { ImageRow } from './image-row.tsx'
import type { Uploads } from './use-image-uploads.ts'
import { usePastedImages } from './use-pasted-images.ts'

interface ImagesFieldProps {
  readonly uploads: Uploads
  readonly max: number
  /** Said under the dropzone, where nothing else is wrong. */
  readonly error: string | undefined
  readonly onTaken: () => void
}

export function ImagesField({ uploads, max, error, onTaken }: ImagesFieldProps) {
  const { images, move, remove, retry } = uploads
  const [refusal, setRefusal] = useState<string>()
  const [news, setNews] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 599px)')

  const take = (files: readonly File[]): void => {
    if (files.length === 0) return
    const { problems, isTooMany } = uploads.add(files)
    const tooMany = texts.images.tooManyDescription(max)
    setRefusal([...problems, ...(isTooMany ? [tooMany] : [])].join(' ') || undefined)
    if (isTooMany) showFailure(texts.images.tooMany, tooMany)
    onTaken()
  }
  usePastedImages(take)

  const moveTo = (from: number, to: number): void => {
    const image = images[from]
    if (!image || to < 0 || to >= images.length) return
    move(from, to)
    setNews(texts.images.moved(image.name, to + 1, images.length))
  }
  const reorder = useReorder(moveTo)
  const removeAt = (index: number): void => {
    const image = images[index]
    if (!image) return
    remove(image.id)
    setRefusal(undefined)
    setNews(texts.images.removed(image.name))
    // What had the focus is gone: the next picture has it, or the way to choose one.
    window.setTimeout(() => focusRow(field.current, Math.min(index, images.length - 2)), 0)
  }

  const isFull = images.length >= max
  return (
    <div ref={field}>
      <div className="flex items-baseline justify-between">
        <span className="field-label">{texts.images.list}</span>
        <span className="text-caption text-ink-3">{texts.images.count(images.length, max)}</span>
      </div>
      {images.length > 0 ? (
        <>
          <ol className="mt-1 border border-line rounded-panel" ref={reorder.list} aria-label={texts.images.list}>
            {images.map((image, index) => (
              <ImageRow
                key={image.id}
                image={image}
                index={index}
                count={images.length}
                reorder={reorder}
                onMove={(to) => moveTo(index, to)}
                onRetry={() => retry(image.id)}
                onRemove={() => removeAt(index)}
              />
            ))}
          </ol>
          {images.length > 1 ? (
            <p className="mt-1.5 mb-3 text-caption text-ink-3">
              {isPhone ? texts.images.reorderTouch : texts.images.reorder}
            </p>
          ) : null}
        </>
      ) : null}
      {isFull ? (
        <p className="field-note" data-tone={(refusal ?? error) ? 'bad' : undefined} aria-live="polite">
          {refusal ?? error}
        </p>
      ) : (
        <div className={images.length > 0 ? '[&_.dropzone]:px-4 [&_.dropzone]:py-3.5' : undefined}>
          <Dropzone
            label={images.length > 0 ? texts.images.dropMore : texts.images.drop}
            hint={texts.images.hint(max)}
            accept={ACCEPTED}
            multiple
            onFiles={take}
            error={refusal ?? error}
          />
        </div>
      )}
      <p className="sr-only" role="status">
        {news}
      </p>
    </div>
  )
}

function focusRow(field: HTMLElement | null, index: number): void {
  const rows = field?.querySelectorAll<HTMLElement>('[data-grip]')
  const target = rows?.[index] ?? field?.querySelector<HTMLElement>('input[type="file"]')
  target?.focus()
}
