/** What a single key does, alone or after G. */
import type { AnyRouter } from '@tanstack/react-router'
import { askPage } from '#lib/page-action.ts'
import { currentSession } from '#lib/session.ts'
import { openShortcuts } from '../palette-state.ts'
import { actionsFor } from './commands.tsx'
import { pagesFor } from './page-commands.tsx'

export function runKey(router: AnyRouter, before: string, key: string): void {
  const role = currentSession().user?.role
  if (!role) return
  if (key === '?') {
    openShortcuts()
    return
  }
  if (key === '/') {
    findFilter()?.focus()
    return
  }
  const pressed = [...(before ? [before.toUpperCase()] : []), key.toUpperCase()].join(' ')
  if (pressed === 'G C') document.querySelector<HTMLElement>('[data-client-switcher]')?.click()
  const command = [...pagesFor(role), ...actionsFor(role)].find(({ keys }) => keys?.join(' ') === pressed)
  if (command?.href) router.history.push(command.href)
  if (command?.action) askPage(router, command.action)
}

const findFilter = (): HTMLElement | null =>
  document.querySelector('main input[type="search"], main [role="searchbox"]')
