/** Reports for clients: those that are frozen, their schedules, and the builder of a new one. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { FilePlus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import {
  LinkList,
  linkTexts,
  NamedBuilder,
  ReportList,
  ScheduleList,
  ShareButton,
  reportTexts as texts,
} from '#features/clients/index.ts'
import { useClient } from '#lib/client.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { TabList, TabPanel } from '#ui/tabs.tsx'

const route = getRouteApi('/reports')
const TABS = ['reports', 'links'] as const
const NOTHING = { report: null, schedule: null }
/** Of the list: the address without what the builder has in it. */
const AT_LIST = { make: undefined, report: undefined, schedule: undefined }

export function ReportsPage() {
  const { make, report, schedule, tab = 'reports' } = route.useSearch()
  const navigate = route.useNavigate()
  const { clientId } = useClient()
  const mayShare = useSession().user?.role !== 'basic'
  const [chosen, setChosen] = useState<ComponentProps<typeof NamedBuilder>['chosen']>(NOTHING)
  const open = (next: typeof chosen): void => {
    setChosen(next)
    const named = { report: next.report?.id.toString(), schedule: next.schedule?.id.toString() }
    void navigate({ search: (known) => ({ ...known, make: 'new' as const, ...named }) })
  }
  const close = (replace: boolean): void => {
    setChosen(NOTHING)
    void navigate({ search: (known) => ({ ...known, ...AT_LIST }), replace })
  }
  if (make === 'new')
    return (
      <NamedBuilder
        reportId={report === undefined ? undefined : Number(report)}
        scheduleId={schedule === undefined ? undefined : Number(schedule)}
        chosen={chosen}
        clientId={clientId}
        back={
          <Link to="/reports" className="text-caption text-ink-3" search={({ client }) => ({ client })}>
            {texts.back}
          </Link>
        }
        onDone={() => close(false)}
        onMissing={() => close(true)}
      />
    )
  const lists = (
    <>
      <ReportList
        clientId={clientId}
        onUse={(used) => open({ report: used, schedule: null })}
        renderAction={({ id, settings: { title } }) => (
          <ShareButton kind="report" targetId={id} name={title} label={linkTexts.shareOf(title)} size="small" />
        )}
      />
      <ScheduleList clientId={clientId} onEdit={(edited) => open({ report: null, schedule: edited })} />
    </>
  )
  return (
    <>
      <div className="flex items-start justify-between gap-x-4 gap-y-3 max-desk:flex-wrap">
        <div className="min-w-0">
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        <Button
          variant="primary"
          className="max-desk:w-full desk:mt-1"
          icon={<FilePlus />}
          onClick={() => open(NOTHING)}
        >
          {texts.make}
        </Button>
      </div>
      {mayShare ? (
        <div className="mt-3">
          <TabList label={linkTexts.tabs.label} open={tab}>
            {(getTabProps) =>
              TABS.map((name) => (
                <Link
                  key={name}
                  to="/reports"
                  search={({ client }) => ({ client, tab: name === 'links' ? name : undefined })}
                  replace
                  resetScroll={false}
                  {...getTabProps(name)}
                >
                  {linkTexts.tabs[name]}
                </Link>
              ))
            }
          </TabList>
          <TabPanel name={tab}>{tab === 'links' ? <LinkList clientId={clientId} /> : lists}</TabPanel>
        </div>
      ) : (
        lists
      )}
    </>
  )
}
