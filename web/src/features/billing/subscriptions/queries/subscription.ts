/** Every question about plans and subscriptions. */
import type { PaymentProvider, RouteInput } from '@tangelo/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { refreshCredits } from '../../credits/queries.ts'

export type { CompanySubscription, Invoice, PlanChange, SubscriptionPlan } from '@tangelo/contract'

/** spec §7: plans are cached for an hour. */
const PLANS_FRESH_MS = 60 * 60_000

const ofCompany = ['subscription'] as const
export const plansOf = ['subscription-plans'] as const

export type Customer = Omit<RouteInput<'POST /api/companies/:companyId/subscription/setup'>['body'], 'planId'>

/** Those of the client that an administrator works for; without one, of the user's own company. */
export function planList(clientId: number | null) {
  return queryOptions({
    queryKey: [...plansOf, clientId],
    queryFn: ({ signal }) =>
      call('GET /api/subscription-plans', clientId === null ? {} : { query: { companyId: clientId } }, { signal }),
    staleTime: PLANS_FRESH_MS,
  })
}

/** Null for a company that never had one; not fetched without a company. */
export function companySubscription(companyId: number | null) {
  return queryOptions({
    queryKey: [...ofCompany, companyId, 'state'],
    queryFn: ({ signal }) =>
      call('GET /api/companies/:companyId/subscription', { params: { companyId: companyId ?? '' } }, { signal }),
    enabled: companyId !== null,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function invoiceList(companyId: number) {
  return queryOptions({
    queryKey: [...ofCompany, companyId, 'invoices'],
    queryFn: ({ signal }) =>
      call('GET /api/companies/:companyId/subscription/invoices', { params: { companyId } }, { signal }),
    staleTime: 0,
  })
}

/** What the change to this plan would cost. Each answer is good for some minutes, so none is kept. */
export function changePreview(companyId: number, planId: number) {
  return queryOptions({
    queryKey: [...ofCompany, companyId, 'change', planId],
    queryFn: ({ signal }) =>
      call(
        'POST /api/companies/:companyId/subscription/change/preview',
        { params: { companyId }, body: { planId } },
        { signal },
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function paymentProvider() {
  return queryOptions({
    queryKey: ['payment-provider'],
    queryFn: ({ signal }) => call('GET /api/payments/provider', {}, { signal }),
  })
}

/** What the browser needs to take a card: fetched when a dialog is opened, and not before. */
export function cardPayments(provider: PaymentProvider | undefined, isWanted: boolean) {
  return queryOptions({
    queryKey: ['card-payments', provider?.provider, provider?.publishableKey],
    queryFn: async () => {
      if (provider?.provider !== 'stripe') return (await import('../components/card-forms/sandbox.tsx')).sandboxPayments
      const { stripePayments } = await import('../components/card-forms/stripe.tsx')
      return stripePayments(provider.publishableKey ?? '')
    },
    enabled: isWanted && provider !== undefined,
    gcTime: Number.POSITIVE_INFINITY,
    // Components and the provider's own objects: kept as they are.
    structuralSharing: false,
  })
}

/** The same, where it could not be fetched before. Throws where it cannot be had. */
export const fetchCardPayments = async (client: QueryClient) =>
  client.fetchQuery(cardPayments(await client.fetchQuery(paymentProvider()), true))

/** Refetches what an open screen shows of a subscription and its credits. */
export async function refreshSubscription(client: QueryClient): Promise<void> {
  const isShown = {
    queryKey: ofCompany,
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'change',
  }
  await Promise.all([client.invalidateQueries(isShown), refreshCredits(client)])
}
