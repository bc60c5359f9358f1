/** Schedules of reports, the next first: changed, ended. Four faces. */
import '../reports.css'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { type ReportSchedule, reportSchedules } from '../queries/reports.ts'
import { formatNext } from '../rules/schedule-plan.ts'
import { texts } from '../texts.ts'
import { RemoveSchedule } from './remove-schedule.tsx'

const words = texts.schedules

interface ScheduleListProps {
  readonly clientId: number | null
  readonly onEdit: (schedule: ReportSchedule) => void
}

export function ScheduleList({ clientId, onEdit }: ScheduleListProps) {
  const list = useQuery(reportSchedules(clientId))
  const [removed, setRemoved] = useState<ReportSchedule | null>(null)
  return (
    <section className="mt-8" aria-labelledby="report-schedules">
      <h2 id="report-schedules" className="mb-3 text-section">
        {words.title}
      </h2>
      <ListPanel query={list} texts={words} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <ul>
            {rows.map((schedule) => (
              <ScheduleRow key={schedule.id} schedule={schedule} onEdit={onEdit} onRemove={setRemoved} />
            ))}
          </ul>
        )}
      </ListPanel>
      {removed ? <RemoveSchedule schedule={removed} onClose={() => setRemoved(null)} /> : null}
    </section>
  )
}

function ScheduleRow({
  schedule,
  onEdit,
  onRemove,
}: {
  schedule: ReportSchedule
  onEdit: ScheduleListProps['onEdit']
  onRemove: (schedule: ReportSchedule) => void
}) {
  const { content, every, hour, timeZone, failure, subjectName } = schedule
  const { sent, notSent } = sayRecipients(schedule)
  return (
    <li className="report-row">
      <div className="min-w-0">
        <p className="truncate font-medium">{content.title}</p>
        <p className="truncate text-caption text-ink-3">
          {content.subject.kind === 'account' ? `@${subjectName}` : subjectName}
        </p>
      </div>
      <div className="min-w-0 text-caption text-ink-3">
        <p>{words.when(every, hour, timeZone)}</p>
        <p className={failure ? 'text-bad' : ''}>
          {failure ? words.failure(failure) : words.next(formatNext(schedule))}
        </p>
        {sent ? <p className="break-words">{sent}</p> : null}
        {notSent ? <p className="break-words text-bad">{notSent}</p> : null}
      </div>
      <div className="report-actions">
        <IconButton label={words.edit(content.title)} icon={<Pencil />} onClick={() => onEdit(schedule)} />
        <IconButton label={words.remove(content.title)} icon={<Trash2 />} onClick={() => onRemove(schedule)} />
      </div>
    </li>
  )
}

/** Who gets the reports of a schedule, and who does not, with the reason; null without recipients. */
function sayRecipients({ recipients, refusals }: Pick<ReportSchedule, 'recipients' | 'refusals'>) {
  const refused = new Set(refusals.map(({ address }) => address))
  const sent = recipients.filter((address) => !refused.has(address)).join(', ')
  const kept = refusals.map(({ address, reason }) => `${address} (${words.refusals[reason]})`).join(', ')
  return { sent: sent === '' ? null : words.sentTo(sent), notSent: kept === '' ? null : words.notSent(kept) }
}
