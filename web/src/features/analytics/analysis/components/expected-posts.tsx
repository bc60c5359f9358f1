/** Posts far above and below what was expected of them: multiples on a log scale, beside what eight of ten posts reach. */
import './expected-posts.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay, formatWhole } from '#lib/format.ts'
import { PostPicture } from '../../posts/components/post-picture.tsx'
import type { Analysis, ExpectedPost } from '../queries/analysis.ts'
import { expectedEvidence, postEvidence } from '../rules/evidence.ts'
import { multipleScale, type Scale } from '../rules/scale.ts'
import { captionOf, formatMultiple, formatTick } from '../rules/words.ts'
import { texts } from '../texts/panels.ts'
import { AnswerPanel, type View } from './answer-panel.tsx'
import { EvidenceFigure } from './evidence-button.tsx'

interface ExpectedPostsProps {
  readonly accountId: number
  readonly analysis: Analysis
  /** By the id of the post, as far as copies are at hand. */
  readonly pictures: ReadonlyMap<string, string>
}

export function ExpectedPosts({ accountId, analysis, pictures }: ExpectedPostsProps) {
  const [view, setView] = useState<View>('chart')
  const { sentence, top, weak } = analysis.posts
  const all = [...top, ...weak]
  const scale = multipleScale(all)
  return (
    <AnswerPanel
      small
      title={texts.expected.title}
      sentence={sentence}
      evidence={() => expectedEvidence(analysis)}
      view={view}
      onView={all.length > 0 ? setView : undefined}
      foot={
        <>
          <span className="mr-auto">{all.length > 0 && view === 'chart' ? texts.expected.band : ''}</span>
          <Link
            to="/account/$accountId/posts"
            params={{ accountId: String(accountId) }}
            className="link inline-flex min-h-6 items-center max-desk:min-h-10"
          >
            {texts.expected.all}
          </Link>
        </>
      }
    >
      {all.length === 0 ? <div className="pb-4" /> : null}
      {all.length > 0 && view === 'table' ? <PostTable posts={all} /> : null}
      {all.length > 0 && view === 'chart' ? (
        <div className="mt-2">
          <ScaleHead scale={scale} />
          <Posts label={texts.expected.top} posts={top} scale={scale} analysis={analysis} pictures={pictures} />
          {weak.length > 0 ? (
            <h3 className="border-t border-line px-4 pt-3.5 pb-0.5 text-note font-strong desk:px-6">
              {texts.expected.weak}
            </h3>
          ) : null}
          <Posts label={texts.expected.weak} posts={weak} scale={scale} analysis={analysis} pictures={pictures} />
        </div>
      ) : null}
    </AnswerPanel>
  )
}

const percent = (place: number): string => `${place.toFixed(2)}%`

function ScaleHead({ scale }: { scale: Scale }) {
  return (
    <div className="expected-post" data-head="" aria-hidden="true">
      <svg className="expected-scale" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <text
            key={tick}
            x={percent(scale.at(tick))}
            y="12"
            textAnchor="middle"
            data-minor={tick === 0.5 || tick === 2 ? '' : undefined}
          >
            {tick === 1 ? texts.expected.expected : texts.expected.times(formatTick(tick))}
          </text>
        ))}
      </svg>
    </div>
  )
}

interface PostsProps {
  label: string
  posts: readonly ExpectedPost[]
  scale: Scale
  analysis: Analysis
  pictures: ReadonlyMap<string, string>
}

function Posts({ label, posts, scale, analysis, pictures }: PostsProps) {
  return (
    <ul aria-label={label} className="expected-list">
      {posts.map((post) => (
        <li key={post.id} className="expected-post">
          <PostPicture format={post.format} imageUrl={pictures.get(post.id) ?? null} className="size-11" />
          <PostWords post={post} />
          <svg className="expected-scale" aria-hidden="true">
            {scale.ticks.map((tick) => (
              <line
                key={tick}
                x1={percent(scale.at(tick))}
                x2={percent(scale.at(tick))}
                y1="-10"
                y2="50"
                className={tick === 1 ? 'stroke-(--usual)' : 'stroke-line'}
              />
            ))}
            <line
              className="interval-bar"
              x1={percent(scale.at(post.low))}
              x2={percent(scale.at(post.high))}
              y1="50%"
              y2="50%"
            />
            <circle
              cx={percent(scale.at(post.multiple))}
              cy="50%"
              r="6"
              className="fill-mark stroke-surface"
              strokeWidth="2"
            />
          </svg>
          <div className="text-right">
            <EvidenceFigure
              evidence={() => ({
                ...postEvidence(post, analysis),
                title: captionOf(post.caption, texts.moves.noCaption),
              })}
              title={texts.evidence}
              className="block w-full text-right text-table font-strong whitespace-nowrap"
            >
              {texts.expected.times(formatMultiple(post.multiple))}
            </EvidenceFigure>
            <span className="block text-caption whitespace-nowrap text-ink-3">
              {texts.expected.likes(formatWhole(post.likes))}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function PostWords({ post }: { post: ExpectedPost }) {
  const caption = captionOf(post.caption, texts.moves.noCaption)
  return (
    <div className="min-w-0">
      {post.url ? (
        <a
          href={post.url}
          target="_blank"
          rel="noreferrer"
          className="block truncate text-table font-strong hover:underline"
        >
          {caption}
        </a>
      ) : (
        <span className="block truncate text-table font-strong">{caption}</span>
      )}
      <span className="block truncate text-caption text-ink-3">
        {formatDay(post.day, true)}, {texts.formats.words[post.format]}
      </span>
    </div>
  )
}

const HEAD = 'py-2 pl-3 text-right text-caption font-medium text-ink-3 whitespace-nowrap'

function PostTable({ posts }: { posts: readonly ExpectedPost[] }) {
  const { columns } = texts.expected
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="mt-2 overflow-x-auto px-4 pb-3 desk:px-6" tabIndex={0} aria-label={texts.expected.inFigures}>
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
                {captionOf(post.caption, texts.moves.noCaption)}
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
    </section>
  )
}
