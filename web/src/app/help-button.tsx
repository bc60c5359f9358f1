import { CircleQuestionMark } from 'lucide-react'
import { useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { frameTexts } from './frame-texts.ts'

const HelpMenu = makePreloadable(async () => (await import('./help-menu.tsx')).HelpMenu)

export function HelpButton() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        label={frameTexts.help}
        icon={<CircleQuestionMark />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={HelpMenu.preload}
        onFocus={HelpMenu.preload}
        onClick={() => setOpen(!open)}
      />
      {open ? <HelpMenu anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
