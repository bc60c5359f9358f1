/** Two-factor sign-in is off: the way to turn it on. */
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { texts } from '../texts.ts'
import { SetUp } from './set-up.tsx'
import { StateLine, useStateChanged } from './state-line.tsx'

export function TurnedOff({ onChanged }: { onChanged: () => void }) {
  const [open, setOpen] = useState(false)
  const changed = useStateChanged(onChanged)
  return (
    <StateLine badge={<Badge>{texts.off}</Badge>} text={texts.offIntro}>
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
    </StateLine>
  )
}

/** Once it is on, the dialog stays until the codes are kept: they are not shown again. */
function SetUpDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [isOn, setIsOn] = useState(false)
  return (
    <Dialog
      size="small"
      onClose={() => (isOn ? undefined : onClose())}
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
