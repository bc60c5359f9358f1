/** An analysis as a table: a row for each thing that it says. */
import type { Analysis } from '@tangelo/contract'
import type { Cells } from '../export.rules.ts'

export const ANALYSIS_COLUMNS = ['section', 'name', 'posts', 'value', 'low', 'high', 'significant', 'sentence']

/** The answer of each question, then what it was compared from. */
export function analysisCells({ posting, formats, hashtags, moves, posts, growth }: Analysis): Cells[] {
  const sentence = (section: string, text: string, count: number | null = null): Cells => [
    section,
    null,
    count,
    null,
    null,
    null,
    null,
    text,
  ]
  const effect = (section: string, name: string, cell: Analysis['formats']['cells'][number] | Effect): Cells => [
    section,
    name,
    cell.posts,
    cell.effect,
    cell.low,
    cell.high,
    cell.significant ? 'yes' : 'no',
    null,
  ]
  const post = (
    section: string,
    { url, id, multiple, low, high, caption }: Analysis['posts']['top'][number],
  ): Cells => [section, url ?? id, null, multiple, low, high, null, caption]
  return [
    sentence('growth', growth.sentence),
    sentence('posting', posting.sentence, posting.posts),
    ...posting.cells.map((cell) => effect('posting', `${cell.family} ${cell.from}-${cell.to}`, cell)),
    sentence('formats', formats.sentence, formats.posts),
    ...formats.cells.map((cell) => effect('formats', cell.format, cell)),
    sentence('hashtags', hashtags.sentence, hashtags.posts),
    ...hashtags.cells.map((cell) => effect('hashtags', cell.tag, cell)),
    ...moves.map((move): Cells => ['moves', move.day, null, move.change, null, null, null, move.sentence]),
    sentence('posts', posts.sentence),
    ...posts.top.map((one) => post('top posts', one)),
    ...posts.weak.map((one) => post('weak posts', one)),
  ]
}

type Effect = Omit<Analysis['formats']['cells'][number], 'format'>
