/** Asks before what was made is lost. */
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { currentSession } from '#lib/session.ts'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface UnsavedGuardProps {
  /** Asked when the user leaves, so that what was just saved is not asked about. */
  readonly isUnsaved: () => boolean
  /** The same, also while it is saved: a session that ends meanwhile keeps it on the screen. */
  readonly isAtStake?: () => boolean
  /** Whether what was made stays, although the address changes. */
  readonly staysAt?: (...change: Parameters<ShouldBlockFn>) => boolean
  readonly texts: { readonly title: string; readonly description: string; readonly confirm: string }
  /** Of a dialog that is not in the address: closing it asks as well. */
  readonly closing?: { readonly isAsked: boolean; readonly onStay: () => void; readonly onClose: () => void }
}

/** On closing what is in the address, on going back, on leaving the page. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { isUnsaved, isAtStake = isUnsaved, staysAt = () => false, texts, closing } = props
  useKeepUnsaved(isAtStake)
  const blocker = useBlocker({
    // Who has to sign in again first is kept here by that dialog, which lies above the one of this question.
    shouldBlockFn: (change) => currentSession().state !== 'expired' && isUnsaved() && !staysAt(change),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const isLeaving = blocker.status === 'blocked'
  if (!isLeaving && !closing?.isAsked) return null
  return (
    <ConfirmDialog
      onClose={() => {
        blocker.reset?.()
        closing?.onStay()
      }}
      title={texts.title}
      description={texts.description}
      confirmLabel={texts.confirm}
      danger
      onConfirm={() => (isLeaving ? blocker.proceed() : closing?.onClose())}
    />
  )
}

interface GuardedClose {
  readonly isUnsaved: boolean
  /** While it is saved the dialog stays, and nothing is asked. */
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly description?: string
}

const TITLE = 'Discard your changes?'
const DESCRIPTION = 'What you entered has not been saved.'
const CONFIRM = 'Discard'

/**
 * For a dialog that is not in the address: what closes it, the question, which goes into the dialog, and `leave`, which closes it
 * unasked, also where a link leads on at once.
 */
export function useGuardedClose({ isUnsaved, isBusy, onClose, description = DESCRIPTION }: GuardedClose): {
  close: () => void
  leave: () => void
  guard: ReactNode
} {
  const [isAsked, setIsAsked] = useState(false)
  const wouldBeLost = useRef(false)
  wouldBeLost.current = isUnsaved && !isBusy
  return {
    close: () => {
      if (isBusy) return
      if (isUnsaved) setIsAsked(true)
      else onClose()
    },
    leave: () => {
      wouldBeLost.current = false
      onClose()
    },
    guard: (
      <UnsavedGuard
        isUnsaved={() => wouldBeLost.current}
        isAtStake={() => isUnsaved}
        // The page below may change its own address: a filter reaches it late, and what was just saved is chosen there. Going back
        // may take the tab away that the dialog stands on.
        staysAt={({ action, current, next }) =>
          (action === 'PUSH' || action === 'REPLACE') && current.pathname === next.pathname
        }
        texts={{ title: TITLE, description, confirm: CONFIRM }}
        closing={{ isAsked, onStay: () => setIsAsked(false), onClose }}
      />
    ),
  }
}
