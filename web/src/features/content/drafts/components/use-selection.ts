/** Which of the drafts shown are selected: one by one, from the last one pressed to this one, all, or none. */
import type { ContentItem } from '@tangelo/contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { updateSelection } from '../rules/grid.ts'

const NONE: ReadonlySet<string> = new Set()

export function useSelection(posts: readonly ContentItem[]) {
  const [selected, setSelected] = useState(NONE)
  const pressed = useRef<string>(null)
  const ids = useRef<readonly string[]>([])
  ids.current = useMemo(() => posts.map(({ id }) => id), [posts])
  const chosen = useMemo(() => posts.filter(({ id }) => selected.has(id)), [posts, selected])

  const select = useCallback((id: string, isRange: boolean): void => {
    const from = isRange ? pressed.current : null
    pressed.current = id
    setSelected((known) => updateSelection(known, ids.current, { id, from }))
  }, [])
  const selectAll = useCallback((): void => setSelected(new Set(ids.current)), [])
  const clear = useCallback((): void => {
    pressed.current = null
    setSelected(NONE)
  }, [])
  return { selected, chosen, select, selectAll, clear }
}
