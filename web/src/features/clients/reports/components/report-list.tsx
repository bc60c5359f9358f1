/** Frozen reports, the latest first: opened, downloaded, used again, deleted. Four faces. */
import '../reports.css'
import { REPORT_FORMATS, type ReportFormat } from '@tangelo/contract/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatBytes, formatDay, formatExactMoment } from '#lib/format.ts'
import { saveFile } from '#lib/save-file.ts'
import { useLastHeight } from '#lib/use-last-height.ts'
import { Button } from '#ui/button.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { showFailure } from '#ui/toast.tsx'
import { openReport, type Report, reportPages, useReportFile } from '../queries/reports.ts'
import { texts } from '../texts.ts'
import { RemoveReport } from './remove-report.tsx'

interface ReportListProps {
  readonly clientId: number | null
  readonly onUse: (report: Report) => void
  /** Beside the buttons of a report. */
  readonly renderAction?: (report: Report) => ReactNode
}

const words = texts.list

export function ReportList({ clientId, onUse, renderAction }: ReportListProps) {
  const list = useInfiniteQuery(reportPages(clientId))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const [removed, setRemoved] = useState<Report | null>(null)
  const rest = useLastHeight<HTMLElement>('reports', list.isPending)
  return (
    <section
      className={`mt-6 ${rest.minHeight === undefined ? '' : 'overflow-clip'}`}
      aria-labelledby="frozen-reports"
      ref={rest.box}
      style={{ minHeight: rest.minHeight, maxHeight: rest.minHeight }}
    >
      <h2 id="frozen-reports" className="mb-3 text-section">
        {words.title}
      </h2>
      <ListPanel query={list} texts={words} isEmpty={() => rows.length === 0}>
        {() => (
          <ul>
            {rows.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                action={renderAction?.(report)}
                onUse={onUse}
                onRemove={setRemoved}
              />
            ))}
          </ul>
        )}
      </ListPanel>
      <MoreButton className="mt-3" list={list}>
        {words.more}
      </MoreButton>
      {removed ? <RemoveReport report={removed} onClose={() => setRemoved(null)} /> : null}
    </section>
  )
}

function ReportRow({
  report,
  action,
  onUse,
  onRemove,
}: {
  report: Report
  action: ReactNode
  onUse: ReportListProps['onUse']
  onRemove: (report: Report) => void
}) {
  const { id, settings, subjectName, frozenAt, by, hash, bytes } = report
  const { title, from, to, subject } = settings
  const file = useReportFile()
  const fail = (failure: unknown, failed: string): void => {
    showFailure(failed, readServerMessage(failure) ?? texts.builder.failedDescription)
  }
  const open = async (): Promise<void> => {
    // Opened by the press itself: a browser refuses what comes later.
    const tab = window.open('about:blank', '_blank')
    try {
      const path = await openReport(id)
      if (tab) tab.location.href = path
      else window.location.href = path
    } catch (failure) {
      tab?.close()
      fail(failure, words.openFailed)
    }
  }
  const save = async (format: ReportFormat): Promise<void> => {
    try {
      saveFile(await file.mutateAsync({ id, format }), `${fileNameOf(title)}-${from}-${to}.${format}`)
    } catch (failure) {
      fail(failure, words.downloadFailed)
    }
  }
  const name = subject.kind === 'account' ? `@${subjectName}` : subjectName
  return (
    <li className="report-row">
      <div className="min-w-0">
        <button type="button" className="report-open" onClick={() => void open()}>
          <span className="sr-only">{words.open(title)}</span>
          <span aria-hidden="true">{title}</span>
        </button>
        <p className="truncate text-caption text-ink-3">
          {name}, {formatDay(from, from.slice(0, 4) !== to.slice(0, 4))} to {formatDay(to, true)}
        </p>
      </div>
      <div className="min-w-0 text-caption text-ink-3">
        <p>
          {formatExactMoment(frozenAt)}, {by ?? words.bySchedule}
        </p>
        <p title={hash}>
          {words.fingerprint(hash.slice(0, 8))}, {formatBytes(bytes)}
        </p>
      </div>
      <div className="report-actions">
        {REPORT_FORMATS.map((format) => (
          <Button
            key={format}
            size="small"
            aria-label={words.download(title, words.formats[format])}
            busy={file.isPending && file.variables.format === format}
            onClick={() => void save(format)}
          >
            {words.formats[format]}
          </Button>
        ))}
        {action}
        <Button size="small" variant="quiet" onClick={() => onUse(report)}>
          {words.again}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onRemove(report)}>
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

const fileNameOf = (title: string) =>
  title
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase() || 'report'
