/** Too few posts to compare: the wheel counts towards those needed, and the ways to get there. */
import { Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Wheel } from '#ui/wheel.tsx'
import type { Question } from '../queries/analysis.ts'
import { type PostedPeriod, weeksUntil } from '../rules/power.ts'
import { texts } from '../texts/panels.ts'

/** A question about kinds of posts is asked from so many posts on. */
const POSTS_NEEDED = 60

/** Too few in all; with enough, the kinds themselves may still have too few to compare. */
export const hasTooFew = ({ verdict, posts }: Question): boolean => verdict === 'too-few-posts' && posts < POSTS_NEEDED

export function WheelOfPosts({ posts, small = false }: { readonly posts: number; readonly small?: boolean }) {
  return <Wheel progress={posts / POSTS_NEEDED} className={small ? 'mt-1 size-8' : 'mt-1 size-12 desk:size-14'} />
}

interface TooFewPostsProps {
  readonly posts: number
  readonly period: PostedPeriod
  readonly onImport: (() => void) | undefined
}

export function TooFewPosts({ posts, period, onImport }: TooFewPostsProps) {
  const weeks = posts > 0 ? weeksUntil(period, posts, POSTS_NEEDED - posts) : null
  return (
    <>
      <p className="mt-1 max-w-[60ch] text-table leading-[21px] text-ink-2">
        {weeks === null ? texts.tooFewToAsk.noPace : texts.tooFewToAsk.pace(weeks)}
      </p>
      {onImport ? (
        <Button className="mt-3" icon={<Download />} onClick={onImport}>
          {texts.tooFewToAsk.import}
        </Button>
      ) : null}
    </>
  )
}
