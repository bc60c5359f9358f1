/** Two-factor sign-in is on: since when, the codes that are left, and turning it off. */
import { useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { ConfirmIdentity } from '../../re-authentication/components/confirm-identity.tsx'
import { renewRecoveryCodes, turnTwoFactorOff } from '../queries.ts'
import { FEW_CODES } from '../rules.ts'
import { texts } from '../texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StateLine, useStateChanged } from './state-line.tsx'

interface TurnedOnProps {
  readonly since: string
  readonly codesLeft: number
  readonly isRequired: boolean
  /** Other sessions have ended. */
  readonly onChanged: () => void
}

export function TurnedOn({ since, codesLeft, isRequired, onChanged }: TurnedOnProps) {
  const now = useNow()
  const [asking, setAsking] = useState<'off' | 'codes' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = useStateChanged(onChanged)
  const close = (): void => setAsking(null)
  const left = `${texts.codesLeft(codesLeft)}${codesLeft <= FEW_CODES ? ` ${texts.codesFew}` : ''}`
  return (
    <StateLine
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
    </StateLine>
  )
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      size="small"
      isShownOnce
      onClose={onClose}
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
