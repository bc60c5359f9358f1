/** D12: an account without figures, and the ways to fill it. */
import { Link } from '@tanstack/react-router'
import { Download, Keyboard, Plug } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { texts } from '../texts/account.ts'
import { texts as listTexts } from '../texts/list.ts'

interface Ways {
  readonly onImport: () => void
  readonly onTypeIn: () => void
}

interface NoDataProps {
  /** For administrators only. */
  readonly ways: Ways | undefined
}

export function NoData({ ways }: NoDataProps) {
  return (
    <div className="border-t border-line">
      <EmptyState
        title={texts.noData.title}
        text={ways ? texts.noData.admin : texts.noData.others}
        actions={ways ? <WayButtons {...ways} /> : undefined}
      />
    </div>
  )
}

/** 'Refresh' has nothing to ask while no source is connected; it says so, and what can be done instead. */
export function RefreshDialog({ ways, onClose }: { readonly ways: Ways; readonly onClose: () => void }) {
  return (
    <Dialog size="small" onClose={onClose} title={texts.refresh.title} description={texts.refresh.description}>
      <div className="flex flex-wrap gap-2 pt-1">
        <Link to="/admin" search={{ tab: 'connections' }} className="button" data-variant="primary">
          <Plug />
          {texts.refresh.connect}
        </Link>
        <WayButtons {...ways} variant="default" />
      </div>
    </Dialog>
  )
}

function WayButtons({ onImport, onTypeIn, variant = 'primary' }: Ways & { variant?: 'default' | 'primary' }) {
  return (
    <>
      <Button variant={variant} icon={<Download />} onClick={onImport}>
        {listTexts.importData}
      </Button>
      <Button icon={<Keyboard />} onClick={onTypeIn}>
        {texts.noData.typeIn}
      </Button>
    </>
  )
}
