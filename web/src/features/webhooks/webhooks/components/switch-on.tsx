/** Switches the webhook of one user on again. */
import { Power } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useSwitchOn } from '../queries/webhooks.ts'
import { texts } from '../texts.ts'

export function SwitchOn({ userId }: { readonly userId: number }) {
  const change = useSwitchOn()
  // A promise: the callbacks of `mutate` are dropped when the button goes before everything has been refetched.
  const switchOn = (): void =>
    void change.mutateAsync(userId).then(
      () => toast(texts.switchedOn),
      ({ message }: Error) => showFailure(texts.switchOnFailed, message),
    )
  return (
    <Button size="small" variant="primary" icon={<Power />} busy={change.isPending} onClick={switchOn}>
      {texts.switchOn}
    </Button>
  )
}
