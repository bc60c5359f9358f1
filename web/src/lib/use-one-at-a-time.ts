/** One thing at a time: of a button pressed twice, the second press does nothing. */
import { useRef, useState } from 'react'

export interface OneAtATime {
  /** For the screen. */
  readonly isBusy: boolean
  /** Does it, unless something is under way; what it throws passes through. */
  readonly run: (work: () => Promise<void>) => Promise<void>
}

export function useOneAtATime(): OneAtATime {
  const [isBusy, setIsBusy] = useState(false)
  // State is a render late for the second of two quick presses.
  const isUnderWay = useRef(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    try {
      await work()
    } finally {
      isUnderWay.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
