/** Whether a user signs in with two factors, and turning that off for a user who lost the second factor; for administrators. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { twoFactorOf, useResetTwoFactor } from '../queries.ts'
import { refusalText } from '../rules.ts'
import { texts } from '../texts.ts'

interface UserTwoFactorProps {
  readonly userId: number
  readonly username: string
}

export function UserTwoFactor({ userId, username }: UserTwoFactorProps) {
  const state = useQuery(twoFactorOf(userId))
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const reset = useResetTwoFactor(userId)
  const since = state.data?.onSince ?? null

  const confirm = async (): Promise<void> => {
    try {
      await reset.mutateAsync()
      toast(texts.resetDone(username))
    } catch (error) {
      showFailure(texts.ruleFailed, refusalText(error))
    }
    setAsking(false)
  }

  return (
    <div className="mt-3 flex min-h-8 items-center justify-between gap-3 border-t border-line pt-3 text-label">
      <p>
        <span className="text-ink-2">{texts.ofUser}</span>{' '}
        <span role="status">
          {state.isPending ? texts.ofUserLoading : null}
          {state.error && !state.data ? texts.ofUserFailed : null}
          {state.data ? (since === null ? texts.ofUserOff : texts.ofUserOn(formatMoment(since, now))) : null}
        </span>
      </p>
      {since === null ? null : (
        <Button size="small" onClick={() => setAsking(true)}>
          {texts.turnOff}
        </Button>
      )}
      {asking ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={texts.resetTitle}
          description={texts.resetDescription(username)}
          confirmLabel={texts.turnOff}
          busy={reset.isPending}
          busyLabel={texts.turningOff}
          danger
          onConfirm={() => void confirm()}
        />
      ) : null}
    </div>
  )
}
