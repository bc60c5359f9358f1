/** Makes a report: sections on the left, the real file in the middle, what it is about and who sends it on the right. */
import '../reports.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { companyCalendar } from '#features/content/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { todayUtc } from '#lib/days.ts'
import { useIsHere } from '#lib/is-here.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { UnsavedGuard } from '#ui/unsaved-guard.tsx'
import { type ReportPreview as Preview, type Report, type ReportSchedule, useFreezeReport } from '../queries/reports.ts'
import { isSamePlan, planOf, type SchedulePlan } from '../rules/schedule-plan.ts'
import { draftFromReport, draftFromSchedule, newDraft, type ReportDraft, settingsOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { ReportPreview } from './report-preview.tsx'
import { ReportSettings } from './report-settings.tsx'
import { SectionList } from './section-list.tsx'
import { useFirstSubject } from './use-first-subject.ts'

const ScheduleForm = makePreloadable(async () => (await import('./schedule-form.tsx')).ScheduleForm)

interface ReportBuilderProps {
  /** A report that is made again, or a schedule that is changed; neither for a new one. */
  readonly report: Report | null
  readonly schedule: ReportSchedule | null
  readonly clientId: number | null
  readonly back: ReactNode
  /** Frozen, or a changed schedule saved. */
  readonly onDone: () => void
}

const words = texts.builder

/** What only owners see is offered to users who see it themselves. */
function draftOf({ report, schedule }: Pick<ReportBuilderProps, 'report' | 'schedule'>, seesOwn: boolean): ReportDraft {
  const draft = report ? draftFromReport(report) : schedule ? draftFromSchedule(schedule) : newDraft(null)
  return seesOwn ? draft : { ...draft, sections: draft.sections.filter(({ kind }) => kind !== 'owner') }
}

export function ReportBuilder({ report, schedule, clientId, back, onDone }: ReportBuilderProps) {
  const seesOwn = useSession().user?.role !== 'basic'
  const [begun] = useState(() => draftOf({ report, schedule }, seesOwn))
  const [made, setDraft] = useState<ReportDraft>(begun)
  const [plan, setPlan] = useState<SchedulePlan>(() => planOf(schedule))
  const kept = useRef({ draft: begun, plan })
  const isHere = useIsHere()
  const first = useFirstSubject(clientId)
  const draft =
    made.subject || !first ? made : { ...made, subject: first, title: made.isTitleOwn ? made.title : first.name }
  const [preview, setPreview] = useState<Preview>()
  const [isSending, setIsSending] = useState(false)
  const freeze = useFreezeReport()
  const calendar = useQuery(companyCalendar(draft.subject?.companyId ?? clientId ?? undefined))
  const today = calendar.data?.today ?? todayUtc()
  // Which month was the last depends on the calendar of the company.
  const settings = calendar.isPending ? null : settingsOf(draft, today)

  /** An answer that comes after the builder was left leads nowhere. */
  const finish = (): void => {
    if (isHere()) onDone()
  }
  const keep = async (): Promise<void> => {
    if (!settings) return
    try {
      const { settings: frozen } = await freeze.mutateAsync(settings)
      // What was changed of a schedule is saved by the schedule alone.
      if (!schedule) kept.current = { ...kept.current, draft: made }
      const isScheduleSaved = kept.current.draft === made && isSamePlan(plan, kept.current.plan)
      if (isScheduleSaved) finish()
      const describe = isScheduleSaved ? words.frozenDescription : words.frozenUnscheduled
      toast({ title: words.frozen, description: describe(frozen.title) })
    } catch (failure) {
      showFailure(words.freezeFailed, readServerMessage(failure) ?? words.failedDescription)
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          {back}
          <h1 className="text-title">{schedule ? words.scheduleTitle : words.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{schedule ? words.scheduleSubtitle : words.subtitle}</p>
        </div>
        <Button
          variant="primary"
          className="max-desk:w-full desk:mt-1"
          disabled={!settings || isSending}
          busy={freeze.isPending}
          busyLabel={words.freezing}
          onClick={() => void keep()}
        >
          {words.freeze}
        </Button>
      </div>
      <Panel className="report-builder mt-5">
        <SectionList sections={draft.sections} onChange={(sections) => setDraft((known) => ({ ...known, sections }))} />
        <ReportPreview settings={settings} hasSubject={draft.subject !== null} onPreview={setPreview} />
        <div className="report-side">
          <ReportSettings
            draft={draft}
            today={today}
            clientId={clientId}
            preview={preview}
            onChange={(changes) => setDraft((known) => ({ ...known, ...changes }))}
            onBusyChange={setIsSending}
          />
          <ScheduleForm
            settings={settings}
            isChanged={made !== begun}
            schedule={schedule}
            plan={plan}
            onPlanChange={(changes) => setPlan((known) => ({ ...known, ...changes }))}
            onSaved={() => {
              kept.current = { draft: made, plan: schedule ? plan : planOf(null) }
              if (schedule) finish()
              else setPlan(({ hour }) => ({ ...planOf(null), hour }))
            }}
          />
        </div>
      </Panel>
      <UnsavedGuard
        isUnsaved={() => made !== kept.current.draft || !isSamePlan(plan, kept.current.plan)}
        staysAt={({ next: { pathname, search } }) =>
          pathname === '/reports' &&
          'make' in search &&
          search.make !== undefined &&
          search.report === report?.id.toString() &&
          search.schedule === schedule?.id.toString()
        }
        texts={schedule || plan.every !== 'never' ? words.scheduleGuard : words.guard}
      />
    </>
  )
}
