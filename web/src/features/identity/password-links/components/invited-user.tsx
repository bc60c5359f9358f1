import { failureOf } from '#features/core/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { useInvite } from '../queries.ts'
import { texts } from '../texts.ts'

/** A user who has chosen no password yet, and the invitation once more. */
export function InvitedUser({ userId }: { readonly userId: number }) {
  const invite = useInvite(userId)
  return (
    <div className="my-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
      <Badge tone="amber">{texts.invited}</Badge>
      <span className="min-w-0 flex-1 text-note text-ink-3">{texts.invitedNote}</span>
      <Button
        size="small"
        busy={invite.isPending}
        busyLabel={texts.inviting}
        onClick={() =>
          invite.mutate(undefined, {
            onSuccess: () => toast(texts.inviteSent),
            onError: (error) => toast(failureOf(texts.inviteFailed, error)),
          })
        }
      >
        {texts.inviteAgain}
      </Button>
    </div>
  )
}
