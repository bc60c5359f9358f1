/** Another time for a publication whose order has not left, also one whose time was missed. */
import './publish.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '#lib/days.ts'
import { useNow } from '#lib/use-now.ts'
import { todayIn } from '#lib/zones.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { publishingSlots } from '../../slots/queries.ts'
import { type Publication, useReplan } from '../queries.ts'
import { shortWhenText } from '../rules/publication.ts'
import { findWhenProblem, isUndecided, momentOf, offerTimes, USUAL_TIME, type When } from '../rules/when.ts'
import { texts } from '../texts/publication.ts'
import { texts as remindTexts } from '../texts/remind.ts'
import { WhenField } from './when-field.tsx'

const words = texts.replan

interface ReplanDialogProps {
  readonly publication: Publication
  readonly timeZone: string
  readonly onClose: () => void
}

export function ReplanDialog({ publication, timeZone, onClose }: ReplanDialogProps) {
  const now = useNow()
  const replan = useReplan()
  const slots = useQuery(publishingSlots(publication.accountId))
  const next = slots.data?.next ?? []
  const [chosen, setChosen] = useState<When | null>(null)
  const offered = offerTimes(null, next, now)
  const tomorrow: When = { kind: 'other', day: addDays(todayIn(timeZone), 1), time: USUAL_TIME }
  // Never now, unless the user says so: an order cannot be called back.
  const when: When = chosen ?? (offered[0] ? { kind: 'at', at: offered[0].at } : tomorrow)
  const isByHand = publication.how === 'remind'
  const problem = findWhenProblem(when, timeZone, now)
  const at = problem ? undefined : momentOf(when, timeZone)
  return (
    <Dialog
      onClose={() => {
        if (!replan.isPending) onClose()
      }}
      title={words.title}
      description={(isByHand ? remindTexts.replan : words).description(publication.account)}
      footer={
        <DialogButtons
          disabled={problem !== null || isUndecided(slots, chosen)}
          busy={replan.isPending}
          busyLabel={words.busy}
          onClick={() => replan.mutate({ id: publication.id, at }, { onSuccess: onClose })}
          onCancel={onClose}
        >
          {isByHand
            ? at
              ? remindTexts.order.plan(shortWhenText(at, timeZone, now))
              : remindTexts.order.now
            : at
              ? words.save(shortWhenText(at, timeZone, now))
              : words.now}
        </DialogButtons>
      }
    >
      {replan.error ? (
        <p className="mb-3 rounded-control bg-bad-wash px-3 py-2 text-label text-bad" role="alert">
          {words.failed}: {replan.error.message}
        </p>
      ) : null}
      <WhenField offered={offered} when={when} onChange={setChosen} problem={problem} timeZone={timeZone} />
    </Dialog>
  )
}
