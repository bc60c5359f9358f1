/** Prompts as cards of one height that scroll with the page; only those in sight, and some around them, are in it. */
import type { Prompt } from '@tangelo/contract'
import { useDeferredValue, useMemo } from 'react'
import { useNow } from '#lib/use-now.ts'
import { useWidth } from '#lib/use-width.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { columnsIn } from '../rules/prompts.ts'
import { texts } from '../texts.ts'
import { CARD_HEIGHT, PromptCard } from './prompt-card.tsx'

const CARD_WIDTH_MIN = 300
const GAP = 16
const OVERSCAN_ROWS = 2
const AHEAD_ROWS = 8
/** As `aria-setsize` says it. */
const SIZE_UNKNOWN = -1
const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six']

interface PromptGridProps {
  readonly search: string
  readonly prompts: readonly Prompt[]
  /** All prompts of this list, in the page or not; null while that is not known. */
  readonly total: number | null
  /** The cards are those of the question before. */
  readonly stale: boolean
  readonly loadMore: (() => void) | undefined
  readonly onTest: (promptId: string) => void
  readonly onEdit: (prompt: Prompt) => void
  readonly onRemove: (prompt: Prompt) => void
}

export function PromptGrid({ search, prompts, total, stale, loadMore, ...acts }: PromptGridProps) {
  const { measure, width } = useWidth<HTMLDivElement>({ isAtOnce: true })
  const columns = columnsIn(width, CARD_WIDTH_MIN, GAP)
  const isLate = useDelayed(stale)
  const now = useNow()
  const namesCompany = useMemo(() => new Set(prompts.map(({ companyId }) => companyId)).size > 1, [prompts])
  // What a letter finds is drawn first where it is seen, and around that when there is time.
  const isSettled = useDeferredValue(search) === search
  const rows = useWindowRows<HTMLUListElement>({
    count: Math.ceil(prompts.length / columns),
    rowHeight: CARD_HEIGHT + GAP,
    loadMore,
    overscan: isSettled ? OVERSCAN_ROWS : 0,
    ahead: AHEAD_ROWS,
  })
  return (
    <div ref={measure}>
      <ul
        ref={rows.body}
        className={`grid ${isLate ? 'opacity-60' : ''}`}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gap: GAP,
          paddingTop: rows.above,
          paddingBottom: rows.below,
        }}
        aria-label={texts.library.list}
        aria-busy={stale}
      >
        {rows.indexes.flatMap((row) =>
          prompts
            .slice(row * columns, (row + 1) * columns)
            .map((prompt, column) => (
              <PromptCard
                key={prompt.id}
                prompt={prompt}
                now={now}
                namesCompany={namesCompany}
                place={row * columns + column + 1}
                total={total ?? SIZE_UNKNOWN}
                {...acts}
              />
            )),
        )}
      </ul>
    </div>
  )
}

/** In the shape of the cards. */
export function PromptsSkeleton({ shown }: { readonly shown: boolean }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4" aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.library.loading : ''}
      </p>
      {SKELETONS.map((key) => (
        <div key={key} className="panel grid content-start gap-3 px-4 py-4" style={{ height: CARD_HEIGHT }}>
          {shown ? (
            <>
              <Skeleton className="h-3.5 w-40 max-w-full" />
              <Skeleton className="h-3 w-24" />
              <Skeleton className="mt-6 h-3 w-full" />
              <Skeleton className="h-3 w-full" />
              <Skeleton className="h-3 w-3/4" />
            </>
          ) : null}
        </div>
      ))}
    </div>
  )
}
