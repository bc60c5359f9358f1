/** What is counted of an account at a moment. Never below zero; the same moment gives the same figures. */
import { shareFor } from './chance.ts'
import type { Traits } from './traits.ts'

export const dayMs = 86_400_000

/** Growth flattens out over about this many days, in both directions of time. */
const daysOfGrowth = 900
const daysOfJump = 2
const mostFollowers = 1_000_000_000
/** Far beyond everybody, and still a number. */
const largestExponent = 50
const mostFollowing = 7_500

/** @param days since the beginning of the world; may be a fraction, and below zero. */
export function followersAt(seed: number, traits: Traits, days: number): number {
  let exponent = traits.growthPerDay * daysOfGrowth * Math.tanh(days / daysOfGrowth)
  for (const { afterDays, factor } of traits.jumps) {
    // What was before the beginning is already in the followers of the beginning.
    const done = ease((days - afterDays) / daysOfJump) - ease(-afterDays / daysOfJump)
    exponent += done * Math.log(factor)
  }
  const grown = Math.exp(Math.min(largestExponent, exponent))
  const followers = traits.followers * grown * (1 + wobble(seed, traits.identity, days))
  return Math.min(mostFollowers, Math.max(0, Math.round(followers)))
}

export function followingAt(seed: number, traits: Traits, days: number): number {
  const drift = 1 + 0.2 * Math.tanh(days / daysOfGrowth) + 4 * wobble(seed, `${traits.identity} following`, days)
  return Math.min(mostFollowing, Math.max(0, Math.round(traits.following * drift)))
}

/** People come and go: up to 0.15 % either way, another share each day and a straight line between. */
function wobble(seed: number, identity: string, days: number): number {
  const day = Math.floor(days)
  const today = shareFor(seed, identity, 'wobble', day)
  const tomorrow = shareFor(seed, identity, 'wobble', day + 1)
  return 0.003 * (today + (tomorrow - today) * (days - day) - 0.5)
}

/** From 0 before a jump to 1 after it, without a corner. */
function ease(part: number): number {
  if (part <= 0) return 0
  return part >= 1 ? 1 : part * part * (3 - 2 * part)
}
