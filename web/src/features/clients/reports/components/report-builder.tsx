/** Makes a report: sections on the left, the real file in the middle, what it is about and who sends it on the right. */
import '../reports.css'
import { type ReactNode, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'
import { type ReportPreview as Preview, type Report, useFreezeReport } from '../queries.ts'
import { draftFrom, newDraft, type ReportDraft, settingsOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { ReportPreview } from './report-preview.tsx'
import { ReportSettings } from './report-settings.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { SectionList } from './section-list.tsx'

interface ReportBuilderProps {
  /** Made again with other words or for another period; null for a new one. */
  readonly report: Report | null
  readonly today: string
  readonly clientId: number | null
  readonly back: ReactNode
  readonly onFrozen: () => void
}

const words = texts.builder

export function ReportBuilder({ report, today, clientId, back, onFrozen }: ReportBuilderProps) {
  const [draft, setDraft] = useState<ReportDraft>(() => (report ? draftFrom(report) : newDraft(today, null)))
  const [preview, setPreview] = useState<Preview>()
  const [isSending, setIsSending] = useState(false)
  const freeze = useFreezeReport()
  const settings = settingsOf(draft)

  const keep = async (): Promise<void> => {
    if (!settings) return
    try {
      const { settings: frozen } = await freeze.mutateAsync(settings)
      onFrozen()
      toast({ title: words.frozen, description: words.frozenDescription(frozen.title) })
    } catch (failure) {
      const description = readServerMessage(failure) ?? words.failedDescription
      toast({ title: words.freezeFailed, description, tone: 'destructive' })
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          {back}
          <h1 className="text-title">{words.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{words.subtitle}</p>
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
            clientId={clientId}
            preview={preview}
            onChange={(changes) => setDraft((known) => ({ ...known, ...changes }))}
            onBusyChange={setIsSending}
          />
          <ScheduleForm settings={settings} />
        </div>
      </Panel>
    </>
  )
}
