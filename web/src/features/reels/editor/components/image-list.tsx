/** The pictures in their order: chosen, moved, held longer or shorter, added, taken away. */

import './image-list.css'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { ArrowDown, ArrowUp, GripVertical, ImageOff, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ACCEPTED } from '#features/content/index.ts'
import { useReorder } from '#lib/use-reorder.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { UnsavedGuard } from '#ui/unsaved-guard.tsx'
import { type Edited, moveItem, updatePicture } from '../rules/edited.ts'
import { texts } from '../texts.ts'
import { SecondsField } from './seconds-field.tsx'
import type { ImageFile } from './use-image-files.ts'

interface ImageListProps {
  readonly edited: Edited
  readonly onChange: (edited: Edited, step?: string) => void
  readonly files: ReadonlyMap<string, ImageFile>
  readonly missing: ReadonlySet<string>
  /** Of the whole reel. */
  readonly seconds: number
  readonly selected: string | null
  readonly onSelect: (key: string) => void
  readonly onAdd: (files: readonly File[]) => void
  /** 0 to 1 while images are on their way. */
  readonly adding: number | null
}

const MOVES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

export function ImageList({
  edited,
  onChange,
  files,
  missing,
  seconds,
  selected,
  onSelect,
  onAdd,
  adding,
}: ImageListProps) {
  const { pictures } = edited
  const [news, setNews] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const chosen = pictures.findIndex(({ key }) => key === selected)
  const nameAt = (index: number): string =>
    files.get(pictures[index]?.url ?? '')?.name || texts.images.unnamed(index + 1)
  const isFull = pictures.length >= REEL_IMAGES_MAX

  const move = (from: number, to: number): void => {
    const picture = pictures[from]
    if (!picture || to < 0 || to >= pictures.length) return
    setNews(texts.images.moved(nameAt(from), to + 1, pictures.length))
    onChange({ ...edited, pictures: moveItem(pictures, from, to) })
    onSelect(picture.key)
  }
  const reorder = useReorder(move)

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = MOVES[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = pictures[index + step]
    if (event.altKey) move(index, index + step)
    else if (next) {
      onSelect(next.key)
      buttonAt(reorder.list.current, index + step)?.focus()
    }
  }
  const remove = (): void => {
    const rest = pictures.filter((_, index) => index !== chosen)
    const next = rest[Math.min(chosen, rest.length - 1)]
    setNews(texts.images.removed(nameAt(chosen)))
    onChange({ ...edited, pictures: rest })
    if (next) onSelect(next.key)
  }

  return (
    <section className="editor-images" aria-labelledby="reel-images-heading">
      <div className="editor-part-head">
        <h3 id="reel-images-heading" className="text-panel">
          {texts.images.title}
        </h3>
        <span className="text-caption text-ink-3">
          {texts.images.summary(pictures.length, REEL_IMAGES_MAX, seconds)}
        </span>
      </div>
      <ol className="editor-list" ref={reorder.list} aria-label={texts.images.list}>
        {pictures.map((picture, index) => {
          const file = files.get(picture.url)
          const name = nameAt(index)
          return (
            <li
              key={picture.key}
              className="editor-item"
              data-selected={index === chosen ? '' : undefined}
              data-carried={reorder.carriedIndex === index ? '' : undefined}
              style={reorder.styleOf(index)}
            >
              <span
                className="grid place-items-center h-10 text-ink-3 cursor-grab touch-none [&>.lucide]:size-3.5 max-desk:hidden"
                title={texts.images.drag(name)}
                onPointerDown={(event) => reorder.onPointerDown(event, index, true)}
              >
                <GripVertical />
              </span>
              <button
                type="button"
                className="editor-pick"
                aria-pressed={index === chosen}
                onClick={() => onSelect(picture.key)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPointerDown={(event) => reorder.onPointerDown(event, index)}
              >
                <span className="grid place-items-center w-9 h-14 overflow-hidden rounded-badge bg-sunken text-ink-3 max-desk:w-18 max-desk:h-28">
                  {missing.has(picture.url) ? (
                    <ImageOff />
                  ) : (
                    <Picture src={picture.url} sizes="72px" draggable={false} />
                  )}
                </span>
                <span className="editor-name">
                  <b className="block truncate">{name}</b>
                  <small className="block truncate">
                    {missing.has(picture.url)
                      ? texts.images.missing
                      : file?.width
                        ? texts.images.size(file.width, file.height)
                        : ''}
                  </small>
                </span>
              </button>
              <SecondsField
                label={texts.images.seconds(name)}
                value={picture.seconds}
                onChange={(held) =>
                  onChange(updatePicture(edited, picture.key, { seconds: held }), `seconds of ${picture.key}`)
                }
              />
            </li>
          )
        })}
      </ol>
      {pictures.length === 0 ? (
        <div className="py-6 text-center">
          <p className="text-panel">{texts.images.empty}</p>
          <p className="text-label text-ink-2">{texts.images.emptyDescription}</p>
        </div>
      ) : null}
      <div className="editor-tools" role="toolbar" aria-label={texts.images.actions(nameAt(Math.max(chosen, 0)))}>
        <Button
          size="small"
          icon={<Plus />}
          disabled={isFull}
          title={isFull ? texts.images.full(REEL_IMAGES_MAX) : undefined}
          busy={adding !== null}
          busyLabel={texts.images.adding(Math.floor((adding ?? 0) * 100))}
          onClick={() => picker.current?.click()}
        >
          {texts.images.add}
        </Button>
        <span className="grow" />
        <IconButton
          size="small"
          label={texts.images.earlier}
          icon={<ArrowUp />}
          disabled={chosen < 1}
          onClick={() => move(chosen, chosen - 1)}
        />
        <IconButton
          size="small"
          label={texts.images.later}
          icon={<ArrowDown />}
          disabled={chosen === -1 || chosen >= pictures.length - 1}
          onClick={() => move(chosen, chosen + 1)}
        />
        <IconButton
          size="small"
          label={texts.images.remove}
          icon={<Trash2 />}
          disabled={chosen === -1 || pictures.length < 2}
          onClick={remove}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label={texts.images.add}
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <p className="editor-hint max-desk:hidden">{texts.images.hint}</p>
      <p className="sr-only" role="status">
        {news}
      </p>
      <UnsavedGuard isUnsaved={() => adding !== null} texts={texts.leaveSending} />
    </section>
  )
}

function buttonAt(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.children[index]?.querySelector<HTMLElement>('.editor-pick') ?? null
}
