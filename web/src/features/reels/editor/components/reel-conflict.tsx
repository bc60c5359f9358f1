/** Another user changed the same parts: both versions side by side, and which of them stays. */
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import type { Edited, EditedPart } from '../rules/edited.ts'
import { texts } from '../texts.ts'
import type { EditingState } from './editing.ts'
import type { ImageFile } from './use-image-files.ts'

interface ReelConflictProps {
  readonly mine: Edited
  readonly conflict: NonNullable<EditingState['conflict']>
  readonly files: ReadonlyMap<string, ImageFile>
  readonly onDecide: (part: EditedPart, takes: 'mine' | 'theirs') => void
}

export function ReelConflict({ mine, conflict: { theirs, parts }, files, onDecide }: ReelConflictProps) {
  return (
    <section
      className="pt-3 px-5 pb-4 border-b border-line bg-amber-wash"
      role="alert"
      aria-labelledby="reel-conflict-heading"
    >
      <h3 id="reel-conflict-heading" className="text-panel">
        {texts.conflict.title}
      </h3>
      <p className="text-label text-ink-2">{texts.conflict.explanation}</p>
      {parts.map((part) => (
        <fieldset key={part} className="mt-3">
          <legend className="text-label font-strong">{texts.conflict.part(part)}</legend>
          <div className="mt-1 grid gap-2 desk:grid-cols-2">
            <Version title={texts.conflict.mine} value={describePart(mine, part, files)}>
              <Button size="small" aria-label={texts.conflict.keepMineOf(part)} onClick={() => onDecide(part, 'mine')}>
                {texts.conflict.keepMine}
              </Button>
            </Version>
            <Version title={texts.conflict.theirs} value={describePart(theirs, part, files)}>
              <Button
                size="small"
                aria-label={texts.conflict.takeTheirsOf(part)}
                onClick={() => onDecide(part, 'theirs')}
              >
                {texts.conflict.takeTheirs}
              </Button>
            </Version>
          </div>
        </fieldset>
      ))}
    </section>
  )
}

interface VersionProps {
  readonly title: string
  readonly value: string
  readonly children: ReactNode
}

function Version({ title, value, children }: VersionProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-control border border-line bg-surface px-3 py-2">
      <p className="text-caption text-ink-3">{title}</p>
      <p className="mb-2 flex-1 text-label break-words whitespace-pre-wrap" dir="auto">
        {value}
      </p>
      <div>{children}</div>
    </div>
  )
}

function describePart(edited: Edited, part: EditedPart, files: ReadonlyMap<string, ImageFile>): string {
  const { pictures, transition, caption, music, coverSeconds, quality } = edited
  switch (part) {
    case 'pictures':
      return texts.conflict.pictures(
        pictures.map(({ url }, index) => files.get(url)?.name || texts.images.unnamed(index + 1)),
        pictures.map(({ seconds }) => seconds),
      )
    case 'transition':
      return texts.conflict.transition(transition.kind, transition.seconds)
    case 'caption':
      return texts.conflict.caption(caption.isShown, caption.text, caption.place, caption.style)
    case 'music':
      return music ? texts.conflict.music(music.name, music.volume) : texts.conflict.noMusic
    case 'coverSeconds':
      return texts.conflict.cover(coverSeconds)
    case 'quality':
      return texts.conflict.quality(quality)
  }
}
