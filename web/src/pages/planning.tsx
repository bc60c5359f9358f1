/** 'Planning': drafts, the calendar and approvals, under one row of filters. All of it is in the address. */
import './planning.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ApprovalSigns, SendButton, ShareButton } from '#features/clients/index.ts'
import {
  contentCounts,
  draftTexts,
  PLANNING_STATUSES,
  type PlanningFilter,
  planningTexts as texts,
  usePlan,
} from '#features/content/index.ts'
import { useClient } from '#lib/client.ts'
import { usePageAction } from '#lib/page-action.ts'
import { usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Count } from '#ui/count.tsx'
import { TabList, TabPanel } from '#ui/tabs.tsx'
import { PlanningFilters } from './planning-filters.tsx'
import {
  NewDraftDialog,
  PLANNING_PARTS,
  PlanningApprovals,
  PlanningCalendar,
  PlanningDrafts,
  PublicationScreen,
  Queue,
  RequestList,
} from './planning-parts.tsx'
import { OpenPost } from './planning-post.tsx'

const route = getRouteApi('/planning')
type Search = ReturnType<typeof route.useSearch>

export function PlanningPage() {
  const { publication } = route.useSearch()
  return publication ? <PublicationScreen key={publication} publicationId={publication} /> : <Plans />
}

function Plans() {
  const { tab = 'drafts', view = 'month', date, q, account, assignee, status, columns, post } = route.useSearch()
  const navigate = route.useNavigate()
  const { clientId } = useClient()
  const { user } = useSession()
  const filter: PlanningFilter = {
    companyId: clientId ?? undefined,
    accountId: account,
    assigneeId: assignee,
    status: PLANNING_STATUSES.find((known) => known === status),
    q,
  }
  const isFiltered = Boolean(q ?? account ?? assignee ?? status)
  const plan = usePlan()
  const counts = useQuery(contentCounts(filter))
  // The counts cover neither a search nor a status.
  const counted = q || status ? undefined : counts.data
  const isCounting = !q && !status && counts.isPending
  const [isNew, setIsNew] = useState(false)
  usePreload(...PLANNING_PARTS)
  usePageAction({ 'new-draft': () => setIsNew(true) })
  const change = (next: { [Key in keyof Search]?: Search[Key] | undefined }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }
  const clearFilter = (): void => change({ q: undefined, account: undefined, assignee: undefined, status: undefined })
  const tabs = [
    { name: 'drafts', label: texts.tabs.drafts, count: counted && counted.draft + counted.approved },
    { name: 'calendar', label: texts.tabs.calendar, count: null },
    { name: 'approvals', label: texts.tabs.approvals, count: counted?.needsApproval },
    // What goes out in a client's name is for administrators and pro users.
    ...(user?.role === 'basic' ? [] : [{ name: 'publishing', label: texts.tabs.publishing, count: null } as const]),
  ] as const
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        <h1 className="flex-1 text-title">{texts.title}</h1>
        {tab === 'calendar' ? (
          <ShareButton
            kind="calendar"
            targetId={clientId ?? (user?.role === 'admin' ? null : (user?.companyId ?? null))}
            name={texts.tabs.calendar.toLowerCase()}
            accountIds={account ? [Number(account)] : undefined}
          />
        ) : null}
        <Button variant="primary" icon={<Plus />} onClick={() => setIsNew(true)}>
          {draftTexts.panel.newDraft}
        </Button>
      </div>
      <div className="planning-bar">
        <TabList label={texts.title} open={tab}>
          {(getTabProps) =>
            tabs.map(({ name, label, count }) => (
              <Link
                key={name}
                to="/planning"
                search={(known) => ({ ...known, tab: name === 'drafts' ? undefined : name })}
                resetScroll={false}
                {...getTabProps(name)}
              >
                {label} <Count value={count} isComing={isCounting && count === undefined} />
              </Link>
            ))
          }
        </TabList>
        <PlanningFilters isByAccount={tab === 'publishing'} />
      </div>
      <TabPanel name={tab}>
        {tab === 'calendar' ? (
          <PlanningCalendar
            filter={filter}
            span={view}
            day={date}
            onSpanChange={(next) => change({ view: next === 'week' ? next : undefined })}
            onDayChange={(choose) =>
              void navigate({
                search: (known) => ({ ...known, date: choose(known.date) }),
                replace: true,
                resetScroll: false,
              })
            }
            onPlan={plan}
          />
        ) : tab === 'publishing' ? (
          <Queue
            companyId={filter.companyId}
            accountId={account ? Number(account) : undefined}
            onClearFilter={clearFilter}
          />
        ) : tab === 'approvals' ? (
          <RequestList companyId={filter.companyId}>
            <PlanningApprovals filter={filter} isFiltered={isFiltered} onClearFilter={clearFilter} />
          </RequestList>
        ) : (
          <ApprovalSigns>
            <PlanningDrafts
              filter={filter}
              columns={columns}
              isFiltered={isFiltered}
              onColumnsChange={(next) => change({ columns: next })}
              onClearFilter={clearFilter}
              onNew={() => setIsNew(true)}
              renderAction={(posts, clear) => (
                <SendButton
                  variant="quiet"
                  className="max-desk:order-2 max-desk:flex-[1_1_45%]"
                  posts={posts}
                  onSent={clear}
                />
              )}
            />
          </ApprovalSigns>
        )}
      </TabPanel>
      {post ? (
        <OpenPost
          postId={post}
          onClose={() => void navigate({ search: (known) => ({ ...known, post: undefined }), resetScroll: false })}
        />
      ) : null}
      {isNew ? <NewDraftDialog onClose={() => setIsNew(false)} /> : null}
    </>
  )
}
