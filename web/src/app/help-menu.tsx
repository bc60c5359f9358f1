/** The keys of the product, and where to read on: the reference of the API and the tokens to use it with. */
import './menus.css'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Keyboard, KeyRound } from 'lucide-react'
import type { RefObject } from 'react'
import { useSession } from '#lib/session.ts'
import { Popover } from '#ui/popover.tsx'
import { frameTexts } from './frame-texts.ts'
import { menuTexts } from './menu-texts.ts'
import { findDenial } from './page-roles.ts'
import { openShortcuts } from './palette-state.ts'
import { texts } from './texts.ts'

interface HelpMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function HelpMenu({ anchor, onClose }: HelpMenuProps) {
  const role = useSession().user?.role ?? 'basic'
  return (
    <Popover title={frameTexts.help} anchor={anchor} side="bottom" align="end" width={280} onClose={onClose}>
      <div className="menu-list">
        <button
          type="button"
          onClick={() => {
            onClose()
            openShortcuts()
          }}
        >
          <Keyboard />
          {menuTexts.shortcuts}
        </button>
        <a href="/api/docs" target="_blank" rel="noreferrer" onClick={onClose}>
          <ExternalLink />
          {menuTexts.apiReference}
        </a>
        {findDenial('/api-tokens', role) === null ? (
          <Link to="/api-tokens" onClick={onClose}>
            <KeyRound />
            {texts.apiTokens}
          </Link>
        ) : null}
      </div>
    </Popover>
  )
}
