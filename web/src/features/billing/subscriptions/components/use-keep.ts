/** Keeping a subscription that would end with its period, and saying how that went. */
import { toast } from '#ui/toast.tsx'
import { useResumeSubscription } from '../queries/changes.ts'
import { failureOf } from '../rules.ts'
import { texts } from '../texts/plans.ts'

export function useKeep(companyId: number): { isBusy: boolean; start: () => Promise<void> } {
  const resume = useResumeSubscription(companyId)
  const start = async (): Promise<void> => {
    try {
      await resume.mutateAsync(undefined)
      toast({ title: texts.cancel.resumed, description: texts.cancel.resumedDescription })
    } catch (error) {
      toast(failureOf(texts.cancel.resumeFailed, error))
    }
  }
  return { isBusy: resume.isPending, start }
}
