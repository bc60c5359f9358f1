/** One post of a connected account, with everything that was read of it. */
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { mediaInsights, type OwnMedia } from '../queries/insights.ts'
import { texts as accountTexts } from '../texts/account.ts'
import { texts } from '../texts/posts.ts'
import { MediaInsightsView } from './media-insights.tsx'

const words = texts.post

interface MediaDialogProps {
  readonly accountId: number
  readonly media: OwnMedia
  readonly onClose: () => void
}

export function MediaDialog({ accountId, media, onClose }: MediaDialogProps) {
  const query = useQuery(mediaInsights(accountId, media.mediaId))
  const caption = media.caption?.replace(/\s+/g, ' ').trim() || texts.media.noCaption
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      description={`${accountTexts.formats[media.format][0]}, ${formatDate(media.postedAt)}`}
      footer={<Button onClick={onClose}>{words.close}</Button>}
    >
      <p className="line-clamp-2 text-label break-words">{caption}</p>
      {media.permalink ? (
        <OutsideLink className="mt-1 mb-3 min-h-6 gap-1.25 text-label" href={media.permalink}>
          {words.open}
        </OutsideLink>
      ) : null}
      <QueryView
        query={query}
        texts={{ loading: words.loading, failed: words.failed }}
        skeleton={(isLate) => <div className="h-60">{isLate ? <Skeleton className="h-full w-full" /> : null}</div>}
      >
        {(insights) => <MediaInsightsView insights={insights} />}
      </QueryView>
    </Dialog>
  )
}
