/**
 * Carrying an item to another day, with the pointer or with the keys. Nothing is decided here but where it is dropped:
 * days say who they are with `data-day`, the place without a date with `data-unplanned`. Readers hear every step.
 */
import type { PlannedItem } from '@tangelo/contract'
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { findDayAfterKey, nameOf } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import { dayTitle } from './calendar-days.ts'

const DRAG_AFTER_PX = 5

export interface Carried {
  readonly post: PlannedItem
  /** Where it was; null without a date. */
  readonly from: string | null
  /** Where it would be dropped now; undefined over nothing. */
  readonly to: string | null | undefined
  readonly by: 'pointer' | 'keys'
}

export interface DragToDay {
  readonly carried: Carried | null
  /** Said to readers. */
  readonly news: string
  /** Follows the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>
  readonly onPointerDown: (event: ReactPointerEvent, post: PlannedItem, from: string | null) => void
  readonly pickUp: (post: PlannedItem, from: string | null) => void
}

interface DragToDayOptions {
  readonly today: string
  /** `day` is null when it loses its date. Not called when it stays where it was. */
  readonly onDrop: (post: PlannedItem, day: string | null, by: Carried['by']) => void
  /** A day that has to be in sight: the keys have led there. */
  readonly onShow: (day: string) => void
}

export function useDragToDay({ today, onDrop, onShow }: DragToDayOptions): DragToDay {
  const [carried, setCarried] = useState<Carried | null>(null)
  const [news, setNews] = useState('')
  const ghost = useRef<HTMLDivElement>(null)
  const latest = useRef({ onDrop, onShow })
  latest.current = { onDrop, onShow }

  const drop = ({ post, from, to, by }: Carried): void => {
    setCarried(null)
    if (to === undefined || to === from) {
      setNews(texts.calendar.leftAlone(nameOf(post)))
      return
    }
    setNews(to === null ? texts.calendar.taken(nameOf(post)) : texts.calendar.dropped(nameOf(post), dayTitle(to)))
    latest.current.onDrop(post, to, by)
  }
  const cancel = (post: PlannedItem): void => {
    setCarried(null)
    setNews(texts.calendar.leftAlone(nameOf(post)))
  }

  const onPointerDown: DragToDay['onPointerDown'] = (event, post, from) => {
    // A finger scrolls; it opens the item and sets the date there.
    if (event.button !== 0 || event.pointerType === 'touch') return
    const start = { x: event.clientX, y: event.clientY }
    let now: Carried | null = null
    const onMove = ({ clientX, clientY }: PointerEvent): void => {
      if (!now && Math.hypot(clientX - start.x, clientY - start.y) < DRAG_AFTER_PX) return
      const to = findPlaceUnder(clientX, clientY)
      if (!now || now.to !== to) {
        now = { post, from, to, by: 'pointer' }
        setCarried(now)
      }
      ghost.current?.style.setProperty('transform', `translate(${clientX + 8}px, ${clientY + 8}px)`)
    }
    const end = (): void => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true)
    }
    const onUp = (): void => {
      end()
      if (!now) return
      swallowClick()
      drop(now)
    }
    const cancelPending = (): void => {
      end()
      if (!now) return
      swallowClick()
      cancel(post)
    }
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape' || !now) return
      key.preventDefault()
      key.stopPropagation()
      cancelPending()
    }
    const listeners = [
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', cancelPending],
      ['keydown', onKey],
    ] as const
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
  }

  const pickUp = (post: PlannedItem, from: string | null): void => {
    const day = from ?? today
    setCarried({ post, from, to: day, by: 'keys' })
    setNews(texts.calendar.pickedUp(nameOf(post), dayTitle(day)))
  }

  const isCarriedByKeys = carried?.by === 'keys'
  useEffect(() => {
    if (!isCarriedByKeys) return
    // On the window: what had the focus may leave the page when the keys lead to another month.
    const onKey = (event: KeyboardEvent): void => {
      if (!carried || event.ctrlKey || event.metaKey || event.altKey) return
      const day = findDayAfterKey(event.key, carried.to ?? today)
      const isDrop = event.key === 'Enter' || event.key === ' '
      if (day === null && !isDrop && event.key !== 'Escape' && event.key !== 'Tab') return
      if (event.key !== 'Tab') {
        event.preventDefault()
        event.stopPropagation()
      }
      if (day !== null) {
        setCarried({ ...carried, to: day })
        setNews(dayTitle(day))
        latest.current.onShow(day)
      } else if (isDrop) drop(carried)
      else cancel(carried.post)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })

  return { carried, news, ghost, onPointerDown, pickUp }
}

/** The day under the pointer, null for the place without a date, undefined for neither. */
function findPlaceUnder(x: number, y: number): string | null | undefined {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day], [data-unplanned]')
  if (!place) return undefined
  return place.dataset.day ?? null
}

/** The end of a drag is also the end of a click on what was dragged: that one opens nothing. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  window.setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}
