/** Whether one signs in with two factors, and changing it. Loading, failed, off, on. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ConfirmIdentity } from '../../re-authentication/components/confirm-identity.tsx'
import { renewRecoveryCodes, turnTwoFactorOff, twoFactorState } from '../queries.ts'
import { FEW_CODES } from '../rules.ts'
import { texts } from '../texts.ts'
import { AdminRule } from './admin-rule.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

interface TwoFactorProps {
  /** Other sessions have ended. */
  readonly onChanged: () => void
}

export function TwoFactor({ onChanged }: TwoFactorProps) {
  const state = useQuery(twoFactorState())
  const late = useDelayed(state.isPending)
  const { user } = useSession()
  if (state.isPending) return <Loading shown={late} />
  if (!state.data) {
    return (
      <FailedState
        title={texts.failed}
        cause={state.error?.message ?? ''}
        busy={state.isFetching}
        onRetry={() => void state.refetch()}
      />
    )
  }
  const { onSince, recoveryCodesLeft, isRequiredOfAdmins } = state.data
  const isAdmin = user?.role === 'admin'
  return (
    <>
      {onSince === null ? (
        <TurnedOff onChanged={onChanged} />
      ) : (
        <TurnedOn
          since={onSince}
          codesLeft={recoveryCodesLeft}
          isRequired={isAdmin && isRequiredOfAdmins}
          onChanged={onChanged}
        />
      )}
      {isAdmin ? <AdminRule isRequired={isRequiredOfAdmins} hasOwn={onSince !== null} /> : null}
    </>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true" className="h-20" data-skeleton="">
      <p className="sr-only" role="status">
        {shown ? texts.loading : ''}
      </p>
      {shown ? <Skeleton className="h-3 w-52" /> : null}
    </div>
  )
}

function TurnedOff({ onChanged }: { onChanged: () => void }) {
  const [open, setOpen] = useState(false)
  const changed = useChanged(onChanged)
  return (
    <Line badge={<Badge>{texts.off}</Badge>} text={texts.offIntro}>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {texts.turnOn}
      </Button>
      {open ? (
        <SetUpDialog
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            changed()
            toast(texts.done)
          }}
        />
      ) : null}
    </Line>
  )
}

/** Once it is on, the dialog stays until the codes are kept: they are not shown again. */
function SetUpDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [isOn, setIsOn] = useState(false)
  return (
    <Dialog
      open
      size="small"
      onOpenChange={() => (isOn ? undefined : onClose())}
      title={isOn ? texts.codesTitle : texts.setUpTitle}
    >
      <SetUp
        aside={<Button onClick={onClose}>{texts.cancel}</Button>}
        onTurnedOn={() => setIsOn(true)}
        onDone={onDone}
      />
    </Dialog>
  )
}

interface TurnedOnProps extends TwoFactorProps {
  readonly since: string
  readonly codesLeft: number
  readonly isRequired: boolean
}

function TurnedOn({ since, codesLeft, isRequired, onChanged }: TurnedOnProps) {
  const now = useNow()
  const [asking, setAsking] = useState<'off' | 'codes' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = useChanged(onChanged)
  const close = (): void => setAsking(null)
  const left = `${texts.codesLeft(codesLeft)}${codesLeft <= FEW_CODES ? ` ${texts.codesFew}` : ''}`
  return (
    <Line
      badge={<Badge tone="good">{texts.on}</Badge>}
      text={`${texts.onSince(formatMoment(since, now))} ${left}`}
      note={isRequired ? texts.requiredOfYou : undefined}
    >
      <Button onClick={() => setAsking('codes')}>{texts.newCodes}</Button>
      {isRequired ? null : <Button onClick={() => setAsking('off')}>{texts.turnOff}</Button>}
      {asking === 'off' ? (
        <ConfirmIdentity
          title={texts.offTitle}
          description={texts.offDescription}
          submitLabel={texts.turnOff}
          busyLabel={texts.turningOff}
          danger
          onClose={close}
          onConfirm={async (proof) => {
            await turnTwoFactorOff(proof)
            close()
            changed()
            toast(texts.isOff)
          }}
        />
      ) : null}
      {asking === 'codes' ? (
        <ConfirmIdentity
          title={texts.renewTitle}
          description={texts.renewDescription}
          submitLabel={texts.renew}
          busyLabel={texts.renewing}
          onClose={close}
          onConfirm={async (proof) => {
            setCodes(await renewRecoveryCodes(proof))
            close()
            changed()
          }}
        />
      ) : null}
      {codes ? <NewCodes codes={codes} onClose={() => setCodes(null)} /> : null}
    </Line>
  )
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      size="small"
      onOpenChange={onClose}
      title={texts.codesTitle}
      description={texts.codesIntro}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.kept}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}

interface LineProps {
  readonly badge: ReactNode
  readonly text: string
  readonly note?: string | undefined
  readonly children: ReactNode
}

/** The state in words, and what can be done about it. */
function Line({ badge, text, note, children }: LineProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label">
        {badge}
        <span className="min-w-0">{text}</span>
      </p>
      {note ? <p className="mt-1 text-note text-ink-3">{note}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </>
  )
}

function useChanged(onChanged: () => void): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: twoFactorState().queryKey })
    onChanged()
  }
}
