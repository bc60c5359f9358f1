/** Repeats the report of the builder every week or every month, or changes such a schedule. */
import { REPORT_INTERVALS } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ownRecipient } from '#features/mail/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { padTwo } from '#lib/days.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type ReportSchedule, type ReportSettings, useChangeSchedule, useSchedule } from '../queries/reports.ts'
import { addressesIn, recipientsProblem } from '../rules/recipients.ts'
import { formatNext, planChanges, type SchedulePlan } from '../rules/schedule-plan.ts'
import { texts } from '../texts.ts'

const words = texts.schedules
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${padTwo(hour)}:00`,
}))

interface ScheduleFormProps {
  readonly settings: ReportSettings | null
  /** They differ from those of the schedule. */
  readonly isChanged: boolean
  /** Null: a new one is added. */
  readonly schedule: ReportSchedule | null
  /** Kept by the builder, which asks before it is lost. */
  readonly plan: SchedulePlan
  readonly onPlanChange: (changes: Partial<SchedulePlan>) => void
  /** Added, or changed. */
  readonly onSaved: () => void
}

export function ScheduleForm({ settings, isChanged, schedule, plan, onPlanChange, onSaved }: ScheduleFormProps) {
  const { every, hour, recipients } = plan
  const [problem, setProblem] = useState<string | undefined>()
  const recipientsField = useRef<HTMLInputElement>(null)
  const mayShare = useSession().user?.role !== 'basic'
  const mail = useQuery(ownRecipient())
  const added = useSchedule()
  const changed = useChangeSchedule()
  const save = async (): Promise<void> => {
    if (!settings || every === 'never') return
    const wrong = recipientsProblem(recipients)
    setProblem(wrong)
    if (wrong) return recipientsField.current?.focus()
    const { from: _from, to: _to, ...content } = settings
    try {
      const saved = schedule
        ? await changed.mutateAsync({
            scheduleId: schedule.id,
            fields: { ...planChanges(schedule, plan), ...(isChanged && { content }) },
          })
        : await added.mutateAsync({ every, hour: Number(hour), content, recipients: addressesIn(recipients) })
      const description = words.nextDescription(formatNext(saved), saved.timeZone)
      toast({ title: schedule ? words.saved : words.added, description })
      onSaved()
    } catch (failure) {
      const description = readServerMessage(failure) ?? texts.builder.failedDescription
      showFailure(schedule ? words.saveFailed : words.addFailed, description)
    }
  }
  return (
    <div className="report-schedule">
      <Select
        label={words.field}
        value={every}
        options={[
          ...(schedule ? [] : [{ value: 'never' as const, label: words.never }]),
          ...REPORT_INTERVALS.map((value) => ({ value, label: words.every[value] })),
        ]}
        onChange={(value) => onPlanChange({ every: value })}
      />
      {every === 'never' ? null : (
        <>
          <Select label={words.hour} value={hour} options={HOURS} onChange={(value) => onPlanChange({ hour: value })} />
          {mayShare ? (
            <TextField
              ref={recipientsField}
              label={words.recipients}
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={recipients}
              hint={mail.data?.isMailOn === false ? words.recipientsOff : words.recipientsHint}
              error={problem}
              onChange={(event) => {
                onPlanChange({ recipients: event.target.value })
                setProblem(undefined)
              }}
            />
          ) : null}
          <Button
            disabled={!settings}
            busy={added.isPending || changed.isPending}
            busyLabel={schedule ? words.saving : words.adding}
            onClick={() => void save()}
          >
            {schedule ? words.save : words.add}
          </Button>
        </>
      )}
    </div>
  )
}
