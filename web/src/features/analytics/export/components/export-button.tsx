/** 'Export' on the page of an account. The list of files is fetched when it is wanted, not with the page. */
import type { Account } from '@tangelo/contract'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { texts } from '../texts.ts'

const ExportList = makePreloadable(async () => (await import('./export-list.tsx')).ExportList)

export function ExportButton({ account }: { readonly account: Account | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        icon={<Upload />}
        disabled={!account}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={ExportList.preload}
        onFocus={ExportList.preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.button}
      </Button>
      {isOpen && account ? <ExportList account={account} anchor={button} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
