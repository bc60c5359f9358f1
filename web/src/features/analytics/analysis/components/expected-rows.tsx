/** One post a row: its multiple on the scale, beside what eight of ten posts reach. */
import { formatDay, formatWhole } from '#lib/format.ts'
import { PostPicture } from '../../posts/components/post-picture.tsx'
import type { Analysis, ExpectedPost } from '../queries/analysis.ts'
import { postEvidence } from '../rules/evidence.ts'
import type { Scale } from '../rules/scale.ts'
import { captionOf, formatMultiple, formatTick } from '../rules/words.ts'
import { texts as growthTexts } from '../texts/growth.ts'
import { texts } from '../texts/panels.ts'
import { EvidenceFigure } from './evidence-button.tsx'

const percent = (place: number): string => `${place.toFixed(2)}%`

export function ExpectedScale({ scale }: { scale: Scale }) {
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

export function ExpectedRows({ label, posts, scale, analysis, pictures }: PostsProps) {
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
                title: captionOf(post.caption, growthTexts.moves.noCaption),
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
  const caption = captionOf(post.caption, growthTexts.moves.noCaption)
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
