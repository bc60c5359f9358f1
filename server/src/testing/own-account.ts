/** Connects a tracked account as a sign-in leaves it, without the pages of one. */
import type { PublishingStandIn } from '@tangelo/stand-ins'
import { purposeOf } from '#features/publishing/own-accounts/own-accounts.rules.ts'
import type { Queries } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'

const LIVES_MS = 50 * 86_400_000

/** Answers the id of the tracked account, which is there. */
export async function connectAccount({
  queries,
  encryption,
  stand,
  login,
  username,
}: {
  queries: Queries
  encryption: Encryption
  stand: PublishingStandIn
  login: 'facebook' | 'instagram'
  username: string
}): Promise<number> {
  const { id: account_id, company_id } = await queries
    .selectFrom('accounts')
    .select(['id', 'company_id'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const token = stand.signIns.longToken(login, [username])
  const secret = login === 'facebook' ? JSON.stringify({ user: token, page: token }) : token
  const now = stand.now()
  await queries
    .insertInto('own_accounts')
    .values({
      account_id,
      company_id,
      login,
      instagram_id: stand.account(username).id,
      username,
      name: null,
      page_id: null,
      page_name: null,
      permissions: JSON.stringify(['profile', 'publish', 'insights', 'comments']),
      may_publish: 1,
      sealed: encryption.encrypt(secret, purposeOf({ company_id, account_id })),
      connected_by: null,
      connected_at: now,
      expires_at: now + LIVES_MS,
      renews_at: now + LIVES_MS / 2,
      renewal_failure: null,
      ended_at: null,
      ended_why: null,
      quota_used: null,
      quota_total: null,
      quota_read_at: null,
    })
    .execute()
  return account_id
}
