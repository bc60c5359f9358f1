/** Keys that hold for the whole editor: Space plays, Ctrl+Z takes back, Ctrl+Shift+Z (or Ctrl+Y) does again. */
import { useEffect, useRef } from 'react'

interface EditorKeys {
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onPlay: () => void
}

/** What has a use for Space itself. */
const TAKES_SPACE = 'input, textarea, select, button, a, summary, [role="radio"], [contenteditable]'

export function useEditorKeys(editor: { readonly current: HTMLElement | null }, keys: EditorKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || event.altKey || !(target instanceof Element)) return
      const isInside = editor.current?.contains(target) ?? false
      // Somewhere else, the keys belong to what is there; on the page round it, undoing means this.
      if (!isInside && !(editor.current && target.contains(editor.current))) return
      const { onUndo, onRedo, onPlay } = latest.current
      const key = event.key.toLowerCase()
      const act =
        event.ctrlKey || event.metaKey
          ? key === 'y' || (key === 'z' && event.shiftKey)
            ? onRedo
            : key === 'z'
              ? onUndo
              : undefined
          : key === ' ' && isInside && !target.closest(TAKES_SPACE)
            ? onPlay
            : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [editor])
}
