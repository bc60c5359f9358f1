/** The keys that work on every page, and the layers they open. Their files are fetched while the page rests. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { currentSession } from '#lib/session.ts'
import { isFindKey } from '#lib/use-window-rows.ts'
import { toast } from '#ui/toast.tsx'
import { frameTexts } from './frame-texts.ts'
import { areSingleKeysOn } from './palette/single-keys.ts'
import { closeFrameLayer, openPalette, useFrameLayer } from './palette-state.ts'

const Palette = makePreloadable(async () => (await import('./palette/palette.tsx')).Palette)
const Shortcuts = makePreloadable(async () => (await import('./palette/shortcuts.tsx')).Shortcuts)
const SignOutQuestion = makePreloadable(async () => (await import('./sign-out-question.tsx')).SignOutQuestion)

export function FrameKeys() {
  const layer = useFrameLayer()
  const router = useRouter()
  usePreload(Palette)
  useEffect(() => {
    let waiting = ''
    const onKeyDown = (event: KeyboardEvent): void => {
      // Nothing opens above the dialog for signing in again.
      if (currentSession().state === 'expired') return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        openPalette()
        return
      }
      if (isFindKey(event)) hintAtSearch()
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || isLayerOpen() || !areSingleKeysOn()) return
      const before = waiting
      waiting = event.key.toLowerCase() === 'g' ? 'g' : ''
      // The commands come with their file; without it no single key works.
      void import('./palette/run-key.ts').then(
        ({ runKey }) => runKey(router, before, event.key),
        () => undefined,
      )
      if (event.key === '/') event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      closeFrameLayer()
    }
  }, [router])
  if (layer === 'palette') return <Palette />
  if (layer === 'sign-out') return <SignOutQuestion />
  return layer === 'shortcuts' ? <Shortcuts /> : null
}

/** The browser searches the rows in the page. Where the list has more, its own search looks through all of them. */
function hintAtSearch(): void {
  const lists = [...document.querySelectorAll<HTMLElement>('.page :is([aria-rowcount], [aria-setsize]:first-child)')]
  const hasMore = lists.some((list) =>
    list instanceof HTMLTableElement
      ? Number(list.ariaRowCount) > list.rows.length
      : Number(list.ariaSetSize) > (list.parentElement?.childElementCount ?? 0),
  )
  if (hasMore) toast({ ...frameTexts.find, tone: 'notice' })
}

/** Letters are text here, or choose an option that begins with them. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="listbox"]'))

const isLayerOpen = (): boolean =>
  document.querySelector('[role="dialog"]:not([data-aside]), [role="alertdialog"], [role="menu"]') !== null
