/** An administrator gives a company credits, with a reason that stays. */
import { GRANT_REASON_MAX_LENGTH } from '@tangelo/contract/limits'
import { type SubmitEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { formatWhole } from '#lib/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGiveCredits } from '../queries.ts'
import { parseCredits } from '../rules.ts'
import { texts } from '../texts.ts'
import { CreditsBadge } from './credits-badge.tsx'

const words = texts.give
const FORM = 'give-credits'

interface GiveCreditsProps {
  readonly companyId: number
  readonly companyName: string
  readonly onClose: () => void
}

export function GiveCredits({ companyId, companyName, onClose }: GiveCreditsProps) {
  const [typed, setTyped] = useState({ count: '', reason: '' })
  const [isJudged, setIsJudged] = useState(false)
  const give = useGiveCredits(companyId)
  const credits = parseCredits(typed.count)
  const reason = typed.reason.trim()

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (give.isPending) return
    setIsJudged(true)
    if (credits === null || reason === '') return focusFirstInvalid(event.currentTarget)
    try {
      const { remaining } = await give.mutateAsync({ credits, reason })
      toast({ title: words.done, description: words.doneDescription(companyName, formatWhole(remaining)) })
      onClose()
    } catch (error) {
      showFailure(words.failed, readServerMessage(error) ?? words.unknown)
    }
  }

  return (
    <Dialog
      size="small"
      onClose={() => !give.isPending && onClose()}
      title={words.title}
      description={words.description(companyName)}
      footer={
        <DialogButtons form={FORM} busy={give.isPending} busyLabel={words.busy} onCancel={onClose}>
          {words.submit}
        </DialogButtons>
      }
    >
      <form id={FORM} className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <CreditsBadge companyId={companyId} />
        <TextField
          label={words.count}
          inputMode="numeric"
          autoComplete="off"
          value={typed.count}
          error={isJudged && credits === null ? words.countInvalid : undefined}
          onChange={(event) => setTyped({ ...typed, count: event.target.value })}
        />
        <TextField
          label={words.reason}
          autoComplete="off"
          maxLength={GRANT_REASON_MAX_LENGTH}
          hint={words.reasonHint}
          value={typed.reason}
          error={isJudged && reason === '' ? words.reasonMissing : undefined}
          onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
        />
      </form>
    </Dialog>
  )
}
