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
import { useWindowRows } from '#lib/use-window-rows.ts'
import { findCardAfterKey } from '../rules/grid.ts'
import { texts } from '../texts/drafts.ts'
import { DraftCard, type DraftCardProps } from './draft-card.tsx'
import { useColumns } from './use-columns.ts'

const ALL_IN_PAGE_MAX = 100
/** As `aria-setsize` says it. */
const SIZE_UNKNOWN = -1
const OVERSCAN_ROWS = 2
const AHEAD_ROWS = 12
/** Below it the figures are closer together. */
const CARD_WIDTH_NARROW = 202
/** What a card is high besides its square picture: head, figures, caption, tags and two edges. */
const CARD_REST = 205

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
