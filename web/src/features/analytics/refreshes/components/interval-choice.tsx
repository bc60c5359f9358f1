/** How often the clock reads accounts: four choices, each with what it means. Loaded when it is opened. */
import { REFRESH_INTERVALS, type RefreshIntervalName } from '@tangelo/contract/limits'
import { useId, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type SavedIntervals, useChooseInterval } from '../queries.ts'
import { texts } from '../texts/intervals.ts'

/** No class of its own: this is the one place with such a button. */
const ACCENT = { accentColor: 'var(--solid)' } as const

interface IntervalChoiceProps {
  readonly accountIds: readonly number[]
  /** What all of them have now; null where they differ. */
  readonly chosen: RefreshIntervalName | null
  /** What each of them has now. */
  readonly onSaved?: (saved: SavedIntervals) => void
  readonly onClose: () => void
}

export function IntervalChoice({ accountIds, chosen, onSaved, onClose }: IntervalChoiceProps) {
  const [interval, setChoice] = useState(chosen)
  const choose = useChooseInterval()
  const id = useId()
  const save = async (): Promise<void> => {
    if (interval === null) return
    try {
      const saved = await choose.mutateAsync({ accountIds: [...accountIds], interval })
      onSaved?.(saved)
      toast({ title: texts.done, description: texts.doneDescription(accountIds.length, texts.names[interval]) })
      onClose()
    } catch (error) {
      showFailure(texts.failed, readServerMessage(error))
    }
  }
  return (
    <>
      <fieldset className="grid gap-px">
        <legend className="sr-only">{texts.title}</legend>
        {REFRESH_INTERVALS.map((value) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-badge px-3 py-2 text-label hover:bg-sunken"
          >
            <input
              type="radio"
              id={`${id}-${value}`}
              name={id}
              className="mt-0.5 size-4"
              style={ACCENT}
              checked={interval === value}
              onChange={() => setChoice(value)}
            />
            <b className="font-medium">{texts.names[value]}</b>
            <span className="col-start-2 text-note text-ink-2">{texts.about[value]}</span>
          </label>
        ))}
      </fieldset>
      <div className="mt-3 flex justify-end gap-2 border-t border-line px-3 pt-3">
        <DialogButtons
          busy={choose.isPending}
          busyLabel={texts.busy}
          disabled={interval === null}
          onClick={() => void save()}
          onCancel={onClose}
        >
          {texts.save}
        </DialogButtons>
      </div>
    </>
  )
}
