/** Single flight: a button pressed twice starts the work once. */
import { useRef, useState } from 'react'

export interface SingleFlight {
  /** Disables the button. */
  readonly isBusy: boolean
  /** Runs the work unless it is already running; errors pass through. */
  readonly run: (work: () => Promise<void>) => Promise<void>
}

export function useSingleFlight(): SingleFlight {
  const [isBusy, setIsBusy] = useState(false)
  // State changes one render too late for the second of two quick presses.
  const isRunning = useRef(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
