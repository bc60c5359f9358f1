import { Link } from '@tanstack/react-router'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { authTexts, signOut } from '#features/identity/index.ts'
import { hasUnsaved, useSession } from '#lib/session.ts'
import { setTheme, type ThemeChoice, useTheme } from '#lib/theme.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { frameTexts } from './frame-texts.ts'
import { askToSignOut } from './palette-state.ts'
import { texts } from './texts.ts'

const THEMES: Readonly<Record<ThemeChoice, { readonly next: ThemeChoice; readonly icon: typeof Sun }>> = {
  system: { next: 'light', icon: Monitor },
  light: { next: 'dark', icon: Sun },
  dark: { next: 'system', icon: Moon },
}

/** Who is signed in and the way to their profile, the theme, and the way out. */
export function Footer({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { user } = useSession()
  const theme = useTheme()
  const [busy, setBusy] = useState(false)
  const { next, icon: Icon } = THEMES[theme]
  const name = user?.username || frameTexts.unnamed
  return (
    <div className="footer">
      <Link
        to="/profile"
        className="footer-user"
        title={texts.profile}
        activeProps={{ 'aria-current': 'page' }}
        onClick={onNavigate}
      >
        <i
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-ink-2 text-caption font-strong text-surface not-italic max-desk:hidden broad:hidden"
        >
          {name.slice(0, 1).toUpperCase()}
        </i>
        <span className="footer-words">
          <b className="block truncate text-label font-strong">{name}</b>
          {user ? (
            <span className="line-clamp-2 text-caption break-words text-ink-3">
              {frameTexts.roleLine(user.role, user.companyName)}
            </span>
          ) : null}
        </span>
      </Link>
      <IconButton size="small" label={frameTexts.theme(theme, next)} icon={<Icon />} onClick={() => setTheme(next)} />
      <IconButton
        size="small"
        label={authTexts.signOut}
        icon={<LogOut />}
        busy={busy}
        onClick={() => {
          if (hasUnsaved()) return askToSignOut()
          setBusy(true)
          void signOut()
        }}
      />
    </div>
  )
}
