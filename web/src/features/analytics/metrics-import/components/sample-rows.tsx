/** The first rows of a file, as they are understood. */

import type { ImportPreview } from '@tangelo/contract'
import { formatDay, formatWhole } from '#lib/format.ts'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { texts as all } from '../texts.ts'

const texts = all.preview
const { sampleColumns: heads } = texts

type Row = ImportPreview['sample'][number]

const numberText = (value: number | null | undefined): string => (value == null ? texts.unknown : formatWhole(value))

const FIGURES: readonly (readonly [string, (row: Row) => string])[] = [
  [heads.followers, ({ followers }) => numberText(followers)],
  [heads.following, ({ following }) => numberText(following)],
  [heads.posts, ({ posts }) => numberText(posts)],
]
const POSTS: typeof FIGURES = [
  [heads.type, ({ post }) => post?.type ?? texts.unknown],
  [heads.likes, ({ post }) => numberText(post?.likes)],
  [heads.comments, ({ post }) => numberText(post?.comments)],
]

export function SampleRows({ rows, format }: { rows: readonly Row[]; format: ImportPreview['format'] }) {
  const columns = format === 'posts' ? POSTS : FIGURES
  return (
    <section className="mt-5" aria-labelledby="sample-heading">
      <h3 id="sample-heading" className="mb-1.5 text-panel">
        {texts.sample}
      </h3>
      <ScrollBox className="overflow-x-auto rounded-panel border border-line">
        <table className="w-full text-label">
          <thead className="text-left text-caption text-ink-3">
            <tr>
              {[heads.account, heads.day].map((head) => (
                <th key={head} scope="col" className="px-3 py-2 font-medium">
                  {head}
                </th>
              ))}
              {columns.map(([head]) => (
                <th key={head} scope="col" className="px-3 py-2 text-right font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line} className="border-t border-line">
                <td className="px-3 py-1.5">@{row.username}</td>
                <td className="px-3 py-1.5 whitespace-nowrap text-ink-2">
                  {row.day ? formatDay(row.day, true) : texts.unknown}
                </td>
                {columns.map(([head, textOf]) => (
                  <td key={head} className="px-3 py-1.5 text-right">
                    {textOf(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}
