import { useEffect, useState } from 'react'

/** A grey shape where something is about to be. Give it the size of what it replaces. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />
}

const DELAY_MS = 150

/** True once loading has lasted: a quick answer never flashes a skeleton. */
export function useDelayed(loading: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!loading) {
      setLate(false)
      return
    }
    const timer = window.setTimeout(() => setLate(true), DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [loading])
  return loading && late
}
