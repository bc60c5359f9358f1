/** The parts of the screen that many tests look at, by role and name. */
import type { Locator, Page } from '@playwright/test'
import type { StoredSession } from './house.ts'
import { expect } from './test.ts'

/** The one piece of news that is shown; in reach also while a dialog is open. */
export function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
}

export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toastOf(page)).toHaveCount(1)
  await expect(toastOf(page).getByText(title, { exact: true })).toBeVisible()
  await expect(toastOf(page).getByText(description, { exact: true })).toBeVisible()
}

/** The row of an account on the dashboard: of the table, or of the compact list. */
export function rowOf(page: Page, username: string): Locator {
  return page.locator('main [data-row]').filter({ has: page.getByText(`@${username}`, { exact: true }) })
}

/** Names of the accounts as the dashboard lists them, from the top. */
export function locateAccountNames(page: Page): Locator {
  return page.locator('main [data-row] b').filter({ hasText: /^@/ })
}

function sidebarOf(page: Page): Locator {
  return page.getByRole('complementary')
}

/** Sign-out, accounts and the theme are in the sidebar, on a phone in the drawer. */
export async function openMenu(page: Page, isPhone: boolean): Promise<Locator> {
  if (!isPhone) return sidebarOf(page)
  await page.getByRole('button', { name: 'More' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Keeps answers back until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/**
 * Requests that reach no server: the first one, or all until the returned function is called. The route stays afterwards:
 * taking it away could leave another request waiting for ever.
 */
export async function cutOff(page: Page, url: string | RegExp, which: 'first' | 'all' = 'first'): Promise<() => void> {
  let isMended = false
  await page.route(url, async (route) => {
    if (isMended) return route.continue()
    isMended = which === 'first'
    return route.abort('failed')
  })
  return () => {
    isMended = true
  }
}

/** A file as a person chooses it. */
export function fileNamed(name: string, content: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
}

export async function readStoredValue(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

/** Signs a page in at whichever server it opens next, without the form. */
export async function signInAs(page: Page, { token, user }: StoredSession): Promise<void> {
  await page.addInitScript(
    ([kept, person]) => {
      localStorage.setItem('auth_token', kept ?? '')
      localStorage.setItem('auth_user', person ?? '')
    },
    [token, JSON.stringify(user)],
  )
}
