/** One post with each reading at which its figures had changed, the newest first. */

import type { Post, PostReadingEntry } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatExactMoment, formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { postReadings } from '../queries.ts'
import { ageAt } from '../rules.ts'
import { texts } from '../texts.ts'
import { PostPicture } from './post-picture.tsx'

interface PostDialogProps {
  readonly accountId: number
  readonly post: Post
  readonly onClose: () => void
}

export function PostDialog({ accountId, post, onClose }: PostDialogProps) {
  const readings = useQuery(postReadings(accountId, post.id))
  const caption = post.caption?.trim() || texts.noCaption
  return (
    <Dialog
      onClose={onClose}
      title={texts.readings}
      description={texts.readingsHint}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <div className="flex items-start gap-3">
        <PostPicture format={post.type} imageUrl={post.imageUrl} className="size-16" />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-3 text-label break-words">{caption}</p>
          <p className="mt-1 text-caption text-ink-3">
            {texts.seen(formatDate(post.firstSeenAt), formatDate(post.lastSeenAt))}
            {post.goneAt ? `. ${texts.goneSince(formatDate(post.goneAt))}` : ''}
          </p>
          {post.url ? (
            <OutsideLink className="mt-1 min-h-6 gap-1.25 text-label" href={post.url}>
              {texts.viewOnInstagram}
            </OutsideLink>
          ) : null}
        </div>
      </div>
      <ScrollBox className="mt-4" label={texts.readings}>
        <QueryView
          query={readings}
          texts={{ loading: texts.readingsLoading, failed: texts.readingsFailed }}
          skeleton={(isLate) => (
            <div className="grid h-40 content-start gap-4 pt-4">
              {isLate
                ? ['w-full', 'w-4/5', 'w-11/12'].map((width) => <Skeleton key={width} className={`h-3 ${width}`} />)
                : null}
            </div>
          )}
        >
          {(entries) => <Readings entries={entries} postedAt={post.postedAt} />}
        </QueryView>
      </ScrollBox>
    </Dialog>
  )
}

const HEAD = 'py-2 text-right text-caption font-medium text-ink-3 first:text-left'

function Readings({ entries, postedAt }: { entries: readonly PostReadingEntry[]; postedAt: string | null }) {
  if (entries.length === 0) return <p className="text-label text-ink-2">{texts.noReadings}</p>
  const likes = entries.flatMap((entry) => entry.likes ?? [])
  const hasViews = entries.some(({ views }) => views !== null)
  return (
    <>
      {likes.length > 1 ? <Sparkline values={likes} width={180} height={36} className="mb-1 block" /> : null}
      <table className="w-full text-label">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {texts.read}
            </th>
            <th scope="col" className={`${HEAD} max-desk:hidden`}>
              {texts.age}
            </th>
            <th scope="col" className={HEAD}>
              {texts.columns.likes}
            </th>
            <th scope="col" className={HEAD}>
              {texts.columns.comments}
            </th>
            {hasViews ? (
              <th scope="col" className={HEAD}>
                {texts.columns.views}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {entries.toReversed().map((entry) => (
            <tr key={entry.readAt} className="border-t border-line">
              <td className="py-1.75 whitespace-nowrap">{formatExactMoment(entry.readAt)}</td>
              <td className="text-right text-ink-3 max-desk:hidden">{ageAt(postedAt, entry.readAt)}</td>
              <Count count={entry.likes} unknown={texts.hidden} />
              <Count count={entry.comments} unknown={texts.unknown} />
              {hasViews ? <Count count={entry.views} unknown={texts.unknown} /> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Count({ count, unknown }: { count: number | null; unknown: string }) {
  return (
    <td className={`text-right ${count === null ? 'text-caption text-ink-3' : ''}`}>
      {count === null ? unknown : formatWhole(count)}
    </td>
  )
}
