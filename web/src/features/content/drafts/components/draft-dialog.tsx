/** 'Instagram Post': one post to read and to change (spec §2). It is in the URL, so it can be linked to. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { companyCalendar, contentPost, findCachedPost } from '../../items/queries/items.ts'
import { isMissing } from '../rules/editing.ts'
import { texts } from '../texts/post.ts'
import { PostForm, type RenderMore } from './post-form.tsx'

interface PostDialogProps {
  readonly postId: string
  /** Takes the post out of the address; what is unsaved asks first. */
  readonly onClose: () => void
  /** What another domain says of the post as it is stored, with what is typed and not stored yet. */
  readonly renderMore?: RenderMore | undefined
}

export function PostDialog({ postId, onClose, renderMore }: PostDialogProps) {
  const client = useQueryClient()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...contentPost(postId),
    placeholderData: () => findCachedPost(client, postId),
  })
  // Of administrators it may be another company's; all others have one clock, which is known already.
  const isAdmin = useSession().user?.role === 'admin'
  const calendar = useQuery(companyCalendar(isAdmin ? data?.companyId : undefined))
  const late = useDelayed(isPending)
  if (data)
    return (
      <PostForm
        key={postId}
        post={data}
        timeZone={calendar.data?.timeZone ?? 'UTC'}
        renderMore={renderMore}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      onClose={onClose}
      title={texts.dialog.title}
      description={texts.dialog.description}
      footer={<Button onClick={onClose}>{texts.dialog.close}</Button>}
    >
      {isPending ? (
        <div className="grid gap-6 desk:grid-cols-[200px_minmax(0,1fr)]" aria-busy="true" data-skeleton="">
          <p className="sr-only" role="status">
            {late ? texts.dialog.loading : ''}
          </p>
          <Skeleton className={`aspect-4/5 w-full rounded-control ${late ? '' : 'invisible'}`} />
          <div className={`grid content-start gap-4 ${late ? '' : 'invisible'}`}>
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-8 w-full" />
          </div>
        </div>
      ) : isMissing(error) ? (
        <div className="py-2" role="alert">
          <h3 className="text-panel">{texts.dialog.missing}</h3>
          <p className="mt-1 text-label text-ink-2">{texts.dialog.missingDescription}</p>
        </div>
      ) : (
        <QueryFailed title={texts.dialog.loadFailed} query={{ error, isFetching, refetch }} />
      )}
    </Dialog>
  )
}
