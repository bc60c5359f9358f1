/** Limits of events and running work. No zod: the web imports values from here. */

/** Work that people can see running. */
export const WORK_KINDS = [
  'refresh-account',
  'refresh-round',
  'post-backfill',
  'older-posts',
  'content-pull',
  'render-reel',
  'drive-import',
  'fill-demo',
  'make-report',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const EVENT_KINDS = [
  'refresh-started',
  'refresh-done',
  'refresh-failed',
  'accounts-changed',
  'activity-changed',
  'pictures-changed',
  'content-changed',
  'content-sync-changed',
  'reels-changed',
  'credits-changed',
  'render-progress',
  'webhooks-changed',
  'drive-changed',
  'reports-changed',
  'links-changed',
  'approvals-changed',
  'approval-answered',
  'publications-changed',
  'insights-changed',
  'subscription-changed',
  'alerts-changed',
  'sign-ins-slowed',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]
