import * as z from 'zod'
import { route } from '../base/route.ts'
import { Day, Done, Id, Moment, PathId } from '../base/shared.ts'
import { AlertRules, Settings } from './alert-rules.ts'
import { ALERT_KINDS, ALERT_SCOPE_MAX, FAILED_WORK } from './limits.ts'

/** Something that began and that the person has a rule for; it closes by itself when its cause ends. */
export const Alert = z.object({
  id: z.int(),
  kind: z.enum(ALERT_KINDS),
  /** '@nasa lost 1,204 followers on Nov 19', 'Figures of 10,000 accounts moved'. */
  sentence: z.string(),
  /** One line; null where nothing is known. */
  cause: z.string().nullable(),
  /** How many accounts, reels, imports … it is about. */
  number: z.int(),
  /** Followers won or lost; null where it is not one move. */
  change: z.int().nullable(),
  /** The account that it is about, and its day; null where there is not exactly one. */
  accountId: z.int().nullable(),
  day: Day.nullable(),
  companyId: z.int().nullable(),
  /** What failed, where it is about failed work. */
  failed: z.enum(FAILED_WORK).nullable(),
  openedAt: Moment,
  /** When something was last added to it. */
  changedAt: Moment,
  /** Null while its cause lasts. */
  closedAt: Moment.nullable(),
  isRead: z.boolean(),
  /** Left out of the list until then. */
  snoozedUntil: Moment.nullable(),
})
export type Alert = z.infer<typeof Alert>

const params = z.strictObject({ alertId: PathId })

export const alerts = {
  rules: route({
    method: 'GET',
    path: '/api/alert-rules',
    access: 'signedIn',
    summary: "Read the user's own rules for alerts, and their weekly digest",
    reply: AlertRules,
  }),
  setRules: route({
    method: 'PUT',
    path: '/api/alert-rules',
    access: 'signedIn',
    summary: "Change the user's own rules for alerts, and their weekly digest",
    body: Settings,
    reply: AlertRules,
  }),
  list: route({
    method: 'GET',
    path: '/api/alerts',
    access: 'signedIn',
    summary: "List the user's newest alerts, open ones first",
    reply: z.object({
      alerts: z.array(Alert),
      /** Older ones that the list leaves out, and snoozed ones. */
      more: z.int(),
      snoozed: z.int(),
    }),
  }),
  unread: route({
    method: 'GET',
    path: '/api/alerts/unread',
    access: 'signedIn',
    summary: "Count the user's open alerts that are not read",
    reply: z.object({ count: z.int() }),
  }),
  read: route({
    method: 'POST',
    path: '/api/alerts/read',
    access: 'signedIn',
    summary: 'Mark alerts as read: those named, or all of them',
    body: z.strictObject({ ids: z.array(Id).min(1).max(ALERT_SCOPE_MAX).optional() }),
    reply: Done,
  }),
  snooze: route({
    method: 'POST',
    path: '/api/alerts/:alertId/snooze',
    access: 'signedIn',
    summary: 'Put an alert off until tomorrow at 7:00, or until there is more of it',
    params,
    reply: z.object({ until: Moment }),
  }),
  dismiss: route({
    method: 'DELETE',
    path: '/api/alerts/:alertId',
    access: 'signedIn',
    summary: 'Take an alert off the list; its cause raises no other one while it lasts, and what is new brings it back',
    params,
    reply: Done,
  }),
  restore: route({
    method: 'POST',
    path: '/api/alerts/:alertId/restore',
    access: 'signedIn',
    summary: 'Bring back an alert that was put off or dismissed',
    params,
    reply: Done,
  }),
}
