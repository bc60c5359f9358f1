/** The bar at the foot of a phone: three pages, 'New', and the drawer with the rest. */
import './bottom-bar.css'
import { Link, useRouter } from '@tanstack/react-router'
import { Menu, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { askPage } from '#lib/page-action.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { menuTexts } from './menu-texts.ts'
import { type NewThing, pickNewThings } from './new-menu-entries.ts'
import { PAGES } from './page-list.ts'
import { findDenial } from './page-roles.ts'

const MenuDrawer = makePreloadable(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
const NewMenu = makePreloadable(async () => (await import('./new-menu.tsx')).NewMenu)

const PLACES = 3

export function BottomBar() {
  const role = useSession().user?.role ?? 'basic'
  const plus = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'menu' | 'new' | null>(null)
  const [wasMenuOpen, setWasMenuOpen] = useState(false)
  const router = useRouter()
  const things = pickNewThings(role)
  const only = things.length === 1 ? things[0] : undefined
  const make = (thing: NewThing): void => {
    setOpen(null)
    askPage(router, thing)
  }
  const pages = PAGES.filter(({ to, barLabel }) => barLabel && findDenial(to, role) === null).slice(0, PLACES)
  const links = pages.map(({ to, barLabel, icon: Icon }) => (
    <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
      <Icon />
      {barLabel}
    </Link>
  ))
  return (
    <>
      <nav className="bottom-bar" aria-label={menuTexts.bottomBar}>
        {links.slice(0, 2)}
        <button
          ref={plus}
          type="button"
          aria-label={menuTexts.new}
          aria-haspopup="dialog"
          aria-expanded={open === 'new'}
          onPointerEnter={NewMenu.preload}
          onClick={() => (only ? make(only) : setOpen('new'))}
        >
          <span className="bottom-bar-plus">
            <Plus />
          </span>
        </button>
        {links.slice(2)}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open === 'menu'}
          onPointerEnter={MenuDrawer.preload}
          onFocus={MenuDrawer.preload}
          onClick={() => {
            setWasMenuOpen(true)
            setOpen('menu')
          }}
        >
          <Menu />
          {menuTexts.more}
        </button>
      </nav>
      {open === 'new' ? <NewMenu anchor={plus} things={things} onChoose={make} onClose={() => setOpen(null)} /> : null}
      {wasMenuOpen ? <MenuDrawer open={open === 'menu'} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
