/** 'Refresh' for one account: starts it and reports the outcome, even minutes later. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showFailure, toast } from '#ui/toast.tsx'
import { type RefreshState, refreshState, useStartRefresh } from '../queries.ts'
import { isUnderWay, refusalOf, toSentence } from '../rules.ts'
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
  const awaited = useRef(false)
  const [news, setNews] = useState('')

  useEffect(() => {
    if (!state || isUnderWay(state) || !awaited.current) return
    awaited.current = false
    if (!state.failure) setNews(texts.done)
    else {
      showFailure(texts.failed, texts.failedBecause(toSentence(state.failure.message)))
    }
  }, [state])

  const start = (): void => {
    setNews('')
    if (state?.source === null) {
      onNoSource()
      return
    }
    ask.mutate(undefined, {
      onSuccess: (next) => {
        awaited.current = isUnderWay(next)
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
