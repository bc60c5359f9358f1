/** The drafts of the planning page: what goes out this week, later, without a date, past its date, and what is out. */
import './planning-drafts.css'
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import { todayUtc } from '#lib/days.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { usePending } from '#lib/use-pending.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { BulkBar } from '../../drafts/components/bulk-bar.tsx'
import { DraftGrid } from '../../drafts/components/draft-grid.tsx'
import { useSelection } from '../../drafts/components/use-selection.ts'
import { texts as draftTexts } from '../../drafts/texts/drafts.ts'
import { Zone } from '../../items/components/zone.tsx'
import { companyCalendar } from '../../items/queries/items.ts'
import type { PlanningFilter } from '../../items/rules/planning.ts'
import { divideList } from '../rules.ts'
import { texts } from '../texts.ts'
import { CardSigns } from './card-signs.ts'
import { PlanningCard } from './planning-card.tsx'
import { PlanningWaiting } from './planning-waiting.tsx'
import { SectionHead } from './section-head.tsx'
import { usePlanningLists } from './use-planning-lists.ts'

const COLUMNS = ['4', '5', '6'] as const
type Columns = (typeof COLUMNS)[number]
const COLUMN_OPTIONS: readonly { value: Columns | ''; label: string; title: string }[] = [
  { value: '', label: texts.columnsFit, title: texts.columnsFitTitle },
  ...COLUMNS.map((value) => ({ value, label: value, title: texts.columnsOf(value) })),
]
/** What a card is high besides its square picture. */
const CARD_REST = 120
const ROW_HEIGHT = 98

interface PlanningDraftsProps {
  readonly filter: PlanningFilter
  /** As many as fit when nothing was chosen. */
  readonly columns: Columns | undefined
  readonly isFiltered: boolean
  /** Undefined: as many as fit. */
  readonly onColumnsChange: (columns: Columns | undefined) => void
  readonly onClearFilter: () => void
  readonly onNew: () => void
  /** A further action for the selected posts; `clear` ends the selection. */
  readonly renderAction?: (posts: readonly ContentItem[], clear: () => void) => ReactNode
}

export function PlanningDrafts(props: PlanningDraftsProps) {
  const { filter, columns, isFiltered, onColumnsChange, onClearFilter, onNew, renderAction } = props
  const calendar = useQuery(companyCalendar(filter.companyId))
  const { today = todayUtc(), timeZone = 'UTC' } = calendar.data ?? {}
  const lists = usePlanningLists(filter, today, timeZone)
  // One list after the other: what is below would be pushed down by every further page of the one above.
  const open = lists.findIndex(({ query }) => query.isPending || query.error !== null || query.hasNextPage)
  const shown = open === -1 ? lists : lists.slice(0, open + 1)
  const last = shown.at(-1)?.query
  const sections = useMemo(
    () => shown.flatMap(({ name, posts }) => divideList(name, posts, { today, timeZone })),
    [shown, today, timeZone],
  )
  const posts = useMemo(() => sections.flatMap((section) => section.posts), [sections])
  const { selected, chosen, select, selectAll, clear } = useSelection(posts)
  const { onShown } = useContext(CardSigns)
  useEffect(() => onShown(posts.map(({ id }) => id)), [posts, onShown])
  // A search looks through so many at a time: nothing yet is not nothing.
  const isSearching = posts.length === 0 && (last?.hasNextPage ?? false)
  const isPending = usePending(isSearching || (posts.length === 0 && (last?.isPending ?? false)))
  const late = useDelayed(isPending)
  const fetchNextPage = last?.fetchNextPage
  const loadNext = useCallback(() => void fetchNextPage?.(), [fetchNextPage])
  const canLoad = last?.hasNextPage && !last.isFetchingNextPage && !last.isFetchNextPageError
  useEffect(() => {
    if (isSearching && canLoad) loadNext()
  }, [isSearching, canLoad, loadNext])
  const isWide = useMediaQuery('(min-width: 1100px)')
  const isStale = shown.some(({ query }) => query.isPlaceholderData)

  if (isPending) return <PlanningWaiting shown={late} />
  if (last?.error && !last.data && posts.length === 0) {
    return (
      <Panel className="mt-5">
        <QueryFailed title={texts.failed} query={last} />
      </Panel>
    )
  }
  if (posts.length === 0) {
    return (
      <Panel className="mt-5">
        {isFiltered ? (
          <EmptyState text={texts.noMatch} actions={<Button onClick={onClearFilter}>{texts.filters.clear}</Button>} />
        ) : (
          <EmptyState
            text={texts.none}
            actions={
              <Button icon={<Plus />} onClick={onNew}>
                {draftTexts.panel.newDraft}
              </Button>
            }
          />
        )}
      </Panel>
    )
  }
  return (
    <div className={isStale ? 'opacity-60' : undefined} aria-busy={isStale}>
      {sections.map((section, index) => (
        <section key={section.name} aria-labelledby={`section-${section.name}`}>
          <SectionHead section={section} isWhole={index < sections.length - 1 || !last?.hasNextPage}>
            {index === 0 ? <Zone timeZone={timeZone} /> : null}
            {index === 0 && isWide ? (
              <Segmented
                label={texts.columns}
                value={columns ?? ''}
                onChange={(next) => onColumnsChange(next || undefined)}
                options={COLUMN_OPTIONS}
              />
            ) : null}
          </SectionHead>
          <DraftGrid
            posts={section.posts}
            total={index < sections.length - 1 || !last?.hasNextPage ? section.posts.length : null}
            columns={columns ? Number(columns) : undefined}
            card={PlanningCard}
            cardRest={CARD_REST}
            phoneRow={ROW_HEIGHT}
            label={texts.sections[section.name]}
            timeZone={timeZone}
            today={today}
            selected={selected}
            onSelect={select}
            onClear={clear}
            loadMore={index === sections.length - 1 && canLoad ? loadNext : undefined}
            stale={false}
          />
        </section>
      ))}
      {last?.isFetchNextPageError || (last?.error && !last.data) ? (
        <p className="mt-3 flex items-center gap-3 text-note text-ink-2" role="alert">
          {texts.moreFailed}
          <Button size="small" busy={last.isFetching} onClick={last.data ? loadNext : () => void last.refetch()}>
            {texts.tryAgain}
          </Button>
        </p>
      ) : null}
      <BulkBar selected={chosen} loaded={posts.length} onSelectAll={selectAll} onClear={clear}>
        {renderAction?.(chosen, clear)}
      </BulkBar>
    </div>
  )
}
