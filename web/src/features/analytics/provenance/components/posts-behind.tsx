/** The posts that an engagement rate was made from. What was left out says why. */
import { formatWhole } from '#lib/format.ts'
import type { Provenance } from '../queries.ts'
import { texts } from '../texts.ts'

type Posts = Provenance['posts']

export function PostsBehind({ posts }: { readonly posts: Posts }) {
  const leftOut = posts.filter(({ likes }) => likes === null).length
  return (
    <section className="mt-4 border-t border-line pt-3" aria-label={texts.postsTitle(posts.length)}>
      <h3 className="text-label font-strong">{texts.postsTitle(posts.length)}</h3>
      {leftOut > 0 ? <p className="mt-0.5 text-note text-ink-2">{texts.leftOut(leftOut)}</p> : null}
      <table className="mt-1.5 w-full table-fixed text-note">
        <colgroup>
          <col />
          <col className="w-20" />
          <col className="w-20" />
        </colgroup>
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              {texts.columns.post}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {texts.columns.likes}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {texts.columns.comments}
            </th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <Post key={post.id} post={post} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Post({ post }: { post: Posts[number] }) {
  const caption = post.caption?.replace(/\s+/g, ' ').trim() || texts.noCaption
  const why = [
    ...(post.likes === null ? [texts.likesHidden] : []),
    ...(post.comments === null ? [texts.commentsUnknown] : []),
  ].join(', ')
  return (
    <tr className="border-t border-line align-top">
      <td className="py-1.5 pr-3">
        {post.url ? (
          <a href={post.url} target="_blank" rel="noreferrer" className="block truncate hover:underline">
            {caption}
          </a>
        ) : (
          <span className="block truncate">{caption}</span>
        )}
        {why ? <span className="block text-caption text-ink-3">{why}</span> : null}
      </td>
      <Count count={post.likes} />
      <Count count={post.comments} />
    </tr>
  )
}

function Count({ count }: { count: number | null }) {
  return (
    <td className={`py-1.5 text-right ${count === null ? 'text-ink-3' : ''}`}>
      {count === null ? texts.unknown : formatWhole(count)}
    </td>
  )
}
