/**
 * Carrying an item to another day or hour, with the pointer or with the keys. Nothing is decided here but where it is dropped:
 * days say who they are with `data-day`, their hours with `data-hours` (the first one in sight), the place without a date with
 * `data-unplanned`. Readers hear every step.
 */
import type { PlannedItem } from '@tangelo/contract'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { nameOf } from '../rules/items.ts'
import { findPlaceAfterKey, isSamePlace, type Place, type Span } from '../rules/week.ts'
import { texts } from '../texts/calendar.ts'
import { placeTitle } from './calendar-days.ts'
import { findPlaceUnder, swallowClick } from './drop-place.ts'

const DRAG_AFTER_PX = 5

export interface Carried {
  readonly post: PlannedItem
  /** Where it was; null without a date. */
  readonly from: Place | null
  /** Where it would be dropped now; null without a date, undefined over nothing. */
  readonly to: Place | null | undefined
  readonly by: 'pointer' | 'keys'
  /** Alt is held: it is dropped where Alt is released. */
  readonly isHeld?: boolean
}

export interface DragToDay {
  readonly carried: Carried | null
  /** Said to readers. */
  readonly news: string
  /** Follows the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>
  readonly onPointerDown: (event: ReactPointerEvent, post: PlannedItem, from: Place | null) => void
  /** Alt with an arrow key picks it up and moves it in one. */
  readonly onKeyDown: (event: ReactKeyboardEvent, post: PlannedItem, from: Place | null) => void
  readonly pickUp: (post: PlannedItem, from: Place | null) => void
}

interface DragToDayOptions {
  readonly span: Span
  readonly today: string
  /** The time that an item takes on a day where no hour is chosen. */
  readonly timeOn: (post: PlannedItem, day: string) => string | null
  /** `to` is null when it loses its date. Not called when it stays where it was. */
  readonly onDrop: (post: PlannedItem, to: Place | null, by: Carried['by']) => void
  /** A day that has to be in sight: the keys have led there. */
  readonly onShow: (day: string) => void
}

export function useDragToDay({ span, today, timeOn, onDrop, onShow }: DragToDayOptions): DragToDay {
  const [carried, setCarried] = useState<Carried | null>(null)
  const [news, setNews] = useState('')
  const ghost = useRef<HTMLDivElement>(null)
  const latest = useRef({ timeOn, onDrop, onShow })
  latest.current = { timeOn, onDrop, onShow }

  const drop = ({ post, from, to, by }: Carried): void => {
    setCarried(null)
    if (to === undefined || isSamePlace(to, from)) {
      setNews(texts.calendar.leftAlone(nameOf(post)))
      return
    }
    setNews(to === null ? texts.calendar.taken(nameOf(post)) : texts.calendar.dropped(nameOf(post), placeTitle(to)))
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
      const to = findPlaceUnder(clientX, clientY, (day) => latest.current.timeOn(post, day))
      if (!now || !isSamePlace(now.to, to)) {
        now = { post, from, to, by: 'pointer' }
        setCarried(now)
      }
      ghost.current?.style.setProperty('translate', `${clientX + 8}px ${clientY + 8}px`)
    }
    const listening = new AbortController()
    const end = (finish: (carried: Carried) => void): void => {
      listening.abort()
      if (!now) return
      swallowClick()
      finish(now)
    }
    const endWithoutDrop = (): void => end(() => cancel(post))
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape' || !now) return
      key.preventDefault()
      key.stopPropagation()
      endWithoutDrop()
    }
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('pointermove', onMove, options)
    window.addEventListener('pointerup', () => end(drop), options)
    window.addEventListener('pointercancel', endWithoutDrop, options)
    window.addEventListener('keydown', onKey, options)
  }

  const placeFor = (post: PlannedItem, from: Place | null): Place => from ?? { day: today, time: timeOn(post, today) }

  const pickUp = (post: PlannedItem, from: Place | null): void => {
    const to = placeFor(post, from)
    setCarried({ post, from, to, by: 'keys' })
    setNews(texts.calendar.pickedUp(nameOf(post), placeTitle(to)))
  }

  const moveTo = (next: Carried, to: Place): void => {
    setCarried({ ...next, to })
    setNews(placeTitle(to))
    latest.current.onShow(to.day)
  }

  const onKeyDown: DragToDay['onKeyDown'] = (event, post, from) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || carried) return
    const to = findPlaceAfterKey(event, placeFor(post, from), span)
    if (!to) return
    event.preventDefault()
    moveTo({ post, from, to, by: 'keys', isHeld: true }, to)
  }

  const isCarriedByKeys = carried?.by === 'keys'
  useEffect(() => {
    if (!isCarriedByKeys) return
    // On the window: what had the focus may leave the page when the keys lead to another month.
    const onKey = (event: KeyboardEvent): void => {
      if (!carried || event.ctrlKey || event.metaKey || (event.altKey && !carried.isHeld)) return
      const to = findPlaceAfterKey(event, carried.to ?? placeFor(carried.post, null), span)
      const isDrop = event.key === 'Enter' || event.key === ' '
      if (to === null && !isDrop && event.key !== 'Escape' && event.key !== 'Tab') return
      if (event.key !== 'Tab') {
        event.preventDefault()
        event.stopPropagation()
      }
      if (to !== null) moveTo(carried, to)
      else if (isDrop) drop(carried)
      else cancel(carried.post)
    }
    const onRelease = (event: KeyboardEvent): void => {
      if (event.key !== 'Alt' || !carried?.isHeld) return
      event.preventDefault()
      drop(carried)
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('keydown', onKey, options)
    window.addEventListener('keyup', onRelease, options)
    return () => listening.abort()
  })

  return { carried, news, ghost, onPointerDown, onKeyDown, pickUp }
}
