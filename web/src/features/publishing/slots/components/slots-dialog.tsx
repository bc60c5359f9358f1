/** The slots of an account, weekday by weekday: removed with a press, added with a typed or chosen time. */
import { Plus, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TimeInput } from '#ui/time-input.tsx'
import { toast } from '#ui/toast.tsx'
import { type PublishingSlots, useChangeSlots } from '../queries.ts'
import { addSlot, removeSlot, type Slot, timesOn } from '../rules.ts'
import { texts } from '../texts.ts'

interface SlotsDialogProps {
  readonly username: string
  readonly slots: PublishingSlots
  readonly onClose: () => void
}

export function SlotsDialog({ username, slots: { accountId, timeZone, slots }, onClose }: SlotsDialogProps) {
  const change = useChangeSlots()
  const [typed, setTyped] = useState<readonly Slot[]>(slots)
  const [problem, setProblem] = useState<string | null>(null)
  const add = (slot: Slot): boolean => {
    const next = addSlot(typed, slot)
    const isAdded = typeof next !== 'string'
    setProblem(isAdded ? null : next)
    if (isAdded) setTyped(next)
    return isAdded
  }
  const save = (): void =>
    change.mutate(
      { accountId, change: { slots: [...typed] } },
      {
        onSuccess: () => {
          toast({ title: texts.saved })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.editTitle(username)}
      description={texts.editDescription(texts.zone(timeZone))}
      footer={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={change.isPending} busyLabel={texts.saving} onClick={save}>
            {texts.save}
          </Button>
        </>
      }
    >
      {problem || change.error ? (
        <p className="mb-3 rounded-control bg-bad-wash px-3 py-2 text-label text-bad" role="alert">
          {problem ?? `${texts.saveFailed}: ${change.error?.message}`}
        </p>
      ) : null}
      <ul className="slots-week">
        {texts.weekdays.map((name, index) => (
          <Weekday
            key={name}
            name={name}
            times={timesOn(typed, index + 1)}
            onAdd={(time) => add({ weekday: index + 1, time })}
            onRemove={(time) => setTyped(removeSlot(typed, { weekday: index + 1, time }))}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface WeekdayProps {
  readonly name: string
  readonly times: readonly string[]
  /** Answers whether it was added. */
  readonly onAdd: (time: string) => boolean
  readonly onRemove: (time: string) => void
}

function Weekday({ name, times, onAdd, onRemove }: WeekdayProps) {
  const [time, setTime] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (time !== '' && onAdd(time)) setTime('')
  }
  return (
    <li>
      <b>{name}</b>
      <ul className="slots-times">
        {times.map((one) => (
          <li key={one}>
            {one}
            <IconButton size="small" label={texts.remove(name, one)} icon={<X />} onClick={() => onRemove(one)} />
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={submit}>
        <TimeInput label={texts.addTime(name)} value={time} onChange={setTime} />
        <IconButton type="submit" variant="default" label={texts.addTo(name)} icon={<Plus />} disabled={time === ''} />
      </form>
    </li>
  )
}
