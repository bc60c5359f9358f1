/** The word that is searched for, with each letter; the address has it when the typing rests. */
import { useEffect, useRef, useState } from 'react'

const REST_MS = 150

export function useSearchWord(inAddress: string, onChange: (word: string) => void) {
  const [word, setWord] = useState(inAddress)
  const told = useRef(inAddress)
  const tell = useRef(onChange)
  tell.current = onChange

  // The address changed by itself: back, forward, or a link.
  useEffect(() => {
    if (inAddress === told.current) return
    told.current = inAddress
    setWord(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (word === told.current) return
    const timer = window.setTimeout(() => {
      told.current = word
      tell.current(word)
    }, REST_MS)
    return () => window.clearTimeout(timer)
  }, [word])

  return [word, setWord] as const
}
