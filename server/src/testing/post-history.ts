/** For tests of the history of posts: accounts that were read for some days, and what the routes answer of them. */
import type { Post, PostReadingEntry } from '@tangelo/contract'
import { until } from './queue-nodes.ts'
import { HOUR, type Measured, makeWorldWithSources } from './world-with-sources.ts'

const NAMES = ['synthetic_00001', 'synthetic_00002', 'hidden_likes', 'pinned_posts', 'personal_account']

export const historyOf = async ({ ask }: Measured, id: number): Promise<Post[]> =>
  (await ask('pro', 'GET', `/api/accounts/${id}/posts/history`)).json()
export const readingsOf = async ({ ask }: Measured, id: number, postId: number): Promise<PostReadingEntry[]> =>
  (await ask('pro', 'GET', `/api/accounts/${id}/posts/${postId}/readings`)).json()

export async function readForDays(days: number, accounts: string[] = NAMES) {
  const here = await makeWorldWithSources({ accounts, connected: ['graph', 'apify'] })
  await here.round()
  for (let day = 0; day < days; day += 1) for (const hours of [20, 4]) await here.round(hours * HOUR)
  return here
}

/** As the store was before posts had a history, and the migration has just run. */
export async function forgetPosts({ database: { queries } }: Measured) {
  await queries.deleteFrom('posts').execute()
  await queries.deleteFrom('post_readings').execute()
  await queries
    .insertInto('post_backfills')
    .columns(['account_id', 'read_until'])
    .expression(queries.selectFrom('accounts').select(({ lit }) => ['id', lit(0).as('read_until')]))
    .execute()
}

export const backfillsOf = ({ database: { queries } }: Measured) =>
  queries.selectFrom('post_backfills').selectAll().execute()

/** Workers do all that there is to do, and no account is left to read. */
export async function readStored(here: Measured) {
  const workers = here.work()
  await until('every stored answer is read', async () => (await backfillsOf(here)).length === 0)
  await workers.end()
}
