/** The drafts that an import can fill: the beginning of each caption, and the id. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { draftPages } from '#features/content/index.ts'
import { MoreButton } from '#ui/more-button.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { captionPreview } from '../rules.ts'
import { texts } from '../texts.ts'

interface DraftPickerProps {
  readonly recordId: string
  readonly onPick: (recordId: string) => void
}

// spec §9: 60 s with 30 s stale on this screen.
const STALE_MS = 30_000
const EVERY_MS = 60_000

const DRAFT =
  'grid min-h-9 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-3 py-1.5 text-left text-label hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:bg-wash aria-pressed:[box-shadow:inset_2px_0_0_var(--mark)] max-desk:grid-cols-[minmax(0,1fr)] max-desk:gap-0'

export function DraftPicker({ recordId, onPick }: DraftPickerProps) {
  const drafts = useInfiniteQuery({
    ...draftPages({ mediaType: '', q: '' }),
    staleTime: STALE_MS,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
  })
  const posts = drafts.data?.pages.flatMap(({ rows }) => rows) ?? []
  return (
    <div>
      <p className="mb-1.5 text-label font-medium" id="draft-picker">
        {texts.dialog.drafts}
      </p>
      {drafts.isPending ? (
        <p className="flex items-center gap-2 py-2 text-label text-ink-3" role="status">
          <Wheel spinning /> {texts.dialog.draftsLoading}
        </p>
      ) : null}
      {drafts.error && !drafts.data ? (
        <p className="text-label text-bad" role="alert">
          {texts.dialog.draftsFailed} {drafts.error.message}
        </p>
      ) : null}
      {drafts.data && posts.length === 0 ? <p className="text-label text-ink-3">{texts.dialog.draftsEmpty}</p> : null}
      {posts.length > 0 ? (
        <ul
          className="max-h-48 overflow-y-auto rounded-control border border-line [&>li:not(:first-child)]:border-t [&>li:not(:first-child)]:border-line"
          aria-labelledby="draft-picker"
        >
          {posts.map(({ id, caption }) => (
            <li key={id}>
              <button type="button" className={DRAFT} aria-pressed={id === recordId} onClick={() => onPick(id)}>
                <span className="truncate data-empty:text-ink-3" dir="auto" data-empty={caption ? undefined : ''}>
                  {captionPreview(caption)}
                </span>
                <code className="font-mono text-badge text-ink-3">{id}</code>
              </button>
            </li>
          ))}
          {drafts.hasNextPage ? (
            <li className="p-1 text-center">
              <MoreButton variant="quiet" size="small" list={drafts}>
                {texts.dialog.draftsMore}
              </MoreButton>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  )
}
