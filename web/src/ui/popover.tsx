import './popover.css'
import { X } from 'lucide-react'
import { DismissableLayer, FocusScope } from 'radix-ui/internal'
import { type CSSProperties, type ReactNode, type RefObject, useCallback, useId } from 'react'
import { createPortal } from 'react-dom'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Filling } from './filling.tsx'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'
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
export function Popover(props: PopoverProps) {
  const isPhone = useMediaQuery('(max-width: 599px)')
  return isPhone ? <Sheet {...props} /> : <Beside {...props} />
}

/** Made of the two parts of Radix that it needs: a whole dialog of Radix is rendered several times before it is seen. */
function Beside({ onClose, anchor, title, head, side, align = 'end', width, children }: PopoverProps) {
  const titleId = useId()
  const { onCloseAutoFocus } = useReturnFocus()
  const stand = useCallback(
    (layer: HTMLDivElement) => {
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
      // It always tells the first size, too, for which the place has been found.
      let isFirst = true
      const resized = new ResizeObserver(() => {
        if (!isFirst) place()
        isFirst = false
      })
      resized.observe(layer)
      window.addEventListener('scroll', place, { capture: true, passive: true })
      window.addEventListener('resize', place)
      return () => {
        resized.disconnect()
        window.removeEventListener('scroll', place, { capture: true })
        window.removeEventListener('resize', place)
      }
    },
    [anchor, side, align],
  )
  const style: CSSProperties & Record<'--width', string | undefined> = { '--width': width ? `${width}px` : undefined }
  return createPortal(
    <FocusScope.Root asChild loop onUnmountAutoFocus={onCloseAutoFocus}>
      <DismissableLayer.Root
        ref={stand}
        role="dialog"
        aria-labelledby={titleId}
        className="popover"
        style={style}
        deferPointerDownOutside
        onDismiss={onClose}
        onInteractOutside={(event) => leaveToButton(event, anchor)}
      >
        {head === undefined ? (
          <TitleBar id={titleId} title={title} onClose={onClose} />
        ) : (
          <h2 id={titleId} hidden>
            {title}
          </h2>
        )}
        <Inside head={head}>{children}</Inside>
      </DismissableLayer.Root>
    </FocusScope.Root>,
    document.body,
  )
}

function Sheet({ onClose, title, head, children }: PopoverProps) {
  const titleId = useId()
  return (
    <Modal className="sheet" aria-labelledby={titleId} isFixed onClose={onClose}>
      <TitleBar id={titleId} title={title} onClose={onClose} />
      <Inside head={head}>{children}</Inside>
    </Modal>
  )
}

interface TitleBarProps extends Pick<PopoverProps, 'title' | 'onClose'> {
  readonly id: string
}

const TitleBar = ({ id, title, onClose }: TitleBarProps) => (
  <div className="flex items-center justify-between gap-3 min-h-12 py-1.5 pr-2 pl-5 max-desk:pl-4">
    <h2 id={id} className="text-panel">
      {title}
    </h2>
    <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
  </div>
)

function Inside({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      {head}
      <div className="min-h-0 overflow-y-auto overscroll-contain [scrollbar-width:thin]">
        <Filling>{children}</Filling>
      </div>
    </>
  )
}

/** The button itself closes the layer: closing here as well would open it again. */
function leaveToButton(event: Event, anchor: RefObject<HTMLElement | null>): void {
  if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
}
