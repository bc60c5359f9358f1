/** One folder of the drive in the list: what it is called, what is in it, and whether it is published already. */
import type { ReelFolder } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Badge } from '#ui/badge.tsx'
import { formatDayOf, thumbnailsOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { Thumbnail } from './thumbnail.tsx'

interface FolderCardProps {
  readonly folder: ReelFolder
  readonly isSelected: boolean
  readonly place: number
  readonly total: number
}

export const FolderCard = /* @__PURE__ */ memo(function FolderCard(props: FolderCardProps) {
  const { folder, isSelected, place, total } = props
  const { description, images, isRead } = folder
  return (
    <li className="folder-card" data-picked={isSelected ? '' : undefined} aria-posinset={place} aria-setsize={total}>
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/reel-imports"
          search={{ folder: folder.id }}
          resetScroll={false}
          className="card-link folder-open"
          dir="auto"
          title={folder.name}
          aria-current={isSelected ? 'true' : undefined}
        >
          <span className="sr-only">{texts.folders.open}</span> {folder.name}
        </Link>
        <State folder={folder} />
      </div>
      <p className="truncate text-caption text-ink-3">
        {isRead ? texts.folders.images(images.length) : texts.folders.notRead}
        <span aria-hidden="true"> · </span>
        <time dateTime={folder.createdTime}>{formatDayOf(folder.createdTime)}</time>
        {folder.place === null ? null : (
          <>
            <span aria-hidden="true"> · </span>
            {folder.place}
          </>
        )}
      </p>
      <p className={`mt-1.5 truncate text-label ${description ? 'text-ink-2' : 'text-ink-3'}`} dir="auto">
        {description ?? texts.folders.noDescription}
      </p>
      <Pictures folder={folder} />
    </li>
  )
})

function State({ folder }: { readonly folder: ReelFolder }) {
  if (folder.isPublished) return <Badge tone="good">{texts.folders.published}</Badge>
  if (folder.import?.state === 'running') return <Badge tone="blue">{texts.folders.importing}</Badge>
  return folder.import?.state === 'done' ? <Badge variant="outline">{texts.folders.imported}</Badge> : null
}

function Pictures({ folder }: { readonly folder: ReelFolder }) {
  const { shown, more } = thumbnailsOf(folder)
  if (folder.isRead && shown.length === 0)
    return <p className="folder-pictures text-label text-ink-3">{texts.folders.noImages}</p>
  if (!folder.isRead) return <span className="folder-pictures" aria-hidden="true" />
  return (
    <div className="folder-pictures" aria-hidden="true">
      {shown.map(({ id, thumbnailLink }) => (
        <span key={id} className="drive-picture">
          <Thumbnail url={thumbnailLink} />
        </span>
      ))}
      {more > 0 ? <span className="drive-picture">{texts.folders.more(more)}</span> : null}
    </div>
  )
}
