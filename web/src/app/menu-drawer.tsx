import { X } from 'lucide-react'
import { SidebarAccounts } from '#features/analytics/index.ts'
import { Drawer } from '#ui/drawer.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { Footer } from './footer.tsx'
import { PageLinks } from './page-links.tsx'
import { texts } from './texts.ts'

interface MenuDrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The sidebar of a phone: the same links, and the footer. Going somewhere closes it. */
export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const close = (): void => onOpenChange(false)
  return (
    <Drawer open={open} onOpenChange={onOpenChange} label={texts.menu}>
      <div className="mb-3 flex items-center justify-between pl-2">
        <Wordmark />
        <IconButton label={texts.closeMenu} icon={<X />} onClick={close} />
      </div>
      <PageLinks isDrawer onNavigate={close} />
      <h2 className="nav-heading">{texts.yourAccountsDrawer}</h2>
      <div className="nav-scroll">
        <SidebarAccounts variant="drawer" onNavigate={close} />
      </div>
      <Footer onNavigate={close} />
    </Drawer>
  )
}
