/** 'Content Planning': the drafts or the calendar, and the dialogs both of them open. Fetched by those who plan content. */
import { getRouteApi } from '@tanstack/react-router'
import { CalendarDays, LayoutGrid, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { DraftPanel, draftTexts, itemOverviewTexts as texts, usePlan } from '#features/content/index.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'

const ContentCalendar = makePreloadable(
  async () => (await import('#features/content/items/components/content-calendar.tsx')).ContentCalendar,
  <Panel className="h-dvh" aria-busy />,
)
const PostDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/post-dialog.tsx')).PostDialog,
)
const NewDraftDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/new-draft-dialog.tsx')).NewDraftDialog,
)

const VIEWS = [
  { value: 'drafts', label: <ViewLabel icon={<LayoutGrid />} text={texts.planning.drafts} /> },
  { value: 'calendar', label: <ViewLabel icon={<CalendarDays />} text={texts.planning.calendar} /> },
] as const

function ViewLabel({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      {icon}
      {text}
    </>
  )
}

const route = getRouteApi('/')
type Search = ReturnType<typeof route.useSearch>

interface PlanningProps {
  /** False while its place on the page is not known: it is fetched, but not drawn. */
  readonly isShown: boolean
}

export function Planning({ isShown }: PlanningProps) {
  const { view = 'drafts', columns = '4', media = '', find = '', span = 'month', day, post } = route.useSearch()
  const navigate = route.useNavigate()
  const plan = usePlan()
  const [isNew, setIsNew] = useState(false)
  usePreload(PostDialog, NewDraftDialog)
  const heading = useEntry(isShown, view === 'calendar')
  const change = (next: { [Key in keyof Search]?: Search[Key] | undefined }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }
  return (
    <section aria-labelledby="planning-heading">
      <div id="planning" className="mt-8 mb-4 flex min-h-8 scroll-mt-16 flex-wrap items-center gap-2 desk:scroll-mt-4">
        <h2 ref={heading} id="planning-heading" tabIndex={-1} className="mr-2 flex-1 text-section whitespace-nowrap">
          {texts.planning.title}
        </h2>
        {/* Hovering over the calendar prefetches it. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for hover and focus, to prefetch */}
        <div
          className="max-desk:order-last max-desk:w-full"
          onPointerEnter={ContentCalendar.preload}
          onFocus={ContentCalendar.preload}
        >
          <Segmented
            className="max-desk:flex max-desk:[&>button]:flex-1 max-desk:[&>button]:justify-center"
            label={texts.planning.view}
            value={view}
            options={VIEWS}
            onChange={(next) => change({ view: next === 'calendar' ? next : undefined })}
          />
        </div>
        <Button variant="primary" icon={<Plus />} onClick={() => setIsNew(true)}>
          {draftTexts.panel.newDraft}
        </Button>
      </div>
      {view === 'calendar' ? (
        <ContentCalendar
          span={span}
          day={day}
          onSpanChange={(next) => change({ span: next === 'week' ? next : undefined })}
          onDayChange={(next) => change({ day: next })}
          onPlan={plan}
        />
      ) : (
        <DraftPanel
          columns={columns}
          mediaType={media}
          filter={find}
          onColumnsChange={(next) => change({ columns: next === '4' ? undefined : next })}
          onMediaTypeChange={(next) => change({ media: next === '' ? undefined : next })}
          onFilterChange={(next) => change({ find: next })}
          onNew={() => setIsNew(true)}
        />
      )}
      {post ? (
        <PostDialog
          postId={post}
          onClose={() => void navigate({ search: (known) => ({ ...known, post: undefined }), resetScroll: false })}
        />
      ) : null}
      {isNew ? <NewDraftDialog onClose={() => setIsNew(false)} /> : null}
    </section>
  )
}

/**
 * An address that asks for the calendar opens at it, below however many accounts. Only on entry, and only from the top of the
 * page: a position that the browser restored, and a focus that is somewhere, stay.
 */
function useEntry(isShown: boolean, asksForIt: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const isDue = useRef(asksForIt)
  useEffect(() => {
    if (!isShown || !isDue.current) return
    isDue.current = false
    if (window.scrollY > 0) return
    heading.current?.parentElement?.scrollIntoView()
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isShown])
  return heading
}
