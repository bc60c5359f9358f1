/** Reports for clients: those that are frozen, their schedules, and the builder of a new one. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { FilePlus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import {
  LinkList,
  linkTexts,
  ReportBuilder,
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

export function ReportsPage() {
  const { make, tab = 'reports' } = route.useSearch()
  const navigate = route.useNavigate()
  const { clientId } = useClient()
  const mayShare = useSession().user?.role !== 'basic'
  const [source, setSource] = useState<Pick<ComponentProps<typeof ReportBuilder>, 'report' | 'schedule'>>(NOTHING)
  const open = (next: typeof source): void => {
    setSource(next)
    void navigate({ search: (known) => ({ ...known, make: 'new' as const }) })
  }
  if (make === 'new')
    return (
      <ReportBuilder
        key={source.report?.frozenAt ?? source.schedule?.id ?? 'new'}
        {...source}
        clientId={clientId}
        back={
          <Link to="/reports" className="text-caption text-ink-3" search={({ client }) => ({ client })}>
            {texts.back}
          </Link>
        }
        onDone={() => void navigate({ search: (known) => ({ ...known, make: undefined }) })}
      />
    )
  const lists = (
    <>
      <ReportList
        clientId={clientId}
        onUse={(report) => open({ report, schedule: null })}
        renderAction={({ id, settings: { title } }) => (
          <ShareButton kind="report" targetId={id} name={title} label={linkTexts.shareOf(title)} size="small" />
        )}
      />
      <ScheduleList clientId={clientId} onEdit={(schedule) => open({ report: null, schedule })} />
    </>
  )
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
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
