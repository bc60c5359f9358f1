/** What a file of figures may be, each with a template. */
import { texts } from '../texts.ts'
import { saveTemplate, type TemplateName } from './templates.ts'

/** What a file may be, in few words. */
export function ImportFormats() {
  const { apify, apifyHint, csv, csvHint, csvHeader, posts, postsHint, postsHeader } = texts.formats
  return (
    <dl className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-label">
      <Format name={apify} hint={apifyHint} template="profiles" />
      <Format name={csv} hint={csvHint} header={csvHeader} template="figures" />
      <Format name={posts} hint={postsHint} header={postsHeader} template="posts" />
    </dl>
  )
}

interface FormatProps {
  readonly name: string
  readonly hint: string
  readonly header?: string
  readonly template: TemplateName
}

function Format({ name, hint, header, template }: FormatProps) {
  return (
    <div>
      <dt className="flex items-baseline justify-between gap-3 font-medium">
        {name}
        <button
          type="button"
          className="link min-h-6 text-note"
          aria-label={texts.templateOf(name)}
          onClick={() => saveTemplate(template)}
        >
          {texts.template}
        </button>
      </dt>
      <dd className="text-ink-2">
        {hint}
        {header ? (
          <code className="mt-1.5 block rounded-control [overflow-wrap:anywhere] border border-line bg-sunken px-2.5 py-2 font-mono text-caption text-ink">
            {header}
          </code>
        ) : null}
      </dd>
    </div>
  )
}
