/** 'Planning': drafts, the calendar and approvals, under one row of filters. All of it is in the address. */
import './planning.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { contentCounts, draftTexts, planningTexts as texts, usePlan } from '#features/content/index.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { Count } from '#ui/count.tsx'
import { Panel } from '#ui/panel.tsx'
import { getTabProps, TabList, TabPanel } from '#ui/tabs.tsx'
import { PlanningFilters } from './planning-filters.tsx'

const wholeView = <Panel className="mt-5 h-dvh" aria-busy />
const PlanningDrafts = makePreloadable(
  async () => (await import('#features/content/drafts/components/planning-drafts.tsx')).PlanningDrafts,
  wholeView,
)
const ContentCalendar = makePreloadable(
  async () => (await import('#features/content/items/components/content-calendar.tsx')).ContentCalendar,
  wholeView,
)
const PostDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/post-dialog.tsx')).PostDialog,
)
const NewDraftDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/new-draft-dialog.tsx')).NewDraftDialog,
)

const route = getRouteApi('/planning')
type Search = ReturnType<typeof route.useSearch>

export function PlanningPage() {
  const search = route.useSearch()
  const { tab = 'drafts', view = 'month', date, columns, post } = search
  const navigate = route.useNavigate()
  const plan = usePlan()
  const counts = useQuery(contentCounts())
  const [isNew, setIsNew] = useState(false)
  const isWide = useMediaQuery('(min-width: 1400px)')
  usePreload(PlanningDrafts, ContentCalendar, PostDialog, NewDraftDialog)
  const change = (next: { [Key in keyof Search]?: Search[Key] | undefined }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }
  const tabs = [
    { name: 'drafts', count: counts.data?.draft },
    { name: 'calendar', count: undefined },
  ] as const
  return (
    <>
      <div className="flex min-h-8 items-center gap-3">
        <h1 className="flex-1 text-title">{texts.title}</h1>
        <Button variant="primary" icon={<Plus />} onClick={() => setIsNew(true)}>
          {draftTexts.panel.newDraft}
        </Button>
      </div>
      <div className="planning-bar">
        <TabList label={texts.title} open={tab}>
          {tabs.map(({ name, count }) => (
            <Link
              key={name}
              to="/planning"
              search={(known) => ({ ...known, tab: name === 'drafts' ? undefined : name })}
              replace
              resetScroll={false}
              {...getTabProps(name, name === tab)}
            >
              {texts.tabs[name]} <Count value={count} />
            </Link>
          ))}
        </TabList>
        <PlanningFilters />
      </div>
      <TabPanel name={tab}>
        {tab === 'calendar' ? (
          <ContentCalendar
            span={view}
            day={date}
            strong={undefined}
            onSpanChange={(next) => change({ view: next === 'week' ? next : undefined })}
            onDayChange={(next) => change({ date: next })}
            onPlan={plan}
          />
        ) : (
          <PlanningDrafts
            columns={Number(columns ?? (isWide ? 5 : 4))}
            filter={{ mediaType: '', q: search.q ?? '' }}
            isFiltered={search.q !== undefined}
            onClearFilter={() => change({ q: undefined, account: undefined, assignee: undefined, status: undefined })}
            onNew={() => setIsNew(true)}
          />
        )}
      </TabPanel>
      {post ? (
        <PostDialog
          postId={post}
          onClose={() => void navigate({ search: (known) => ({ ...known, post: undefined }), resetScroll: false })}
        />
      ) : null}
      {isNew ? <NewDraftDialog onClose={() => setIsNew(false)} /> : null}
    </>
  )
}
