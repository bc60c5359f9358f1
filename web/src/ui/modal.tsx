/**
 * What stands over the page until it is answered or put away. Made of the parts of Radix that it needs: a whole dialog of Radix is
 * rendered four times before it is seen.
 */
import { hideOthers } from 'aria-hidden'
import { DismissableLayer, FocusGuards, FocusScope } from 'radix-ui/internal'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePageMark } from '#lib/page-marks.ts'
import { useReturnFocus } from './return-focus.ts'
import { lockScroll, widthOfScrollbar } from './scroll-lock.ts'

interface ModalProps {
  readonly role?: 'dialog' | 'alertdialog'
  readonly className: string
  readonly 'aria-labelledby': string
  readonly 'aria-describedby'?: string | undefined
  readonly 'data-size'?: string
  readonly 'data-aside'?: '' | undefined
  readonly 'data-state'?: 'open' | 'closed'
  /** What darkens the page. */
  readonly scrim?: string
  /** It has an edge of the window to itself, and is not laid out by the scrim. */
  readonly isFixed?: boolean
  /** In a corner, beside a page that can be used on. The outside does not close it. */
  readonly isAside?: boolean
  /** The outside does not close it. */
  readonly isFirm?: boolean | undefined
  /** Where the focus goes first; else to the first that can have it. */
  readonly firstFocus?: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Open as long as it is in the page. Escape and the outside close it, and the focus stays inside. */
export function Modal(props: ModalProps) {
  const {
    scrim = 'scrim',
    isFixed = false,
    isAside = false,
    isFirm = isAside,
    firstFocus,
    onClose,
    children,
    role = 'dialog',
    ...attributes
  } = props
  const layer = useRef<HTMLDivElement>(null)
  const { onCloseAutoFocus } = useReturnFocus()
  FocusGuards.useFocusGuards()
  useHeldPage(layer, !isAside)
  usePageMark(isAside ? 'aside' : 'layer')
  const content = (
    <FocusScope.Root
      asChild
      loop
      trapped={!isAside}
      onMountAutoFocus={(event) => {
        if (!firstFocus) return
        event.preventDefault()
        firstFocus.current?.focus({ preventScroll: true })
      }}
      onUnmountAutoFocus={onCloseAutoFocus}
    >
      <DismissableLayer.Root
        ref={layer}
        role={role}
        {...attributes}
        disableOutsidePointerEvents={!isAside}
        deferPointerDownOutside
        onDismiss={onClose}
        onFocusOutside={stay}
        onKeyDown={(event) => {
          // A toast that came later is the upper layer: it takes Escape before this one, and does not use it up.
          if (event.key !== 'Escape' || event.defaultPrevented) return
          stay(event)
          onClose()
        }}
        onPointerDownOutside={(event) => {
          if (isFirm || isForMenu(event.detail.originalEvent)) stay(event)
        }}
      >
        {children}
      </DismissableLayer.Root>
    </FocusScope.Root>
  )
  const over = isFixed ? (
    <>
      <div className={scrim} style={PRESSED} />
      {content}
    </>
  ) : (
    <div className={scrim} style={PRESSED}>
      {content}
    </div>
  )
  return createPortal(isAside ? content : over, document.body)
}

/** All else on the page takes no pointer meanwhile. */
const PRESSED = { pointerEvents: 'auto' } as const

/** The page below keeps its place, and readers find nothing of it. */
function useHeldPage(layer: RefObject<HTMLElement | null>, isHeld: boolean): void {
  // Read while nothing has changed: afterwards the whole page would be laid out for it.
  const [scrollbar] = useState(() => (isHeld ? widthOfScrollbar() : 0))
  useLayoutEffect(() => {
    if (!isHeld || !layer.current) return
    const showOthers = hideOthers(layer.current)
    const unlock = lockScroll(scrollbar)
    return () => {
      showOthers()
      unlock()
    }
  }, [layer, isHeld, scrollbar])
}

const stay = (event: Pick<Event, 'preventDefault'>): void => event.preventDefault()

/** The right button, or what stands for it on a Mac. */
const isForMenu = ({ button, ctrlKey }: PointerEvent): boolean => button === 2 || (button === 0 && ctrlKey)
