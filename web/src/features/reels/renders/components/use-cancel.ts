/** Calling a render off, and saying how that went. */
import { showFailure, toast } from '#ui/toast.tsx'
import { useCancelRender } from '../queries.ts'
import { texts } from '../texts.ts'

export function useCancel(renderId: string, onCancelled?: () => void): { busy: boolean; start: () => void } {
  const cancel = useCancelRender()
  return {
    busy: cancel.isPending,
    // A promise: the callbacks of `mutate` are dropped when the dialog is closed before the answer.
    start: () =>
      void cancel.mutateAsync(renderId).then(
        ({ isCancelled }) => {
          // It may have ended a moment before: then the toast says how it ended.
          if (!isCancelled) return
          toast({ title: texts.cancelled, description: texts.creditBack })
          onCancelled?.()
        },
        (error: Error) => showFailure(texts.cancelFailed, error.message),
      ),
  }
}
