/** For answers that come late: whether the user is still where they were asked for. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Answers false once the page was left, also while the next one loads and this one is still drawn. */
export function useIsHere(): () => boolean {
  const router = useRouter()
  const [path] = useState(() => router.latestLocation.pathname)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  return () => isDrawn.current && router.latestLocation.pathname === path
}
