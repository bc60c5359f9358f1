/** Made-up figures of made-up accounts, always the same for the same day: what the imports of the tests carry. */

const MS_PER_DAY = 86_400_000
const TABLE_HEADER = 'username,date,followers,following,posts,engagement_rate'

export interface Sample {
  readonly username: string
  /** Today's. */
  readonly followers: number
  /** Gained each day, lost when negative. */
  readonly perDay: number
  readonly following: number
  readonly posts: number
  /** Today's, in percent. */
  readonly rate: number
  /** A week ago and before. */
  readonly rateBefore: number
  /** How many days there are figures for, today included. */
  readonly days: number
  /** No figures from so many days ago to so many. */
  readonly gap?: readonly [number, number]
}

/** The calendar day so many days ago, in UTC: 2026-11-20. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * MS_PER_DAY).toISOString().slice(0, 10)
}

/** A day as the charts label it: 'Nov 20', or 'Nov 20, 2026'. */
export function dayLabel(day: string, withYear = false): string {
  return new Date(day).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(withYear ? { year: 'numeric' } : {}),
  })
}

/** Rows of one account, oldest first. */
function rowsOf({ username, followers, perDay, following, posts, rate, rateBefore, days, gap }: Sample): string[] {
  const ages = Array.from({ length: days }, (_, index) => days - 1 - index)
  return ages
    .filter((age) => !gap || age > gap[0] || age < gap[1])
    .map((age) =>
      [
        username,
        daysAgo(age),
        followers - perDay * age,
        following,
        Math.max(1, posts - Math.floor(age / 3)),
        age < 7 ? rate : (rateBefore + 0.4 * Math.sin(age / 6) - 0.4 * Math.sin(7 / 6)).toFixed(2),
      ].join(','),
    )
}

export function tableOf(samples: readonly Sample[]): string {
  return [TABLE_HEADER, ...samples.flatMap(rowsOf), ''].join('\n')
}

const grown = { following: 412, rateBefore: 4.2, days: 60 }

/** Accounts of the company that nothing but reading happens to. */
export const SAMPLES: readonly Sample[] = [
  {
    username: 'citrus.daily',
    followers: 204_900,
    perDay: 220,
    following: 318,
    posts: 1_284,
    rate: 6,
    rateBefore: 5,
    days: 730,
    gap: [13, 10],
  },
  {
    username: 'green.tea',
    followers: 48_200,
    perDay: -40,
    following: 95,
    posts: 640,
    rate: 3,
    rateBefore: 3.75,
    days: 60,
  },
  {
    username: 'slow.lens',
    followers: 9_870,
    perDay: 0,
    following: 1_020,
    posts: 388,
    rate: 4.2,
    rateBefore: 4.2,
    days: 60,
  },
  { username: 'new.here', followers: 1_250, perDay: 0, following: 61, posts: 12, rate: 8.4, rateBefore: 8.4, days: 1 },
  { ...grown, username: 'harbour_runs', followers: 131_400, perDay: 90, posts: 902, rate: 4.4 },
  { ...grown, username: 'loaf.and.crumb', followers: 87_650, perDay: 61, posts: 1_911, rate: 5.1 },
  { ...grown, username: 'northbound.vans', followers: 66_020, perDay: -12, posts: 455, rate: 2.2 },
  { ...grown, username: 'paper_cranes', followers: 27_310, perDay: 33, posts: 276, rate: 5.6 },
  { ...grown, username: 'tidepool.studio', followers: 15_940, perDay: 14, posts: 198, rate: 3.9 },
  { ...grown, username: 'a_name_of_thirty_letters_long1', followers: 12_480, perDay: 8, posts: 74, rate: 2.7 },
]

/** The account of the other company. */
export const FOREIGN: Sample = { ...grown, username: 'grove.only', followers: 5_400, perDay: 5, posts: 61, rate: 3.3 }
