/** The slots of an account, weekday by weekday: removed with a press, added with a typed or chosen time. */
import { Plus, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { mergeLists } from '#lib/merge-lists.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TimeInput } from '#ui/time-input.tsx'
import { toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { type PublishingSlots, useChangeSlots } from '../queries.ts'
import { addSlots, removeSlot, type Slot, slotKey, timesOn } from '../rules.ts'
import { texts } from '../texts.ts'

interface SlotsDialogProps {
  readonly username: string
  readonly slots: PublishingSlots
  readonly onClose: () => void
}

export function SlotsDialog({ username, slots: { accountId, timeZone, slots }, onClose }: SlotsDialogProps) {
  const change = useChangeSlots()
  const [before] = useState<readonly Slot[]>(slots)
  const [typed, setTyped] = useState(before)
  /** By weekday: what was typed and not entered yet. */
  const [times, setTimes] = useState<Readonly<Partial<Record<number, string>>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const { close, guard } = useGuardedClose({
    isUnsaved: JSON.stringify(typed) !== JSON.stringify(before) || Object.values(times).some(Boolean),
    isBusy: change.isPending,
    onClose,
  })
  const enter = (entered: typeof times): readonly Slot[] | null => {
    const next = addSlots(typed, entered)
    const isAdded = typeof next !== 'string'
    setProblem(isAdded ? null : next)
    if (!isAdded) return null
    setTyped(next)
    setTimes({ ...times, ...Object.fromEntries(Object.keys(entered).map((weekday) => [weekday, ''])) })
    return next
  }
  const save = (): void => {
    // A time that was typed and not entered is meant as well.
    const mine = enter(times)
    if (!mine) return
    change.mutate(
      { accountId, change: { slots: mergeLists({ before, mine, theirs: slots }, slotKey) } },
      {
        onSuccess: () => {
          toast({ title: texts.saved })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      onClose={close}
      title={texts.editTitle(username)}
      description={texts.editDescription(texts.zone(timeZone))}
      footer={
        <DialogButtons busy={change.isPending} busyLabel={texts.saving} onClick={save} onCancel={close}>
          {texts.save}
        </DialogButtons>
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
            typed={times[index + 1] ?? ''}
            onType={(time) => setTimes({ ...times, [index + 1]: time })}
            onAdd={(time) => enter({ [index + 1]: time })}
            onRemove={(time) => setTyped(removeSlot(typed, { weekday: index + 1, time }))}
          />
        ))}
      </ul>
      {guard}
    </Dialog>
  )
}

interface WeekdayProps {
  readonly name: string
  readonly times: readonly string[]
  /** In the field, not entered yet. */
  readonly typed: string
  readonly onType: (time: string) => void
  readonly onAdd: (time: string) => void
  readonly onRemove: (time: string) => void
}

function Weekday({ name, times, typed, onType, onAdd, onRemove }: WeekdayProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (typed !== '') onAdd(typed)
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
        <TimeInput label={texts.addTime(name)} value={typed} onChange={onType} />
        <IconButton type="submit" variant="default" label={texts.addTo(name)} icon={<Plus />} disabled={typed === ''} />
      </form>
    </li>
  )
}
