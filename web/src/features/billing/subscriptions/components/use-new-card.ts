/** Begins to use another card; what comes of it is the secret with which the browser confirms that card. */
import { toast } from '#ui/toast.tsx'
import { useBeginChangingCard } from '../queries.ts'
import { failureOf } from '../rules.ts'
import { texts } from '../texts.ts'

export interface NewCard {
  readonly isBusy: boolean
  readonly start: () => void
}

export function useNewCard(companyId: number, onReady: (clientSecret: string) => void): NewCard {
  const begin = useBeginChangingCard(companyId)
  const start = async (): Promise<void> => {
    if (begin.isPending) return
    try {
      onReady((await begin.mutateAsync()).clientSecret)
    } catch (error) {
      toast(failureOf(texts.toasts.cardFailed, error))
    }
  }
  return { isBusy: begin.isPending, start: () => void start() }
}
