/** Gives the cards of a list the sign of their approval, of all posts in one question. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { CardSigns } from '#features/content/index.ts'
import { postApprovals } from '../queries.ts'
import { ApprovalSign } from './approval-sign.tsx'

/** A page of ids; cards further down show their sign in the dialog. */
const POSTS_MAX = 200

export function ApprovalSigns({ children }: { readonly children: ReactNode }) {
  const [ids, setIds] = useState<readonly string[]>([])
  const { data } = useQuery(postApprovals(ids))
  const signs = useMemo(() => new Map(data?.map((approval) => [approval.postId, approval])), [data])
  const signOf = useCallback(
    (postId: string) => {
      const approval = signs.get(postId)
      return approval ? <ApprovalSign approval={approval} /> : null
    },
    [signs],
  )
  const onShown = useCallback((shown: readonly string[]) => setIds(shown.slice(0, POSTS_MAX)), [])
  const value = useMemo(() => ({ signOf, onShown }), [signOf, onShown])
  return <CardSigns value={value}>{children}</CardSigns>
}
