/**
 * Carrying an item of a list to another place, with a mouse at once, with a finger after holding it (or at its handle).
 * The others make room while it is carried; Escape puts it back. The list may lie down or stand.
 */
import {
  type CSSProperties,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Box, gapOf, placeAt } from './reorder-places.ts'

const CARRY_AFTER_PX = 5
const HOLD_MS = 350
/** So near to the end of a list that scrolls, it scrolls on. */
const EDGE_PX = 36
const SCROLL_PX = 10

interface Carried {
  readonly from: number
  readonly to: number
  readonly boxes: readonly Box[]
}

export interface Reorder {
  /** The list: its children are the items. */
  readonly list: RefObject<HTMLOListElement | null>
  /** Which item is in the hand; null when none is. */
  readonly carriedIndex: number | null
  readonly styleOf: (index: number) => CSSProperties | undefined
  readonly onPointerDown: (event: ReactPointerEvent, index: number, isHandle?: boolean) => void
}

export function useReorder(onMove: (from: number, to: number) => void): Reorder {
  const list = useRef<HTMLOListElement>(null)
  const [carried, setCarried] = useState<Carried | null>(null)
  const isCarrying = useRef(false)
  const end = useRef<(() => void) | null>(null)
  const latest = useRef(onMove)
  latest.current = onMove

  // A finger that carries does not scroll. It has to be said before it touches.
  useEffect(() => {
    const element = list.current
    const onTouchMove = (event: TouchEvent): void => {
      if (isCarrying.current) event.preventDefault()
    }
    element?.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => {
      element?.removeEventListener('touchmove', onTouchMove)
      end.current?.()
    }
  }, [])

  const onPointerDown: Reorder['onPointerDown'] = (event, index, isHandle = false) => {
    const element = list.current
    const item = element?.children[index]
    if (event.button !== 0 || !element || !(item instanceof HTMLElement)) return
    const isTouch = event.pointerType === 'touch'
    const { pointerId, clientX, clientY } = event
    const scrolled = { left: element.scrollLeft, top: element.scrollTop }
    let now: Carried | null = null

    const lift = (): void => {
      const boxes = [...element.children].map((child) => child.getBoundingClientRect())
      now = { from: index, to: index, boxes }
      isCarrying.current = true
      setCarried(now)
    }
    const holding = isTouch && !isHandle ? window.setTimeout(lift, HOLD_MS) : undefined

    const move = (moving: PointerEvent): void => {
      if (moving.pointerId !== pointerId) return
      const across = moving.clientX - clientX
      const down = moving.clientY - clientY
      if (!now) {
        if (Math.hypot(across, down) < CARRY_AFTER_PX) return
        // A finger that moves before it has held wants to scroll.
        if (isTouch && !isHandle) {
          removeListeners()
          return
        }
        lift()
      }
      if (!now) return
      scrollAtEdge(element, moving)
      const byX = across + element.scrollLeft - scrolled.left
      const byY = down + element.scrollTop - scrolled.top
      item.style.transform = `translate(${byX}px, ${byY}px)`
      const to = placeAt(now.boxes, index, { x: byX, y: byY })
      if (to !== now.to) {
        now = { ...now, to }
        setCarried(now)
      }
    }
    const removeListeners = (): void => {
      window.clearTimeout(holding)
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true)
      item.style.transform = ''
      isCarrying.current = false
      end.current = null
      setCarried(null)
    }
    const drop = (up: PointerEvent): void => {
      if (up.pointerId !== pointerId) return
      const place = now
      removeListeners()
      if (!place) return
      swallowClick()
      if (place.to !== index) latest.current(index, place.to)
    }
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape' || !now) return
      key.preventDefault()
      key.stopPropagation()
      swallowClick()
      removeListeners()
    }
    const listeners = [
      ['pointermove', move],
      ['pointerup', drop],
      ['pointercancel', removeListeners],
      ['keydown', onKey],
    ] as const
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
    end.current = removeListeners
  }

  const styleOf = (index: number): CSSProperties | undefined => {
    if (!carried || index === carried.from) return undefined
    const gap = gapOf(carried.boxes, carried, index)
    return { transform: `translate(${gap.x}px, ${gap.y}px)` }
  }
  return { list, carriedIndex: carried?.from ?? null, styleOf, onPointerDown }
}

function scrollAtEdge(element: HTMLElement, { clientX, clientY }: PointerEvent): void {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const by = (at: number, start: number, stop: number): number =>
    at < start + EDGE_PX ? -SCROLL_PX : at > stop - EDGE_PX ? SCROLL_PX : 0
  if (element.scrollWidth > element.clientWidth) element.scrollLeft += by(clientX, left, right)
  if (element.scrollHeight > element.clientHeight) element.scrollTop += by(clientY, top, bottom)
}

/** The end of carrying is also the end of a click on what was carried: that one selects nothing. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  window.setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}
