/**
 * Accounts with a name that says what is special about them, in every world. `stand-ins/README.md` says what each is
 * for; times are days after the beginning of the world.
 */
import type { Traits } from './traits.ts'

const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
/** So that a dozen posts are there from the beginning. */
const manyPosts = { daysPosting: 400, daysPerPost: 2 }

export const specialAccounts: Readonly<Record<string, Partial<Traits>>> = {
  hidden_likes: { ...manyPosts, likes: 'hidden', followers: 90_211 },
  negative_likes: { ...manyPosts, likes: 'some hidden', followers: 20_500 },
  missing_likes: { ...manyPosts, likes: 'some missing', followers: 7_342 },
  missing_times: { ...manyPosts, times: 'some missing', followers: 15_780 },
  zero_followers: { followers: 0, following: 0 },
  one_follower: { followers: 1, growthPerDay: 0, jumps: [] },
  huge_account: { followers: 640_000_000, following: 0, isVerified: true, growthPerDay: 0.0002 },
  no_posts: { daysPerPost: Number.POSITIVE_INFINITY, followers: 871 },
  few_posts: { daysPosting: 20, daysPerPost: 6, followers: 312, pinnedPosts: 0 },
  pinned_posts: { ...manyPosts, pinnedPosts: 3 },
  no_texts: { fullName: undefined, biography: undefined, website: undefined },
  markup_bio: {
    fullName: '<b>Bold</b> & "quoted"',
    biography:
      "<script>alert(1)</script> <img src=x onerror=alert(2)>\n\u202eמימין לשמאל‏ مرحبا\u202c 👩🏽‍🚀 {{7*7}} '; --",
    website: 'https://markup.example/?a=1&b=<2>',
  },
  'private.person': { isPrivate: true, isPersonal: true, followers: 412 },
  personal_account: { isPersonal: true, followers: 655 },
  age_gated: { isAgeGated: true, followers: 33_000 },
  renamed_old: { existsDays: { ...always, until: 0 } },
  renamed_new: { identity: 'renamed_old', existsDays: { ...always, from: 0 } },
  renamed_soon: { existsDays: { ...always, until: 3 } },
  renamed_later: { identity: 'renamed_soon', existsDays: { ...always, from: 3 } },
  vanished_soon: { existsDays: { ...always, until: 3 } },
  bursting: { followers: 10_000, growthPerDay: 0.002, jumps: [{ afterDays: 1, factor: 2.5 }] },
  purged: { followers: 100_000, growthPerDay: 0, jumps: [{ afterDays: 2, factor: 0.6 }] },
  shrinking: { followers: 50_000, growthPerDay: -0.01, jumps: [] },
  restless: { isRestless: true, followers: 4_000 },
}
