/** Opens how often answers of this kind are wrong. The dialog is fetched then, not before. */
import { useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { texts } from '../texts/panels.ts'

const TruthDialog = makePreloadable(async () => (await import('./truth-dialog.tsx')).TruthDialog)

/** `posts` of the account, which the dialog marks on the scale of what would be found. */
export function HowOftenWrong({ posts }: { readonly posts: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link min-h-6 max-desk:min-h-10"
        aria-haspopup="dialog"
        onPointerEnter={TruthDialog.preload}
        onFocus={TruthDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {texts.howOftenWrong}
      </button>
      {isOpen ? <TruthDialog posts={posts} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
