/** Reports for clients: those that are frozen, their schedules, and the builder of a new one. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { FilePlus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { ReportBuilder, ReportList, ScheduleList, reportTexts as texts } from '#features/clients/index.ts'
import { useClient } from '#lib/client.ts'
import { Button } from '#ui/button.tsx'

const route = getRouteApi('/reports')
const NOTHING = { report: null, schedule: null }

export function ReportsPage() {
  const { make } = route.useSearch()
  const navigate = route.useNavigate()
  const { clientId } = useClient()
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
          <Link to="/reports" className="text-caption text-ink-3" search={(known) => ({ ...known, make: undefined })}>
            {texts.back}
          </Link>
        }
        onDone={() => void navigate({ search: (known) => ({ ...known, make: undefined }) })}
      />
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
      <ReportList clientId={clientId} onUse={(report) => open({ report, schedule: null })} />
      <ScheduleList clientId={clientId} onEdit={(schedule) => open({ report: null, schedule })} />
    </>
  )
}
