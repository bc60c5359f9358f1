import './popover.css'
import './layer-styles.ts'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type CSSProperties, type ReactNode, type RefObject, useCallback } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Filling } from './filling.tsx'
import { IconButton } from './icon-button.tsx'
import { placeBeside, type Side } from './popover-place.ts'
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
  readonly side?: Side
  readonly align?: 'start' | 'center' | 'end'
  /** In pixels, as far as the window is that wide. */
  readonly width?: number
  readonly children: ReactNode
}

/** A small layer beside what it explains; on a phone a sheet from below. Escape, the cross and the outside close it. */
export function Popover({ onClose, anchor, title, head, side, align = 'end', width, children }: PopoverProps) {
  const isPhone = useMediaQuery('(max-width: 599px)')
  const returnFocus = useReturnFocus(true)
  const stand = useCallback(
    (layer: HTMLDivElement) => {
      if (isPhone) return
      // Set by hand: a second drawing would only find out what is known here.
      const place = (): void => {
        const beside = anchor.current
        if (!beside) return
        const { clientWidth, clientHeight } = document.documentElement
        // As high as it would like to be.
        layer.style.maxHeight = ''
        const size = { width: layer.offsetWidth, height: layer.offsetHeight }
        const view = { width: clientWidth, height: clientHeight }
        Object.assign(layer.style, placeBeside(beside.getBoundingClientRect(), size, { side, align }, view))
      }
      place()
      const resized = new ResizeObserver(place)
      resized.observe(layer)
      window.addEventListener('scroll', place, { capture: true, passive: true })
      window.addEventListener('resize', place)
      return () => {
        resized.disconnect()
        window.removeEventListener('scroll', place, { capture: true })
        window.removeEventListener('resize', place)
      }
    },
    [isPhone, anchor, side, align],
  )
  const style: CSSProperties & Record<'--width', string | undefined> = { '--width': width ? `${width}px` : undefined }
  return (
    // A new kind of layer for a window that is made as narrow as a phone.
    <Radix.Root key={isPhone ? 'sheet' : 'popover'} open onOpenChange={(open) => !open && onClose()} modal={isPhone}>
      <Radix.Portal>
        {isPhone ? <Radix.Overlay className="scrim" /> : null}
        <Radix.Content
          ref={stand}
          className={isPhone ? 'sheet' : 'popover'}
          style={style}
          aria-describedby={undefined}
          {...returnFocus}
          onInteractOutside={(event) => {
            // The button itself closes it: closing here as well would open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
        >
          {head === undefined || isPhone ? (
            <div className="flex items-center justify-between gap-3 min-h-12 py-1.5 pr-2 pl-5 max-desk:pl-4">
              <Radix.Title className="text-panel">{title}</Radix.Title>
              <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
            </div>
          ) : (
            <Radix.Title hidden>{title}</Radix.Title>
          )}
          {head}
          <div className="min-h-0 overflow-y-auto overscroll-contain [scrollbar-width:thin]">
            <Filling>{children}</Filling>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
