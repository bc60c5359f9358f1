/** After a payment (spec §4): said, looked at, looked at again two seconds later, and said what came of it. */
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import { companySubscription, refreshSubscription } from '../queries.ts'
import { isActive } from '../rules.ts'
import { texts } from '../texts.ts'

// spec §9: second subscription refresh delay.
export const SECOND_LOOK_MS = 2_000

const words = texts.toasts

/** What comes back resolves when all has been said. */
export function usePaidToast(companyId: number): (plan: string) => Promise<void> {
  const client = useQueryClient()
  return async (plan) => {
    toast({ title: words.paid, description: words.paidDescription(plan) })
    await refreshSubscription(client)
    await new Promise((resolve) => window.setTimeout(resolve, SECOND_LOOK_MS))
    await refreshSubscription(client)
    // D34: the provider's message to the server decides, not what the browser saw.
    const subscription = client.getQueryData(companySubscription(companyId).queryKey)
    if (subscription && isActive(subscription))
      toast({ title: words.active, description: words.activeDescription(plan) })
    else toast({ title: words.waiting, description: words.waitingDescription, tone: 'notice' })
  }
}
