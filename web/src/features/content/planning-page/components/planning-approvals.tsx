/** Items that wait for approval, oldest first: approved or sent back, one by one or together, each with an undo. */
import './planning-approvals.css'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { todayUtc } from '#lib/days.ts'
import { formatWhole } from '#lib/format.ts'
import { usePageMark } from '#lib/page-marks.ts'
import { useFocusAfterRow } from '#lib/use-focus-after-row.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSelection } from '../../drafts/components/use-selection.ts'
import { Zone } from '../../items/components/zone.tsx'
import { companyCalendar, flattenPosts } from '../../items/queries/items.ts'
import { planningList } from '../../items/queries/lists.ts'
import type { PlanningFilter } from '../../items/rules/planning.ts'
import { texts } from '../texts.ts'
import { ApprovalRow } from './approval-row.tsx'
import { useAnswer } from './use-answer.ts'

interface PlanningApprovalsProps {
  readonly filter: PlanningFilter
  readonly isFiltered: boolean
  readonly onClearFilter: () => void
}

export function PlanningApprovals({ filter, isFiltered, onClearFilter }: PlanningApprovalsProps) {
  const calendar = useQuery(companyCalendar(filter.companyId))
  const { today = todayUtc(), timeZone = 'UTC' } = calendar.data ?? {}
  const list = useInfiniteQuery({
    ...planningList('asked', filter, today, timeZone),
    placeholderData: keepPreviousData,
  })
  const posts = useMemo(
    () =>
      flattenPosts(list.data?.pages ?? []).toSorted((one, other) =>
        (one.approvalAskedAt ?? '').localeCompare(other.approvalAskedAt ?? ''),
      ),
    [list.data],
  )
  const { selected, chosen, select, selectAll, clear } = useSelection(posts)
  usePageMark('selection-bar', chosen.length > 0)
  const answer = useAnswer()
  const heading = useRef<HTMLHeadingElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusAfterRow(whole, heading)
  return (
    <div ref={whole} className="mt-5" {...keepFocus}>
      <div className="mb-2.5 flex min-h-8 flex-wrap items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-panel">
          {texts.approvals.waiting}
        </h2>
        {posts.length > 0 ? (
          <span className="text-note text-ink-3">
            {texts.approvals.counted(formatWhole(list.data?.pages[0]?.total ?? posts.length))}
          </span>
        ) : null}
        {posts.length > 1 ? (
          <Button size="small" className="ml-auto" onClick={selected.size === posts.length ? clear : selectAll}>
            {selected.size === posts.length ? texts.approvals.clear : texts.approvals.selectAll}
          </Button>
        ) : null}
      </div>
      <Panel>
        <QueryView query={list} texts={texts.approvals} skeleton={(isLate) => <Waiting shown={isLate} />}>
          {() =>
            posts.length === 0 ? (
              <EmptyState
                title={isFiltered ? undefined : texts.approvals.none}
                text={isFiltered ? texts.noMatch : texts.approvals.noneHint}
                actions={isFiltered ? <Button onClick={onClearFilter}>{texts.filters.clear}</Button> : undefined}
              />
            ) : (
              <ul className="approval-list">
                {posts.map((post) => (
                  <ApprovalRow
                    key={post.id}
                    post={post}
                    timeZone={timeZone}
                    today={today}
                    onApprove={() => answer.approve([post])}
                    firstComment={answer.unsentComment(post.id)}
                    onSendBack={(comment) => answer.sendBack([post], comment)}
                  >
                    <Checkbox
                      label={texts.approvals.select(post.caption ?? texts.card.noCaption)}
                      checked={selected.has(post.id)}
                      onChange={() => undefined}
                      onClick={(event) => select(post.id, event.shiftKey)}
                    />
                  </ApprovalRow>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      {posts.length > 0 ? (
        <p className="mt-2">
          <Zone timeZone={timeZone} />
        </p>
      ) : null}
      <MoreButton className="mt-3" list={list}>
        {texts.approvals.showMore}
      </MoreButton>
      {chosen.length > 0 ? (
        <div
          className="sticky bottom-4 z-4 mx-auto mt-6 flex w-max max-w-full animate-[rise_var(--mid)_var(--ease)] flex-wrap items-center gap-1.5 rounded-panel bg-raised py-1.5 pr-1.5 pl-4 text-table [box-shadow:var(--lift)]"
          role="toolbar"
          aria-label={texts.approvals.toolbar}
        >
          <b className="mr-1.5 font-strong whitespace-nowrap" role="status">
            {texts.approvals.selected(formatWhole(chosen.length))}
          </b>
          <Button
            variant="quiet"
            icon={<Check />}
            onClick={() => {
              clear()
              answer.approve(chosen)
            }}
          >
            {texts.approvals.approve}
          </Button>
          <Button
            variant="quiet"
            icon={<Undo2 />}
            onClick={() => {
              clear()
              answer.sendBack(chosen, '')
            }}
          >
            {texts.approvals.sendBack}
          </Button>
          <IconButton label={texts.approvals.clear} icon={<X />} onClick={clear} />
        </div>
      ) : null}
    </div>
  )
}

function Waiting({ shown }: { shown: boolean }) {
  return (
    <div className="approval-list approval-skeleton" data-skeleton="">
      {shown
        ? ['a', 'b'].map((key) => (
            <div key={key}>
              <Skeleton className="approval-picture" />
              <div className="grid flex-1 content-start gap-3">
                <Skeleton className="h-4 w-40" />
                <Skeleton className="h-3 w-3/5" />
              </div>
            </div>
          ))
        : null}
    </div>
  )
}
