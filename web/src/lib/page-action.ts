/**
 * What the frame asks a page to do once it is shown, such as opening a dialog. It is kept in the entry of the browser's
 * history and taken out as soon as the page has done it: neither a reload nor the way back repeats it.
 */
import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Each with the page that does it. */
const PAGES = {
  'add-account': '/',
  import: '/',
  'new-draft': '/planning',
  'upload-images': '/reel-maker',
} as const

export type PageAction = keyof typeof PAGES

declare module '@tanstack/react-router' {
  interface HistoryState {
    pageAction?: PageAction | undefined
    /** What it begins with, such as the name of an account to add. */
    pageActionText?: string | undefined
  }
}

export function askPage(router: AnyRouter, pageAction: PageAction, pageActionText?: string): void {
  router.history.push(PAGES[pageAction], { pageAction, pageActionText })
}

/** The page's part: what it does when it is asked. Actions that are not named here wait for a page that knows them. */
export function usePageAction(
  actions: Readonly<Partial<Record<PageAction, (text: string | undefined) => void>>>,
): void {
  const router = useRouter()
  const asked = useRouterState({ select: ({ location }) => location.state.pageAction })
  const action = asked && actions[asked]
  const isKnown = action !== undefined
  const run = useEffectEvent((): void => {
    if (!action) return
    const { state, href } = router.state.location
    router.history.replace(href, { ...state, pageAction: undefined, pageActionText: undefined })
    action(state.pageActionText)
  })
  // Once for each time it is asked for.
  useEffect(() => {
    if (asked && isKnown) run()
  }, [asked, isKnown])
}
