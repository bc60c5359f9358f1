/** Tabs that are links: each has an address of its own. Arrow keys, Home and End move between them; Enter or Space opens. */
import './tabs.css'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { runBeforePaint } from '#lib/before-paint.ts'
import { usePressed } from '#lib/use-pressed.ts'

interface TabListProps<Name extends string> {
  readonly label: string
  /** The name of the open one: it is brought into sight where there is no room for all. */
  readonly open: Name
  /** Links that carry what they get for their name: the open one changes with the press, before its page is there. */
  readonly children: (getTabProps: (name: Name) => object) => ReactNode
}

/** One stop for Tab. */
export function TabList<Name extends string>({ label, open, children }: TabListProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const [shown, press] = usePressed(open)
  const pressTab = (event: MouseEvent<HTMLElement>): void => {
    const tab = event.target instanceof Element ? event.target.closest('[role="tab"]') : null
    // Not one that opens in another tab of the browser.
    if (tab && event.defaultPrevented) press(tab.id.slice('tab-'.length) as Name)
  }
  useLayoutEffect(() => {
    return runBeforePaint(() => {
      const tab = list.current?.querySelector(`#tab-${open}`)
      if (!list.current || !tab) return
      const box = list.current.getBoundingClientRect()
      const { left, right } = tab.getBoundingClientRect()
      // Not by scrollIntoView: the next press of Tab would start from that tab instead of the top of the page.
      list.current.scrollLeft += Math.min(0, left - box.left) + Math.max(0, right - box.right)
    })
  }, [open])
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label} onClick={pressTab} onKeyDown={moveOrOpen}>
      {children((name) => ({
        className: 'tab',
        role: 'tab',
        id: `tab-${name}`,
        'aria-selected': name === shown,
        'aria-controls': name === shown ? `panel-${name}` : undefined,
        tabIndex: name === shown ? 0 : -1,
      }))}
    </div>
  )
}

function moveOrOpen(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = event.target instanceof HTMLElement ? tabs.indexOf(event.target) : -1
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
    ' ': at,
  }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  const tab = tabs[place]
  if (event.key === ' ') tab?.click()
  else tab?.focus()
}

/** What the open tab shows. */
export function TabPanel({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`}>
      {children}
    </div>
  )
}
