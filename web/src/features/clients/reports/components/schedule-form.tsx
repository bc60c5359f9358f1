/** Has the report of the builder made by itself, every week or every month. */
import { REPORT_INTERVALS, type ReportInterval } from '@tangelo/contract/limits'
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatExactMoment } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { type ReportSettings, useSchedule } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.schedules
const USUAL_HOUR = '8'
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

export function ScheduleForm({ settings }: { readonly settings: ReportSettings | null }) {
  const [every, setEvery] = useState<ReportInterval | 'never'>('never')
  const [hour, setHour] = useState(USUAL_HOUR)
  const schedule = useSchedule()
  const add = async (): Promise<void> => {
    if (!settings || every === 'never') return
    const { from: _from, to: _to, ...content } = settings
    try {
      const { nextAt } = await schedule.mutateAsync({ every, hour: Number(hour), content })
      setEvery('never')
      toast({ title: words.added, description: words.addedDescription(formatExactMoment(nextAt)) })
    } catch (failure) {
      const description = readServerMessage(failure) ?? texts.builder.failedDescription
      toast({ title: words.addFailed, description, tone: 'destructive' })
    }
  }
  return (
    <div className="report-schedule">
      <Select
        label={words.field}
        value={every}
        options={[
          { value: 'never' as const, label: words.never },
          ...REPORT_INTERVALS.map((value) => ({ value, label: words.every[value] })),
        ]}
        onChange={setEvery}
      />
      {every === 'never' ? null : (
        <>
          <Select label={words.hour} value={hour} options={HOURS} onChange={setHour} />
          <Button disabled={!settings} busy={schedule.isPending} busyLabel={words.adding} onClick={() => void add()}>
            {words.add}
          </Button>
        </>
      )}
    </div>
  )
}
