/** What is sent, beside the choices: the picture with the part that is cut off, and the caption as it goes out. */
import type { ContentItem } from '@tangelo/contract'
import { Image } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { Picture } from '#ui/picture.tsx'
import { pictureOf } from '../rules/media.ts'
import { cutOf } from '../rules/publish.ts'
import { texts } from '../texts/publish.ts'
import { EditLink } from './edit-link.tsx'

const words = texts.preview

interface PublishPreviewProps {
  readonly post: ContentItem
  /** As it is sent; null before that is known. */
  readonly text: string | null
  /** All pictures, in their order. */
  readonly media: readonly string[]
  readonly isCut: boolean
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

export function PublishPreview({ post, text, media, isCut, onEdit, onClose }: PublishPreviewProps) {
  const [size, setSize] = useState({ width: 1, height: 1 })
  const cut = isCut ? cutOf(size.width, size.height) : null
  const frame: CSSProperties = cut ? { inset: `${cut.y * 100}% ${cut.x * 100}%` } : {}
  const caption = (text ?? post.caption ?? '').trim()
  return (
    <section className="publish-preview" aria-label={words.label}>
      <div className="publish-picture" data-cut={cut ? '' : undefined}>
        <Picture
          src={post.imageUrl}
          sizes="280px"
          className=""
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          fallback={
            <span>
              <Image aria-hidden="true" />
              {words.noPicture}
            </span>
          }
        />
        {cut ? <i style={frame} /> : null}
      </div>
      {media.length > 1 ? (
        <ul className="publish-strip" aria-label={words.pictures(media.length)}>
          {media.map((url) => (
            <li key={url}>
              <Picture src={pictureOf(url)} sizes="48px" />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="publish-words">
        {cut ? <p className="publish-cut">{words.cut}</p> : null}
        <p className="publish-caption" dir="auto" data-empty={caption ? undefined : ''}>
          {caption || words.noCaption}
        </p>
        <EditLink postId={post.id} className="link" onEdit={onEdit} onClose={onClose}>
          {words.edit}
        </EditLink>
      </div>
    </section>
  )
}
