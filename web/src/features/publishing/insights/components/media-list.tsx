/** The posts, reels and stories of the account with what was read of them last. A row opens its readings. Four states. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAhead, formatMoment, shorten } from '#lib/format.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { type OwnMedia, ownMediaPages } from '../queries/insights.ts'
import { ageText, secondsText } from '../rules.ts'
import { texts } from '../texts/account.ts'
import { texts as postTexts } from '../texts/posts.ts'

const words = postTexts.media
const MediaDialog = makePreloadable(async () => (await import('./media-dialog.tsx')).MediaDialog)

export function MediaList({ accountId }: { readonly accountId: number }) {
  const list = useInfiniteQuery(ownMediaPages(accountId))
  const isLate = useDelayed(list.isPending)
  const [open, setOpen] = useState<OwnMedia | null>(null)
  usePreload(MediaDialog)
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <section aria-labelledby="insight-media">
      <div className="mt-8 mb-3">
        <h2 id="insight-media" className="text-section">
          {words.title}
        </h2>
        <p className="text-label text-ink-2">{words.note}</p>
      </div>
      <Panel>
        {list.isPending ? (
          <div className="h-60 p-5" aria-busy="true">
            <p className="sr-only" role="status">
              {isLate ? words.loading : ''}
            </p>
            {isLate ? <Skeleton className="h-full w-full" /> : null}
          </div>
        ) : null}
        {list.isError && !list.data ? <QueryFailed title={words.failed} query={list} /> : null}
        {list.data && rows.length === 0 ? <EmptyState title={words.none} text={words.noneText} /> : null}
        {rows.length > 0 ? <Rows rows={rows} onOpen={setOpen} /> : null}
        {list.hasNextPage ? (
          <div className="border-t border-line px-5 py-3">
            <MoreButton size="small" list={list}>
              {words.more}
            </MoreButton>
          </div>
        ) : null}
      </Panel>
      {open ? <MediaDialog accountId={accountId} media={open} onClose={() => setOpen(null)} /> : null}
    </section>
  )
}

interface RowsProps {
  readonly rows: readonly OwnMedia[]
  readonly onOpen: (media: OwnMedia) => void
}

function Rows({ rows, onOpen }: RowsProps) {
  const now = useNow()
  return (
    <table className="insight-media" aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.columns.post}</th>
          <th scope="col">{words.columns.views}</th>
          <th scope="col">{words.columns.reach}</th>
          <th scope="col">{words.columns.saves}</th>
          <th scope="col">{words.columns.shares}</th>
          <th scope="col">{words.columns.watch}</th>
          <th scope="col">{words.columns.age}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((media) => (
          <tr key={media.mediaId}>
            <th scope="row">
              <button type="button" aria-haspopup="dialog" title={captionOf(media)} onClick={() => onOpen(media)}>
                {captionOf(media)}
              </button>
              <small>
                {formatMoment(media.postedAt, now)}, {texts.formats[media.format][0]}
              </small>
              {media.publicationId === null ? null : <Badge variant="outline">{words.published}</Badge>}
            </th>
            {media.latest ? (
              <Figures latest={media.latest} isReel={media.format === 'reel'} />
            ) : (
              <td colSpan={6} className="is-unknown">
                {waitingOf(media, now)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Figures({ latest, isReel }: { readonly latest: NonNullable<OwnMedia['latest']>; readonly isReel: boolean }) {
  const { views, reach, saves, shares, averageWatchMs, ageHours } = latest
  return (
    <>
      <Count label={words.columns.views} value={views} isStrong />
      <Count label={words.columns.reach} value={reach} />
      <Count label={words.columns.saves} value={saves} />
      <Count label={words.columns.shares} value={shares} />
      <td data-label={words.columns.watch} className={averageWatchMs === null ? 'is-unknown' : ''}>
        {averageWatchMs === null ? (isReel ? texts.unknown : null) : secondsText(averageWatchMs)}
      </td>
      <td data-label={words.columns.age} className="is-quiet">
        {ageText(ageHours)}
      </td>
    </>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number | null
  readonly isStrong?: boolean
}

const Count = ({ label, value, isStrong = false }: CountProps) => (
  <td data-label={label} className={value === null ? 'is-unknown' : isStrong ? 'font-strong' : ''}>
    {value === null ? texts.unknown : shorten(value)}
  </td>
)

const captionOf = ({ caption }: OwnMedia): string => caption?.replace(/\s+/g, ' ').trim() || words.noCaption

function waitingOf({ endedBecause, nextReadingAt }: OwnMedia, now: Date): string {
  if (endedBecause !== null) return words[endedBecause]
  return nextReadingAt === null ? texts.unknown : words.waiting(formatAhead(nextReadingAt, now))
}
