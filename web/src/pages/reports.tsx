/** Reports for clients: what was frozen, what is made by itself, and the builder of a new one. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { FilePlus } from 'lucide-react'
import { useState } from 'react'
import { ReportBuilder, ReportList, ScheduleList, reportTexts as texts } from '#features/clients/index.ts'
import { useClient } from '#lib/client.ts'
import { todayUtc } from '#lib/days.ts'
import { Button } from '#ui/button.tsx'

const route = getRouteApi('/reports')

export function ReportsPage() {
  const { make } = route.useSearch()
  const navigate = route.useNavigate()
  const { clientId } = useClient()
  const [today] = useState(() => todayUtc())
  const [again, setAgain] = useState<Parameters<typeof ReportBuilder>[0]['report']>(null)
  const open = (report: typeof again): void => {
    setAgain(report)
    void navigate({ search: (known) => ({ ...known, make: 'new' as const }) })
  }
  if (make === 'new')
    return (
      <ReportBuilder
        key={again?.id ?? 'new'}
        report={again}
        today={today}
        clientId={clientId}
        back={
          <Link to="/reports" className="text-caption text-ink-3" search={(known) => ({ ...known, make: undefined })}>
            {texts.back}
          </Link>
        }
        onFrozen={() => void navigate({ search: (known) => ({ ...known, make: undefined }) })}
      />
    )
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        <Button variant="primary" className="max-desk:w-full desk:mt-1" icon={<FilePlus />} onClick={() => open(null)}>
          {texts.make}
        </Button>
      </div>
      <ReportList clientId={clientId} onUse={open} />
      <ScheduleList clientId={clientId} />
    </>
  )
}
