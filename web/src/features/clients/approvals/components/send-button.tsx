/** Opens the dialog that sends posts to a client. Only for those who may. */
import type { ContentItem } from '@tangelo/contract'
import { Send } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { texts } from '../texts.ts'

const SendDialog = makePreloadable(async () => (await import('./send-dialog.tsx')).SendDialog)

type SendButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'disabled' | 'className'> & {
  readonly posts: readonly ContentItem[]
  /** The posts are sent. */
  readonly onSent?: () => void
}

export function SendButton({ posts, onSent, ...button }: SendButtonProps) {
  const [chosen, setChosen] = useState<readonly ContentItem[]>()
  const role = useSession().user?.role
  usePreload(SendDialog)
  if (role === undefined || role === 'basic') return null
  return (
    <>
      <Button {...button} icon={<Send />} onClick={() => setChosen(posts)}>
        {texts.button}
      </Button>
      {chosen ? (
        <SendDialog
          posts={chosen}
          onClose={(isSent) => {
            setChosen(undefined)
            if (isSent) onSent?.()
          }}
        />
      ) : null}
    </>
  )
}
