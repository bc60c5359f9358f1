/** Every change to a subscription and its card. */
import type { RouteInput } from '@tangelo/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { plansOf, refreshSubscription } from './subscription.ts'

export function useBeginSubscribing(companyId: number) {
  return useMutation({
    mutationFn: (body: RouteInput<'POST /api/companies/:companyId/subscription/setup'>['body']) =>
      call('POST /api/companies/:companyId/subscription/setup', { params: { companyId }, body }),
  })
}

export function useSubscribe(companyId: number) {
  return useMutation({
    mutationFn: (body: RouteInput<'POST /api/companies/:companyId/subscription'>['body']) =>
      call('POST /api/companies/:companyId/subscription', { params: { companyId }, body }),
  })
}

/** spec §4: at the end of the period. */
export function useCancelSubscription(companyId: number) {
  return useRefreshing(() =>
    call('POST /api/companies/:companyId/subscription/cancel', {
      params: { companyId },
      body: { cancelImmediately: false },
    }),
  )
}

export function useResumeSubscription(companyId: number) {
  return useRefreshing(() => call('POST /api/companies/:companyId/subscription/resume', { params: { companyId } }))
}

export function useChangePlan(companyId: number) {
  return useRefreshing((body: RouteInput<'POST /api/companies/:companyId/subscription/change'>['body']) =>
    call('POST /api/companies/:companyId/subscription/change', { params: { companyId }, body }),
  )
}

/** Another plan was to begin with the next period: it does not. That costs nothing, so nothing is shown before. */
export function useStayOnPlan(companyId: number) {
  return useRefreshing(async (planId: number) => {
    const params = { companyId }
    const { quote } = await call('POST /api/companies/:companyId/subscription/change/preview', {
      params,
      body: { planId },
    })
    return call('POST /api/companies/:companyId/subscription/change', { params, body: { planId, quote } })
  })
}

export function useBeginChangingCard(companyId: number) {
  return useMutation({
    mutationFn: () => call('POST /api/companies/:companyId/subscription/card/setup', { params: { companyId } }),
  })
}

export function useChangeCard(companyId: number) {
  return useMutation({
    mutationFn: (paymentMethodId: string) =>
      call('POST /api/companies/:companyId/subscription/card', { params: { companyId }, body: { paymentMethodId } }),
  })
}

export function useBeginConfirming(companyId: number) {
  return useMutation({
    mutationFn: () => call('POST /api/companies/:companyId/subscription/confirmation', { params: { companyId } }),
  })
}

export function useInitializePlans() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/init-subscription-plans'),
    // Of the demo's clients, too, whose plans are others.
    onSuccess: () => client.invalidateQueries({ queryKey: plansOf }),
  })
}

/** A change after which the screen asks again, also where it was refused: then things are not as they were shown. */
function useRefreshing<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => refreshSubscription(client) })
}
