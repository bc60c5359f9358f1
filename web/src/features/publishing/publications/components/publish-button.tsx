/** Opens the dialog that publishes an item. Only for those who may. */
import type { ContentItem } from '@tangelo/contract'
import { Send } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { texts } from '../texts/publish.ts'

const PublishDialog = makePreloadable(async () => (await import('./publish-dialog.tsx')).PublishDialog)

type PublishButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'disabled' | 'className'> & {
  readonly post: ContentItem
  /** In the place of 'Publish'. */
  readonly label?: string
  /** Where the post is open for editing already: leads back to it. */
  readonly onEdit?: () => void
}

export function PublishButton({ post, label = texts.button, onEdit, ...button }: PublishButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const role = useSession().user?.role
  usePreload(PublishDialog)
  if (role === undefined || role === 'basic') return null
  return (
    <>
      <Button {...button} icon={<Send />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? <PublishDialog post={post} onEdit={onEdit} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
