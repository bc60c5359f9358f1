/** Posts far above and below expectation, as a table. */

import { formatDay, formatWhole } from '#lib/format.ts'
import { ScrollBox } from '#ui/scroll-box.tsx'
import type { ExpectedPost } from '../queries/analysis.ts'
import { captionOf, formatMultiple } from '../rules/words.ts'
import { texts as growthTexts } from '../texts/growth.ts'
import { texts } from '../texts/panels.ts'

const HEAD = 'py-2 pl-3 text-right text-caption font-medium text-ink-3 whitespace-nowrap'

export function ExpectedTable({ posts }: { posts: readonly ExpectedPost[] }) {
  const { columns } = texts.expected
  return (
    <ScrollBox className="mt-2 overflow-x-auto px-4 pb-3 desk:px-6" label={texts.expected.inFigures}>
      <table className="w-full text-label">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} !pl-0 !text-left`}>
              {columns.post}
            </th>
            <th scope="col" className={HEAD}>
              {columns.day}
            </th>
            <th scope="col" className={HEAD}>
              {columns.likes}
            </th>
            <th scope="col" className={HEAD}>
              {columns.multiple}
            </th>
            <th scope="col" className={HEAD}>
              {columns.band}
            </th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post.id} className="border-t border-line">
              <th scope="row" className="max-w-44 truncate py-2 desk:max-w-96 text-left font-regular">
                {captionOf(post.caption, growthTexts.moves.noCaption)}
              </th>
              <td className="pl-3 text-right whitespace-nowrap text-ink-2">{formatDay(post.day, true)}</td>
              <td className="pl-3 text-right">{formatWhole(post.likes)}</td>
              <td className="pl-3 text-right font-strong">{formatMultiple(post.multiple)}</td>
              <td className="pl-3 text-right whitespace-nowrap text-ink-2">
                {formatMultiple(post.low)} to {formatMultiple(post.high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
