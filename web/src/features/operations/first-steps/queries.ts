/** The first steps of an installation: asked again on every visit, because they are done elsewhere. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { texts } from './texts.ts'

export function firstSteps() {
  return queryOptions({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => call('GET /api/first-steps', {}, { signal }),
    staleTime: 0,
  })
}

/** The toast is here because the card is gone by then. */
export function useHideFirstSteps() {
  const client = useQueryClient()
  const hide = useMutation({
    mutationFn: (isHidden: boolean) => call('PUT /api/first-steps', { body: { isHidden } }),
    onSuccess: (steps) => {
      client.setQueryData(firstSteps().queryKey, steps)
      if (steps.isHidden)
        toast({ title: texts.hidden, action: { label: texts.undo, onAction: () => hide.mutate(false) } })
    },
    onError: (error) => showFailure(texts.hideFailed, error.message),
  })
  return hide
}
