import { useEffect, useRef } from 'react'

/**
 * Pictures of the clipboard, wherever the focus is. Text that is pasted into a field stays text: spreadsheets copy a picture of
 * their cells along with them.
 */
export function usePastedImages(take: (files: readonly File[]) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const isInField = event.target instanceof Element && event.target.matches('input, textarea')
      if (images.length === 0 || (isInField && event.clipboardData?.types.includes('text/plain'))) return
      event.preventDefault()
      latest.current(images)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
}
