import './popover.css'
import './layer-styles.ts'
import { X } from 'lucide-react'
import { Dialog as Below, Popover as Beside } from 'radix-ui'
import { type CSSProperties, type ReactNode, type RefObject, useState } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'

interface PopoverProps {
  /** It is open as long as it is in the page. */
  readonly onClose: () => void
  /** The button it belongs to: it stands beside it and never covers it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly title: string
  /** In place of the title and the cross: a field that searches what is below. */
  readonly head?: ReactNode
  /** Where there is more room, unless said otherwise. */
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  /** In pixels, as far as the window is that wide. */
  readonly width?: number
  readonly children: ReactNode
}

/** A small layer beside what it explains; on a phone a sheet from below. Escape, the cross and the outside close it. */
export function Popover({ onClose, anchor, title, head, side, align = 'end', width, children }: PopoverProps) {
  const isPhone = useMediaQuery('(max-width: 599px)')
  const returnFocus = useReturnFocus(true)
  const [roomier] = useState(() => sideWithRoom(anchor.current))
  const change = (open: boolean): void => {
    if (!open) onClose()
  }
  if (isPhone) {
    return (
      <Below.Root open onOpenChange={change}>
        <Below.Portal>
          <Below.Overlay className="scrim" />
          <Below.Content className="sheet" aria-describedby={undefined} {...returnFocus}>
            <Head title={<Below.Title className="text-panel">{title}</Below.Title>} onClose={onClose} />
            {head}
            <div className="min-h-0 overflow-y-auto overscroll-contain [scrollbar-width:thin]">{children}</div>
          </Below.Content>
        </Below.Portal>
      </Below.Root>
    )
  }
  const style: CSSProperties & Record<'--width', string | undefined> = { '--width': width ? `${width}px` : undefined }
  return (
    <Beside.Root open onOpenChange={change}>
      <Beside.Anchor virtualRef={anchor} />
      <Beside.Portal>
        <Beside.Content
          className="popover"
          style={style}
          aria-label={title}
          side={side ?? roomier}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          {...returnFocus}
          onInteractOutside={(event) => {
            // The button itself closes it: closing here as well would open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
        >
          {head ?? <Head title={<h2 className="text-panel">{title}</h2>} onClose={onClose} />}
          <div className="min-h-0 overflow-y-auto overscroll-contain [scrollbar-width:thin]">{children}</div>
        </Beside.Content>
      </Beside.Portal>
    </Beside.Root>
  )
}

function sideWithRoom(element: HTMLElement | null): 'top' | 'bottom' {
  return element && element.getBoundingClientRect().top > window.innerHeight / 2 ? 'top' : 'bottom'
}

function Head({ title, onClose }: { readonly title: ReactNode; readonly onClose: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3 min-h-12 py-1.5 pr-2 pl-5 max-desk:pl-4">
      {title}
      <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
    </div>
  )
}
