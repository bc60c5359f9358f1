import { Search } from 'lucide-react'
import { frameTexts } from './frame-texts.ts'
import { openPalette } from './palette-state.ts'

/** Looks like a search field and opens the command palette; an icon on a phone. */
export function PaletteButton() {
  const key = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'
  return (
    <button
      type="button"
      className="input palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <Search className="max-desk:size-5" />
      <span className="flex-1 truncate text-left max-desk:sr-only">{frameTexts.search}</span>
      <kbd className="rounded-badge border border-line-2 px-1 font-sans text-caption text-ink-2 max-desk:hidden">
        {key}
      </kbd>
    </button>
  )
}
