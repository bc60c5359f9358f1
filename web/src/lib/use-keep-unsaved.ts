import { useEffect, useRef } from 'react'
import { keepUnsaved } from './session.ts'

/** As long as it is drawn: has the screen kept when the session ends while `isUnsaved` says yes. */
export function useKeepUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => keepUnsaved(() => latest.current()), [])
}
