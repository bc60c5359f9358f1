/** What is sent: the picture, the caption as it is now, and what goes along. */
import { Link } from '@tanstack/react-router'
import { Image } from 'lucide-react'
import { Panel } from '#ui/panel.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Publication } from '../queries.ts'
import { optionTexts } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'

const words = texts.page

export function SentPanel({ publication }: { readonly publication: Publication }) {
  const { post, itemId, by } = publication
  const along = optionTexts(publication)
  return (
    <Panel aria-labelledby="publication-sent">
      <h2 id="publication-sent" className="publication-head">
        {words.what[publication.state === 'published' ? 'after' : 'before']}
      </h2>
      <div className="publication-sent">
        <span className="publication-thumb" aria-hidden="true">
          <Picture src={post?.imageUrl ?? null} sizes="96px" fallback={<Image className="m-auto text-ink-3" />} />
        </span>
        <div className="min-w-0">
          <p className="publication-caption" dir="auto">
            {post ? post.caption?.trim() || texts.noCaption : texts.deleted}
          </p>
          {along.length > 0 ? (
            <ul aria-label={words.options}>
              {along.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : null}
          <p className="mt-2 flex flex-wrap gap-x-4 text-note text-ink-3">
            {post ? (
              <Link to="/planning" search={{ post: itemId }} className="link">
                {words.post}
              </Link>
            ) : null}
            <span>{words.by(by)}</span>
          </p>
        </div>
      </div>
    </Panel>
  )
}
