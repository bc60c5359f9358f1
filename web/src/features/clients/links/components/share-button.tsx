/** Opens the dialog that makes links to what the page shows. Only for those who may make one. */
import { Share2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { texts } from '../texts.ts'
import type { ShareDialog as Dialog } from './share-dialog.tsx'

const ShareDialog = makePreloadable(async () => (await import('./share-dialog.tsx')).ShareDialog)

type ShareButtonProps = Omit<ComponentProps<typeof Dialog>, 'onClose'> &
  Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'disabled' | 'className'> & {
    /** Where several stand on a page. */
    readonly label?: string
    /** Beside many other buttons. */
    readonly isIcon?: boolean
  }

export function ShareButton({
  size = 'medium',
  variant = 'default',
  disabled = false,
  className = '',
  label,
  isIcon = false,
  ...shared
}: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const role = useSession().user?.role
  usePreload(ShareDialog)
  if (role === undefined || role === 'basic') return null
  return (
    <>
      {isIcon ? (
        <IconButton label={texts.button} icon={<Share2 />} variant="default" onClick={() => setIsOpen(true)} />
      ) : (
        <Button
          size={size}
          variant={variant}
          className={className}
          disabled={disabled}
          icon={size === 'small' ? undefined : <Share2 />}
          aria-label={label}
          onClick={() => setIsOpen(true)}
        >
          {texts.button}
        </Button>
      )}
      {isOpen ? <ShareDialog {...shared} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
