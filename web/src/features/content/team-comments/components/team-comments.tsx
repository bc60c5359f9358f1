/** What colleagues say about a post, oldest first, and a line to answer. */
import type { TeamComment } from '@tangelo/contract'
import { TEAM_COMMENT_MAX_LENGTH } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useFocusAfterRow } from '#lib/use-focus-after-row.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { showFailure } from '#ui/toast.tsx'
import { teamComments, useAddComment, useRemoveComment } from '../queries.ts'
import { texts } from '../texts.ts'

interface TeamCommentsProps {
  readonly postId: string
  /** As the post says it, until they are here. */
  readonly count: number
  /** A comment that is typed and not added yet: the dialog around it asks before it is lost. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
}

export function TeamComments({ postId, count, typed, onTyped }: TeamCommentsProps) {
  const id = useId()
  // A post without any is not asked about.
  const comments = useQuery({ ...teamComments(postId), enabled: count > 0 })
  const whole = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusAfterRow(whole, heading)
  return (
    <section ref={whole} className="mt-5 border-t border-line pt-3" aria-labelledby={id} {...keepFocus}>
      <h3 ref={heading} id={id} tabIndex={-1} className="text-label font-strong">
        {texts.counted(comments.data?.length ?? count)}
      </h3>
      {comments.data ? (
        <List postId={postId} comments={comments.data} />
      ) : count === 0 ? (
        <p className="mt-2 text-note text-ink-3">{texts.none}</p>
      ) : comments.isPending ? (
        <p className="mt-2 text-note text-ink-3" role="status">
          {texts.loading}
        </p>
      ) : (
        <p className="mt-2 text-note text-ink-2" role="alert">
          {texts.failed}{' '}
          <button type="button" className="link" onClick={() => void comments.refetch()}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      <AddComment postId={postId} text={typed} onText={onTyped} />
    </section>
  )
}

function List({ postId, comments }: { postId: string; comments: readonly TeamComment[] }) {
  const now = useNow()
  const remove = useRemoveComment(postId)
  if (comments.length === 0) return <p className="mt-2 text-note text-ink-3">{texts.none}</p>
  return (
    <ol className="mt-2 grid gap-3" aria-label={texts.title}>
      {comments.map(({ id, by, at, text, isDeletable }) => (
        <li key={id} className="text-note">
          <p className="flex min-h-6 flex-wrap items-center gap-x-3">
            <b className="font-medium">{by ?? texts.formerUser}</b>
            <time className="text-ink-3" dateTime={at} title={formatExactMoment(at)}>
              {formatMoment(at, now)}
            </time>
            {isDeletable ? (
              <IconButton
                className="ml-auto"
                size="small"
                label={texts.remove(by ?? texts.formerUser)}
                icon={<Trash2 />}
                busy={remove.isPending && remove.variables === id}
                onClick={() =>
                  remove.mutateAsync(id).catch((error: Error) => showFailure(texts.removeFailed, error.message))
                }
              />
            ) : null}
          </p>
          <p className="break-words whitespace-pre-wrap text-ink-2" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

interface AddCommentProps {
  readonly postId: string
  readonly text: string
  readonly onText: (text: string) => void
}

function AddComment({ postId, text, onText }: AddCommentProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const add = useAddComment()
  const latest = useRef(text)
  latest.current = text
  const submit = (): void => {
    const wanted = text.trim()
    if (wanted === '' || add.isPending) return
    setProblem(undefined)
    add.mutate(
      { postId, text: wanted },
      {
        // What was typed after it stays.
        onSuccess: () => latest.current.startsWith(text) && onText(latest.current.slice(text.length)),
        onError: (error) => setProblem(readServerMessage(error) ?? texts.addFailed),
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <div className="mt-3">
      <label className="field-label" htmlFor={id}>
        {texts.label}
      </label>
      <textarea
        id={id}
        className="input min-h-16 resize-y py-2"
        rows={2}
        maxLength={TEAM_COMMENT_MAX_LENGTH}
        dir="auto"
        aria-describedby={`${id}-note`}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <p id={`${id}-note`} className="min-w-0 flex-1 basis-40 text-caption text-ink-3" aria-live="polite">
          {problem ? <span className="text-bad">{problem}</span> : texts.note}
        </p>
        <Button size="small" disabled={text.trim() === ''} busy={add.isPending} busyLabel={texts.busy} onClick={submit}>
          {texts.submit}
        </Button>
      </div>
    </div>
  )
}
