/** After a change of plan that begins at once: what came of it is looked at, again two seconds later where need be, and said. */
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import { companySubscription, refreshSubscription, type SubscriptionPlan } from '../queries.ts'
import { texts } from '../texts.ts'
import { SECOND_LOOK_MS } from './use-paid-toast.ts'

const words = texts.change

/** What comes back resolves when all has been said. */
export function useChangedToast(companyId: number): (plan: SubscriptionPlan) => Promise<void> {
  const client = useQueryClient()
  return async (plan) => {
    const isDone = () => client.getQueryData(companySubscription(companyId).queryKey)?.planId === plan.id
    // Where the bank asked nothing, what the change was answered with has said it already.
    if (!isDone()) await refreshSubscription(client)
    if (!isDone()) {
      await new Promise((resolve) => window.setTimeout(resolve, SECOND_LOOK_MS))
      await refreshSubscription(client)
    }
    // D34: the provider's message to the server decides, not what the browser saw.
    if (isDone()) toast({ title: words.done, description: words.doneNow(plan.name) })
    else toast({ title: words.waiting, description: words.waitingDescription(plan.name), tone: 'notice' })
  }
}
