import { X } from 'lucide-react'
import { SidebarAccounts } from '#features/analytics/index.ts'
import { useClient } from '#lib/client.ts'
import { Drawer } from '#ui/drawer.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { Footer } from './footer.tsx'
import { HelpButton } from './help-button.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLinks } from './page-links.tsx'

interface MenuDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The sidebar of a phone: the same links, and the footer. Going somewhere closes it. */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  const { clientId } = useClient()
  return (
    <Drawer open={open} onClose={onClose} label={menuTexts.menu}>
      <div className="mb-3 flex items-center pl-2">
        <Wordmark />
        <span className="ml-auto" />
        <HelpButton />
        <IconButton label={menuTexts.closeMenu} icon={<X />} onClick={onClose} />
      </div>
      <PageLinks isDrawer onNavigate={onClose} />
      <SidebarAccounts variant="drawer" heading={menuTexts.yourAccounts} companyId={clientId} onNavigate={onClose} />
      <Footer onNavigate={onClose} />
    </Drawer>
  )
}
