/** 'Refresh' for one account: starts it and reports the outcome, even minutes later. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showFailure, toast } from '#ui/toast.tsx'
import { type RefreshState, refreshState, useStartRefresh } from '../queries.ts'
import { hasRead, isUnderWay, refusalOf, toSentence } from '../rules.ts'
import { texts } from '../texts/refresh.ts'

interface Refresh {
  /** Undefined until it is known. */
  readonly state: RefreshState | undefined
  /** A refresh waits or runs, started by any user. */
  readonly busy: boolean
  /** Announced to screen readers when a refresh started here has succeeded. */
  readonly news: string
  readonly start: () => void
}

/**
 * `onNoSource`: there is nothing to ask; the caller says how the account can be filled instead. `atRest: false`: how the
 * account does is not fetched before the user refreshes it, as in a list of thousands.
 */
export function useRefresh(accountId: number, onNoSource: () => void, { atRest = true } = {}): Refresh {
  const [isAsked, setIsAsked] = useState(false)
  const { data: state } = useQuery({ ...refreshState(accountId), enabled: atRest || isAsked })
  const ask = useStartRefresh(accountId)
  /** What is known of the account before the refresh that is awaited; null while none is. */
  const awaited = useRef<RefreshState | null>(null)
  const [news, setNews] = useState('')

  useEffect(() => {
    const before = awaited.current
    if (!state || isUnderWay(state) || !before) return
    awaited.current = null
    if (state.failure) showFailure(texts.failed, texts.failedBecause(toSentence(state.failure.message)))
    else if (hasRead(before, state)) setNews(texts.done)
    else showFailure(texts.failed, texts.endedWithout)
  }, [state])

  const start = (): void => {
    setNews('')
    if (state?.source === null) {
      onNoSource()
      return
    }
    ask.mutate(undefined, {
      onSuccess: (next) => {
        awaited.current = isUnderWay(next) ? next : null
        setIsAsked(true)
      },
      onError: (error) => {
        const refusal = refusalOf(error)
        if (refusal.kind === 'no_source') onNoSource()
        else toast({ ...refusal, tone: refusal.kind === 'limit' ? 'notice' : 'destructive' })
      },
    })
  }
  return { state, busy: ask.isPending || isUnderWay(state), news, start }
}
