/** The editing of one reel, for as long as its editor is mounted; what is unsaved when the page is hidden is sent at once. */
import type { Reel } from '@tangelo/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { saveEdited } from '../queries.ts'
import { type Editing, type EditingState, editingOf } from './editing.ts'

export function useEditing(reel: Reel, onChanged: (reel: Reel) => void): EditingState & Editing {
  const latest = useRef(onChanged)
  latest.current = onChanged
  const [editing] = useState(() =>
    editingOf(reel, {
      save: (edited, version) => saveEdited(reel.id, edited, version),
      onSaved: (saved) => latest.current(saved),
    }),
  )
  const state = useSyncExternalStore(editing.subscribe, editing.state)

  useEffect(() => editing.adopt(reel), [editing, reel])
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden' && editing.state().isUnsaved) void editing.flush()
    }
    const onOnline = (): void => {
      if (editing.state().failure !== null) void editing.flush()
    }
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('online', onOnline)
      if (editing.state().isUnsaved) void editing.flush()
    }
  }, [editing])

  return { ...state, ...editing }
}
