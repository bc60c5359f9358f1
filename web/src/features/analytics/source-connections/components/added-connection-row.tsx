/** One further connection: how it does in words, what it reads in a day, and what can be done with it. */
import { CircleAlert, CircleCheck, CirclePause, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatAhead, formatDay, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type AddedConnection, useChangeConnection, useRemoveConnection, useTestAddedConnection } from '../queries.ts'
import { texts } from '../texts.ts'

const SIGNS: Readonly<Record<AddedConnection['state'], readonly [LucideIcon, string]>> = {
  connected: [CircleCheck, 'text-good'],
  failing: [CircleAlert, 'text-bad'],
  paused: [CirclePause, 'text-ink-3'],
}

interface AddedConnectionRowProps {
  readonly connection: AddedConnection
  readonly onEdit: () => void
}

export function AddedConnectionRow({ connection, onEdit }: AddedConnectionRowProps) {
  const { id, name, state, message, perDay, tokenEndsOn } = connection
  const now = useNow()
  const [isRemoving, setRemoving] = useState(false)
  const test = useTestAddedConnection(id)
  const change = useChangeConnection(id)
  const remove = useRemoveConnection(id)
  const [Sign, tone] = SIGNS[state]

  const pauseOrResume = async (): Promise<void> => {
    const isPaused = state !== 'paused'
    try {
      await change.mutateAsync({ isPaused })
      toast(
        isPaused
          ? { title: texts.paused, description: texts.pausedDescription(name) }
          : { title: texts.resumed, description: texts.resumedDescription(name) },
      )
    } catch (error) {
      showFailure(texts.changeFailed, readServerMessage(error))
    }
  }
  const confirmRemoval = async (): Promise<void> => {
    try {
      await remove.mutateAsync()
      setRemoving(false)
      toast({ title: texts.remove.done, description: texts.remove.doneDescription(name) })
    } catch (error) {
      setRemoving(false)
      showFailure(texts.remove.failed, readServerMessage(error))
    }
  }
  const label = (action: string): string => texts.actions.of(action, name)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 border-line px-3.5 py-2.5 text-label not-first:border-t @min-[1000px]:grid-cols-3">
      <div className="min-w-0">
        <b className="block truncate font-strong">{name}</b>
        <span className="text-note text-ink-2">{texts.perDay(formatWhole(perDay))}</span>
        {tokenEndsOn === null ? null : (
          <span className="block text-note text-ink-2">
            {texts.tokenEnds(formatDay(tokenEndsOn, true), Date.parse(tokenEndsOn) <= now.getTime())}
          </span>
        )}
      </div>
      <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2">
        <Sign className={`size-4 ${tone}`} />
        <b className="font-strong">{texts.states[state]}</b>
        <span className="col-start-2 text-note break-words text-ink-2">{message ?? noteOf(connection, now)}</span>
        <span className="col-start-2 text-note empty:hidden" role="status">
          {test.isPending ? texts.testing : resultOf(test.data, name)}
        </span>
      </div>
      <div className="-ml-2.5 flex flex-wrap items-center">
        <Button
          size="small"
          variant="quiet"
          aria-label={label(texts.actions.test)}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {texts.actions.test}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={label(state === 'paused' ? texts.actions.resume : texts.actions.pause)}
          disabled={change.isPending}
          onClick={() => void pauseOrResume()}
        >
          {state === 'paused' ? texts.actions.resume : texts.actions.pause}
        </Button>
        <Button size="small" variant="quiet" aria-label={label(texts.actions.edit)} onClick={onEdit}>
          {texts.actions.edit}
        </Button>
        <Button size="small" variant="quiet" aria-label={label(texts.actions.remove)} onClick={() => setRemoving(true)}>
          {texts.actions.remove}
        </Button>
      </div>
      {isRemoving ? (
        <ConfirmDialog
          onClose={() => setRemoving(false)}
          title={texts.remove.title(name)}
          description={texts.remove.description}
          confirmLabel={texts.remove.confirm}
          busy={remove.isPending}
          busyLabel={texts.remove.busy}
          onConfirm={() => void confirmRemoval()}
          danger
        />
      ) : null}
    </li>
  )
}

function noteOf({ pausedUntil, usedPercent, lastSucceededAt }: AddedConnection, now: Date): string {
  if (pausedUntil !== null && Date.parse(pausedUntil) > now.getTime())
    return texts.resumes(formatAhead(pausedUntil, now))
  const read = lastSucceededAt === null ? texts.neverRead : texts.lastRead(formatMoment(lastSucceededAt, now))
  return usedPercent === null ? read : `${read}, ${texts.used(Math.round(usedPercent))}`
}

function resultOf(tested: AddedConnection | undefined, name: string): string {
  if (!tested) return ''
  return tested.state === 'failing' ? texts.didNotAnswer(name) : texts.answered(name)
}
