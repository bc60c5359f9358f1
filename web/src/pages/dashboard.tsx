/** 'Instagram Analytics Dashboard': the totals line, content counted, all tracked accounts, and drafts for those who plan. All in the address. */
import { PERIODS } from '@tangelo/contract/limits'
import { type Query, useIsFetching } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import {
  AccountsSection,
  DEFAULT_ORDER,
  DEFAULT_PERIOD,
  accountsTexts as texts,
  type ViewChange,
} from '#features/analytics/index.ts'
import { usePageAction } from '#lib/page-action.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { useLastHeight } from '#lib/use-last-height.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Opening } from './dashboard-dialogs.tsx'

const DashboardDialogs = makePreloadable(async () => (await import('./dashboard-dialogs.tsx')).DashboardDialogs)
const DashboardStart = makePreloadable(
  async () => (await import('./dashboard-start.tsx')).DashboardStart,
  <div className="mt-5 h-43 max-pad:h-72" />,
)
const ContentOverview = makePreloadable(
  async () => (await import('#features/content/items/components/content-overview.tsx')).ContentOverview,
)
const FirstSteps = makePreloadable(async () => (await import('./dashboard-start.tsx')).StepsBelow)
const SelectionBar = makePreloadable(
  async () => (await import('#features/analytics/selection/components/selection-bar.tsx')).SelectionBar,
)
DashboardStart.preload()
const STARTING: ReadonlySet<unknown> = new Set(['attention', 'demo', 'first-steps'])
/** The longest that accounts, once known, wait for the top; then they are shown, wherever they will stand. */
const PLACED_AFTER_MS = 3_000
/** What stands at the top is on its way for the first time. */
const isStarting = ({ queryKey: [root], state }: Query): boolean => state.status === 'pending' && STARTING.has(root)

/** When it cannot be fetched the rest of the page still works, and says what is missing. */
const Planning = lazy<ComponentType<{ onNew: () => void }>>(() =>
  import('./dashboard-planning.tsx').then(
    (module) => ({ default: module.Planning }),
    () => ({ default: PlanningFailed }),
  ),
)

function PlanningFailed() {
  return (
    <Panel className="mt-8 px-5 py-4 text-label" role="alert">
      {texts.dashboard.planningFailed}
    </Panel>
  )
}

const route = getRouteApi('/')

export function DashboardPage() {
  const { sort = DEFAULT_ORDER, q = '', days, category, tag, source, grouped } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useSession().user?.role === 'admin'
  const openDialog = useRef<(opening: Opening) => void>(null)
  // What is below the accounts is drawn once their number is known.
  const [isPlaceKnown, setIsPlaceKnown] = useState(false)
  const [isEmpty, setIsEmpty] = useState(false)
  // Null until the top is drawn. An offer takes the whole width, what needs attention stands beside the accounts where there is room.
  const [isOffer, setIsOffer] = useState<boolean | null>(null)
  const isStartKnown = useIsFetching({ predicate: isStarting }) === 0 && isOffer !== null
  const start = useLastHeight<HTMLDivElement>('start', !isStartKnown || !isPlaceKnown)
  // On a first visit the height of the top is not known yet: the accounts appear below it, instead of moving down.
  const [isPlaced, setIsPlaced] = useState(start.minHeight !== undefined)
  if (!isPlaced && isStartKnown) setIsPlaced(true)
  useEffect(() => {
    if (!isPlaceKnown) return
    const timer = window.setTimeout(() => setIsPlaced(true), PLACED_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [isPlaceKnown])
  usePreload(DashboardDialogs, SelectionBar)

  const onReady = useCallback((nothing: boolean | undefined): void => {
    setIsPlaceKnown(true)
    if (nothing !== undefined) setIsEmpty(nothing)
  }, [])
  const show = (dialog: Opening['dialog'], name?: string): void => openDialog.current?.({ dialog, name })
  usePageAction(
    isAdmin
      ? {
          import: () => show('import'),
          'add-account': (name) => show('add', name),
        }
      : {},
  )
  const change = ({ period, ...next }: ViewChange): void => {
    const asked = period ? { ...next, days: period === DEFAULT_PERIOD ? undefined : (`${period}` as const) } : next
    void navigate({ search: (known) => ({ ...known, ...asked }), replace: true, resetScroll: false })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pad:min-h-11">
        <div className="min-w-0 flex-1 max-pad:basis-full">
          <h1 className="text-title">{texts.dashboard.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.dashboard.subtitle}</p>
        </div>
        {isAdmin ? (
          <div className="flex gap-2">
            <Button icon={<Download />} onClick={() => show('import')}>
              {texts.importData}
            </Button>
            <Button variant="primary" icon={<Plus />} onClick={() => show('add')}>
              {texts.addAccount}
            </Button>
          </div>
        ) : (
          <Button variant="primary" icon={<Plus />} onClick={() => show('draft')}>
            {texts.dashboard.newDraft}
          </Button>
        )}
      </div>
      <div
        className={
          isOffer ? '' : 'vast:grid vast:grid-cols-[minmax(0,1fr)_432px] vast:grid-rows-[auto_auto_1fr] vast:gap-x-8'
        }
      >
        <div
          ref={start.box}
          className={`min-w-0 vast:col-start-2 vast:row-start-1 ${start.minHeight === undefined ? '' : 'overflow-clip'}`}
          style={{ minHeight: start.minHeight, maxHeight: start.minHeight }}
        >
          <DashboardStart isEmpty={isEmpty} onImport={() => show('import')} onDrawn={setIsOffer} />
        </div>
        <div className={`min-w-0 vast:col-start-1 vast:row-span-3 vast:row-start-1 ${isPlaced ? '' : 'invisible'}`}>
          <AccountsSection
            view={{
              sort,
              q,
              period: PERIODS.find((each) => `${each}` === days) ?? DEFAULT_PERIOD,
              category,
              tag,
              source,
              grouped,
            }}
            onChange={change}
            admin={isAdmin ? { onAdd: () => show('add'), onImport: () => show('import') } : undefined}
            selectionBar={SelectionBar}
            onReady={onReady}
          />
        </div>
        <div hidden={!isPlaceKnown} className="min-w-0 vast:col-start-2">
          <ContentOverview />
          {isAdmin && !isEmpty ? <FirstSteps className="mt-8" onImport={() => show('import')} /> : null}
        </div>
      </div>
      {isAdmin ? null : (
        <div hidden={!isPlaceKnown}>
          <Suspense fallback={<div className="h-dvh" />}>
            <Planning onNew={() => show('draft')} />
          </Suspense>
        </div>
      )}
      <Dialogs openDialog={openDialog} />
    </>
  )
}

/** Holds what is open by itself: opening a dialog draws nothing of the page anew. */
function Dialogs({ openDialog }: { readonly openDialog: Ref<(opening: Opening) => void> }) {
  const [opening, setOpening] = useState<Opening | null>(null)
  useImperativeHandle(openDialog, () => setOpening, [])
  return opening ? <DashboardDialogs opening={opening} onClose={() => setOpening({ dialog: null })} /> : null
}
