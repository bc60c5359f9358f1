/** Asks first, then shows the new secret this once. */
import { Copy } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type NewSecret, useRenewSecret } from '../queries/webhooks.ts'
import { texts } from '../texts.ts'

export function SecretDialog({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const renew = useRenewSecret()
  const make = (): void =>
    renew.mutate(userId, {
      onError: ({ message }) => showFailure(texts.secretFailed, message),
    })
  return (
    <Dialog
      size="small"
      title={texts.secretTitle}
      description={renew.data ? texts.secretOnce : texts.secretQuestion}
      isShownOnce={renew.isSuccess}
      onClose={() => renew.isPending || onClose()}
      footer={
        renew.data ? (
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        ) : (
          <>
            <Button disabled={renew.isPending} onClick={onClose}>
              {texts.secretCancel}
            </Button>
            <Button variant="primary" busy={renew.isPending} onClick={make}>
              {texts.secretConfirm}
            </Button>
          </>
        )
      }
    >
      {renew.data ? <Shown secret={renew.data.secret} /> : null}
    </Dialog>
  )
}

function Shown({ secret }: Pick<NewSecret, 'secret'>) {
  const copy = async (): Promise<void> => {
    if (await copyText(secret, texts.copyFailed)) toast(texts.copied)
  }
  return (
    <div className="flex items-start gap-2">
      <output
        aria-label={texts.secretLabel}
        className="min-w-0 flex-1 rounded-control border border-line bg-sunken px-3 py-1.5 font-mono text-note break-all select-all"
      >
        {secret}
      </output>
      <Button size="small" icon={<Copy />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </div>
  )
}
