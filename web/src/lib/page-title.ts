/** Names the browser tab. A page may say more than its route does, such as whose account it shows. */
import { useEffect } from 'react'

export function setPageTitle(title: string | undefined): void {
  document.title = title ? `${title} - tangelo` : 'tangelo'
}

/** Overrides the route's own title while there is something to say; afterwards that one is back. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return
    const before = document.title
    setPageTitle(title)
    const ours = document.title
    return () => {
      // A navigation has already named the next page.
      if (document.title === ours) document.title = before
    }
  }, [title])
}
