/** Which permission each operation needs. */
import type { Token } from './tokens.ts'

type Scope = 'basic' | 'content_publish' | 'manage_insights' | 'manage_comments'

/** What an operation needs, without the words in front that the logins differ in. */
const scopes: Readonly<Record<string, Scope>> = {
  createContainer: 'content_publish',
  publish: 'content_publish',
  publishingLimit: 'content_publish',
  readInsights: 'manage_insights',
  createComment: 'manage_comments',
  listComments: 'manage_comments',
}

export function isAllowed(operation: string, by: Token): boolean {
  const needed = scopes[operation] ?? 'basic'
  if (operation === 'pages') return by.scopes.has('pages_show_list')
  if (operation === 'permissions' || (operation === 'whoAmI' && by.login === 'facebook')) return true
  return by.scopes.has(by.login === 'instagram' ? `instagram_business_${needed}` : `instagram_${needed}`)
}
