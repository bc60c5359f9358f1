/** Everything that a person copies who posts it by hand: each text with a button, and the files to save. */
import './by-hand.css'
import { Link } from '@tanstack/react-router'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Panel } from '#ui/panel.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Publication, ToCopy } from '../queries.ts'
import { isVideo, pictureOf } from '../rules/media.ts'
import { texts as shared } from '../texts/publication.ts'
import { texts } from '../texts/remind.ts'

const words = texts.copy

interface CopyPanelProps {
  readonly publication: Publication
  readonly toCopy: ToCopy
}

export function CopyPanel({ publication: { itemId, by, post }, toCopy }: CopyPanelProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async (title: string, text: string): Promise<void> => {
    if (await copyText(text, { title: words.failed })) setCopied(title)
  }
  const { media } = toCopy
  return (
    <Panel aria-labelledby="publication-copy">
      <h2 id="publication-copy" className="publication-head">
        {words.title}
      </h2>
      <ul className="to-copy">
        {textsOf(toCopy).map(([title, text]) => (
          <li key={title}>
            <div className="min-w-0">
              <h3>{title}</h3>
              <p dir="auto">{text}</p>
            </div>
            <Button
              size="small"
              icon={copied === title ? <Check /> : <Copy />}
              aria-label={words.copyOf(title)}
              onClick={() => void copy(title, text)}
            >
              {copied === title ? words.copied : words.copy}
            </Button>
          </li>
        ))}
        {media.length > 0 ? (
          <li className="to-copy-files">
            <h3>{words.media}</h3>
            <ul>
              {media.map((url, at) => (
                <li key={url}>
                  <span className="publication-thumb" aria-hidden="true">
                    <Picture src={pictureOf(url)} sizes="56px" />
                  </span>
                  <a href={url} download className="button" data-size="small">
                    <Download />
                    {isVideo(url) ? words.video : words.picture(at + 1, media.length)}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
      </ul>
      <p className="to-copy-foot">
        {post ? (
          <Link to="/planning" search={{ post: itemId }} className="link">
            {shared.page.post}
          </Link>
        ) : null}
        <span>{shared.page.by(by)}</span>
        <span className="sr-only" role="status">
          {copied === null ? '' : `${copied}: ${words.copied}`}
        </span>
      </p>
    </Panel>
  )
}

/** What there is of it, in the order in which the app of Instagram asks. */
function textsOf({ caption, taggedUsers, collaborators, location, firstComment, altTexts }: ToCopy) {
  const names = (list: readonly string[]) => list.map((name) => `@${name.replace(/^@/, '')}`).join(' ')
  const rows: (readonly [title: string, text: string])[] = [
    [words.caption, caption],
    [words.tags, names(taggedUsers)],
    [words.collaborators, names(collaborators)],
    [words.location, location ?? ''],
    ...altTexts.map((text, at) => [words.altText(at + 1, altTexts.length), text] as const),
    [words.comment, firstComment],
  ]
  return rows.filter(([, text]) => text.trim() !== '')
}
