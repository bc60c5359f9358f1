/** A person's alerts and the rules for them. */
import type { RouteReply } from '@tangelo/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { texts } from '../texts/alerts.ts'
import { alertsKey, refreshAlerts, unreadAlerts } from './unread.ts'

type Alerts = RouteReply<'GET /api/alerts'>
export type Alert = Alerts['alerts'][number]
export type AlertRules = RouteReply<'GET /api/alert-rules'>
export type AlertRule = AlertRules['rules'][number]
export type Threshold = AlertRules['thresholds'][number]

export function alertList() {
  return queryOptions({
    queryKey: [...alertsKey, 'list'],
    queryFn: ({ signal }) => call('GET /api/alerts', {}, { signal }),
    staleTime: 0,
  })
}

export function alertRules() {
  return queryOptions({
    queryKey: ['alert-rules'],
    queryFn: ({ signal }) => call('GET /api/alert-rules', {}, { signal }),
    staleTime: 0,
  })
}

/** What is listed has been seen. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) => call('POST /api/alerts/read', { body: { ids } }),
    onSuccess: () => client.invalidateQueries({ queryKey: unreadAlerts().queryKey }),
  })
}

/** Gone from the list at once; back where the server refuses. */
export function usePutAway() {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: (alertId: number) => call('POST /api/alerts/:alertId/restore', { params: { alertId } }),
    onError: (error) => showFailure(texts.restoreFailed, error.message),
    onSettled: () => refreshAlerts(client),
  })
  return useMutation({
    mutationFn: async ({ alert, how }: { alert: Alert; how: 'later' | 'dismiss' }) => {
      const target = { params: { alertId: alert.id } }
      if (how === 'later') await call('POST /api/alerts/:alertId/snooze', target)
      else await call('DELETE /api/alerts/:alertId', target)
    },
    onMutate: ({ alert }) => {
      const { queryKey } = alertList()
      const before = client.getQueryData(queryKey)
      if (before)
        client.setQueryData(queryKey, { ...before, alerts: before.alerts.filter(({ id }) => id !== alert.id) })
      return { at: before?.alerts.findIndex(({ id }) => id === alert.id) ?? 0 }
    },
    onSuccess: (_, { alert, how }) =>
      toast({
        title: how === 'later' ? texts.putOff : texts.dismissed,
        description: how === 'later' ? texts.putOffDescription : alert.sentence,
        action: { label: texts.undo, onAction: () => restore.mutate(alert.id) },
      }),
    onError: (error, { alert }, context) => {
      // Into what is listed now: others may have come or gone meanwhile.
      client.setQueryData(alertList().queryKey, (now) =>
        now === undefined || now.alerts.some(({ id }) => id === alert.id)
          ? now
          : { ...now, alerts: now.alerts.toSpliced(Math.max(0, context?.at ?? 0), 0, alert) },
      )
      showFailure(texts.putAwayFailed, error.message)
    },
    onSettled: () => refreshAlerts(client),
  })
}

/** Saved at once, one change after the other, because each sends all rules; back as it was where the server refuses. */
export function useChangeRules() {
  const client = useQueryClient()
  const { queryKey } = alertRules()
  // The answer to an earlier change knows nothing of a later one.
  const isLast = (): boolean => client.isMutating({ mutationKey: queryKey }) === 1
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'alert-rules' },
    mutationFn: ({ rules, thresholds, digest }: AlertRules) =>
      call('PUT /api/alert-rules', {
        body: {
          rules: rules.map(({ scopeNames: _, ...rule }) => rule),
          thresholds: thresholds.map(({ subjectName: _, ...threshold }) => threshold),
          digest,
        },
      }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, next)
      return { before }
    },
    onSuccess: (saved) => {
      if (isLast()) client.setQueryData(queryKey, saved)
    },
    onError: (error, _, context) => {
      showFailure(texts.saveFailed, error.message)
      if (!isLast()) return
      client.setQueryData(queryKey, context?.before)
      // Of several that were refused, the one before was never kept either.
      void client.invalidateQueries({ queryKey })
    },
  })
}
