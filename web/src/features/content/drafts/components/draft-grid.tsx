/**
 * The drafts as a grid that scrolls with the page: beyond a hundred cards only those in sight are in it. Arrow keys move
 * between the cards, Space selects, Shift selects everything in between.
 */
import './posts.css'
import type { ContentItem } from '@tangelo/contract'
import { useRouter, useRouterState } from '@tanstack/react-router'
import {
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { useSession } from '#lib/session.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useWidth } from '#lib/use-width.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { countColumns, findCardAfterKey } from '../rules/grid.ts'
import { texts } from '../texts.ts'
import { DraftCard, type DraftCardProps } from './draft-card.tsx'

const ALL_IN_PAGE_MAX = 100
/** As `aria-setsize` says it. */
const SIZE_UNKNOWN = -1
const OVERSCAN_ROWS = 2
const AHEAD_ROWS = 12
const CARD_WIDTH_MIN = 160
/** Where as many columns are shown as fit. */
const CARD_WIDTH_COMFORTABLE = 200
const CARD_WIDTH_LARGE = 230
const WIDTH_LARGE_MIN = 1500
const COLUMNS_MAX = 12
/** Below it the figures are closer together. */
const CARD_WIDTH_NARROW = 202
/** What a card is high besides its square picture: head, figures, caption, tags and two edges. */
const CARD_REST = 205
const GAPS = { wide: 16, narrow: 12 }
const WIDTH_WIDE_MIN = 500
const SKELETON_CARDS = ['w-24', 'w-20', 'w-28', 'w-16']

interface DraftGridProps {
  readonly posts: readonly ContentItem[]
  /** All drafts of this list, in the page or not; null while that is not known. */
  readonly total: number | null
  /** As many as there is room for where none is given. */
  readonly columns: number | undefined
  /** What draws an item, and what it is high besides its square picture. */
  readonly card?: ComponentType<DraftCardProps>
  readonly cardRest?: number
  /** On a phone the cards are rows of this height. */
  readonly phoneRow?: number
  readonly label?: string
  readonly timeZone: string
  readonly today?: string
  readonly selected: ReadonlySet<string>
  readonly onSelect: (id: string, isRange: boolean) => void
  readonly onClear: () => void
  readonly loadMore: (() => void) | undefined
  /** The cards are those of the question before. */
  readonly stale: boolean
}

export function DraftGrid(props: DraftGridProps) {
  const { posts, total, timeZone, today = '', loadMore, stale, selected, onSelect, onClear } = props
  const { card: Card = DraftCard, cardRest = CARD_REST, phoneRow, label = texts.panel.list } = props
  const isPhone = useMediaQuery('(width < 600px)')
  const areRows = isPhone && phoneRow !== undefined
  const { measure, columns, cardWidth, gap } = useColumns(areRows ? 1 : props.columns, areRows ? 0 : undefined)
  const cardHeight = areRows ? phoneRow : cardWidth + cardRest
  const count = Math.ceil(posts.length / columns)
  const { hrefOf, open } = useOpening()
  const mayMakeReels = useSession().user?.role !== 'basic' // spec §2: /reel-maker is for admin and pro
  // What is in sight is drawn first; the rest of a short list follows when there is time.
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => startTransition(() => setIsSettled(true)), [])
  const rows = useWindowRows<HTMLUListElement>({
    count,
    rowHeight: cardHeight + gap,
    loadMore,
    overscan: isSettled && total !== null && total <= ALL_IN_PAGE_MAX ? count : OVERSCAN_ROWS,
    ahead: AHEAD_ROWS,
  })
  const [wantsFocus, setWantsFocus] = useState<string | null>(null)

  const focusCard = useCallback(
    (id: string): boolean => {
      const link = rows.body.current?.querySelector<HTMLElement>(`[data-card="${id}"] .post-open`)
      link?.focus()
      return link !== null && link !== undefined
    },
    [rows.body],
  )
  // A card that was out of the page is there one drawing later.
  useEffect(() => {
    if (wantsFocus !== null && focusCard(wantsFocus)) setWantsFocus(null)
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null
    const index = posts.findIndex(({ id }) => id === card?.dataset.card)
    const post = posts[index]
    if (!post || event.ctrlKey || event.metaKey || event.altKey) return
    const next = findCardAfterKey(event.key, index, columns, posts.length)
    if (next !== null) {
      event.preventDefault()
      const id = posts[next]?.id ?? post.id
      if (focusCard(id)) return
      rows.scrollTo(Math.floor(next / columns))
      setWantsFocus(id)
    } else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault()
      onSelect(post.id, event.shiftKey)
    } else if (event.key === 'Escape' && selected.size > 0) onClear()
  }

  const style: CSSProperties & Record<'--card-height', string> = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gap,
    paddingTop: rows.above,
    paddingBottom: rows.below,
    '--card-height': `${cardHeight}px`,
  }
  return (
    <div ref={measure}>
      <p id="cards-hint" className="sr-only">
        {texts.card.hint}
      </p>
      <ul
        ref={rows.body}
        className={`grid [grid-auto-rows:var(--card-height,auto)] ${stale ? 'opacity-60' : ''}`}
        style={style}
        data-narrow={cardWidth < CARD_WIDTH_NARROW ? '' : undefined}
        aria-label={label}
        aria-describedby="cards-hint"
        aria-busy={stale}
        onKeyDown={onKeyDown}
      >
        {rows.indexes.flatMap((row) =>
          posts
            .slice(row * columns, (row + 1) * columns)
            .map((post, column) => (
              <Card
                key={post.id}
                post={post}
                timeZone={timeZone}
                today={today}
                selected={selected.has(post.id)}
                picking={selected.size > 0}
                place={row * columns + column + 1}
                total={total ?? SIZE_UNKNOWN}
                onSelect={onSelect}
                dialogHref={hrefOf(post.id)}
                mayMakeReels={mayMakeReels}
                onOpen={open}
              />
            )),
        )}
      </ul>
    </div>
  )
}

const SOME_POST = 'rec00000000000000'

/** The address of a post's dialog: the present one, and the post. Made once for all cards. */
function useOpening() {
  const router = useRouter()
  useRouterState({ select: ({ location }) => location.searchStr })
  const { href } = router.buildLocation({ to: '.', search: (known) => ({ ...known, post: SOME_POST }) })
  const open = useCallback((to: string) => void router.navigate({ href: to, resetScroll: false }), [router])
  return { hrefOf: (id: string): string => href.replace(SOME_POST, id), open }
}

/** The chosen number of columns, or as many as fit; measured before the first drawing. */
function useColumns(wanted: number | undefined, fixedGap?: number) {
  const { measure, width } = useWidth<HTMLDivElement>()
  const gap = fixedGap ?? (width >= WIDTH_WIDE_MIN ? GAPS.wide : GAPS.narrow)
  const comfortable = width >= WIDTH_LARGE_MIN ? CARD_WIDTH_LARGE : CARD_WIDTH_COMFORTABLE
  const columns =
    wanted === undefined
      ? countColumns(width, COLUMNS_MAX, gap, comfortable)
      : width === 0
        ? wanted
        : countColumns(width, wanted, gap, CARD_WIDTH_MIN)
  const cardWidth = Math.max(CARD_WIDTH_MIN, (width - gap * (columns - 1)) / columns)
  return { measure, columns, cardWidth, gap }
}

/**
 * Four grey cards, shaped like what they replace (spec §2, §9). `shown` is false while an answer may still come at once: the room is kept, nothing
 * is drawn.
 */
export function DraftsSkeleton({ columns: wanted, shown }: { columns: number; shown: boolean }) {
  const { measure, columns, gap } = useColumns(wanted)
  return (
    <div ref={measure} aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.panel.loading : ''}
      </p>
      <ul
        className="grid [grid-auto-rows:var(--card-height,auto)]"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap }}
        aria-hidden="true"
        data-skeleton=""
      >
        {SKELETON_CARDS.map((width) => (
          <li key={width} className={`card post-card ${shown ? '' : 'invisible'}`}>
            <div className="flex items-center gap-2 h-11 py-0 px-3 flex-none">
              <Skeleton className="size-6 rounded-control" />
              <Skeleton className={`h-2.75 ${width}`} />
              <Skeleton className="ml-auto h-5 w-12" />
            </div>
            <Skeleton className="aspect-square w-full rounded-none" />
            <div className="post-body">
              <Skeleton className="my-1 h-2.5 w-24" />
              <div className="h-14.25">
                <Skeleton className="mt-1 h-2.5 w-full" />
                <Skeleton className="mt-2 h-2.5 w-4/5" />
              </div>
              <div className="h-11" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
