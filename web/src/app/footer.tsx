import { Link } from '@tanstack/react-router'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { authTexts, signOut } from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import { setTheme, type ThemeChoice, useTheme } from '#lib/theme.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { texts } from './texts.ts'

const THEMES: Readonly<Record<ThemeChoice, { readonly next: ThemeChoice; readonly icon: typeof Sun }>> = {
  system: { next: 'light', icon: Monitor },
  light: { next: 'dark', icon: Sun },
  dark: { next: 'system', icon: Moon },
}

/** Who is signed in and the way to their profile, what is going on, the theme, and the way out. */
export function Footer({ tray, onNavigate }: { readonly tray?: ReactNode; readonly onNavigate?: () => void }) {
  const { user } = useSession()
  const theme = useTheme()
  const [busy, setBusy] = useState(false)
  const { next, icon: Icon } = THEMES[theme]
  return (
    <div className="footer">
      <Link
        to="/profile"
        className="-my-1 mr-0 -ml-2 py-1 px-2 rounded-control [transition:background-color_var(--fast)_var(--ease)] hover:bg-hover [&[aria-current]]:bg-wash min-w-0 flex-1"
        title={texts.profile}
        activeProps={{ 'aria-current': 'page' }}
        {...(onNavigate && { onClick: onNavigate })}
      >
        <b className="block truncate text-[13px]/[18px] font-strong">{user?.username || texts.nobody}</b>
        {user ? (
          <span className="line-clamp-2 text-caption break-words text-ink-3">
            {texts.roleLine(user.role, user.companyName)}
          </span>
        ) : null}
      </Link>
      {tray}
      <IconButton size="small" label={texts.theme(theme, next)} icon={<Icon />} onClick={() => setTheme(next)} />
      <IconButton
        size="small"
        label={authTexts.signOut}
        icon={<LogOut />}
        busy={busy}
        onClick={() => {
          setBusy(true)
          void signOut()
        }}
      />
    </div>
  )
}
