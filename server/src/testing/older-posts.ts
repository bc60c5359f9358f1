/** For tests of paging back: an account that has posted for nine hundred days, and looks at its older posts. */
import { instagramWorld } from '@tangelo/stand-ins'
import { profileOf } from './daily-rounds.ts'
import { until } from './queue-nodes.ts'
import { START } from './world.ts'
import { DAY, type Measured, MINUTE, makeWorldWithSources } from './world-with-sources.ts'

export const postsOf = ({ database }: Measured) =>
  database.queries.selectFrom('posts').selectAll().orderBy('posted_at', 'desc').execute()

/** The round learns the name, and reads it a day later. */
export async function readOnce(here: Measured) {
  await here.round()
  await here.round(DAY)
}

/** Looks at older posts, a minute apart, until they have come to an end or have to wait. */
export async function pageBack(
  here: Measured,
  minutes = 10,
  isOver = async () => (await profileOf(here, 'many_posts')).older_posts_reason !== null,
) {
  const since = here.clock.now()
  for (let minute = 0; minute < minutes; minute += 1) {
    const workers = here.work()
    await until(
      'a look at older posts is over',
      async () => (await isOver()) || (await looksSince(here, since)) > minute,
    )
    await workers.end()
    if (await isOver()) return
    here.clock.moveBy(MINUTE)
  }
}

const looksSince = async ({ database }: Measured, since: number) =>
  Number(
    (
      await database.queries
        .selectFrom('jobs')
        .select((rows) => rows.fn.countAll().as('count'))
        .where('kind', '=', 'older-posts')
        .where('finished_at', '>=', since)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** An account that has posted for nine hundred days. */
export function withPosts(daysPerPost = 1) {
  const accounts = { many_posts: { daysPosting: 900, daysPerPost } }
  return makeWorldWithSources({
    accounts: ['many_posts'],
    pagesBack: true,
    graph: { world: instagramWorld({ seed: 7, now: START, accounts }) },
  })
}
