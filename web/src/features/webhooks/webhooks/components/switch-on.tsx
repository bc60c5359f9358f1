/** Switches the webhook of one user on again. */
import { Power } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useSwitchOn } from '../queries/webhooks.ts'
import { texts } from '../texts.ts'

export function SwitchOn({ userId }: { readonly userId: number }) {
  const change = useSwitchOn()
  return (
    <Button
      size="small"
      variant="primary"
      icon={<Power />}
      busy={change.isPending}
      onClick={() =>
        change.mutate(userId, {
          onSuccess: () => toast(texts.switchedOn),
          onError: ({ message }) => showFailure(texts.switchOnFailed, message),
        })
      }
    >
      {texts.switchOn}
    </Button>
  )
}
