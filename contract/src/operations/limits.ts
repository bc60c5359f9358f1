/** Limits of connections, attention and first steps. No zod: the web imports values from here. */

/** Outside services and what stands in their place, in the order of the page. */
export const INTEGRATIONS = [
  'graph',
  'apify',
  'import',
  'airtable',
  's3',
  'openai',
  'stripe',
  'google',
  'encoder',
] as const
export type IntegrationName = (typeof INTEGRATIONS)[number]

export const INTEGRATION_STATES = ['built_in', 'connected', 'failing', 'not_connected'] as const
export type IntegrationState = (typeof INTEGRATION_STATES)[number]

/** What can wait for a user, the most pressing first. */
export const ATTENTION_KINDS = [
  'moved',
  'due',
  'approvals',
  'unread',
  'failed-reels',
  'failed-imports',
  'failed-work',
  'credits',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** What an administrator does first, in this order. */
export const FIRST_STEPS = ['password', 'accounts', 'source', 'reel', 'colleague'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
