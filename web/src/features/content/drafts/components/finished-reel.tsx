/** What comes after a finished reel: its date, its place among the drafts, its caption, and the video for others. */
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarDays, Copy, FilePen, Share2 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { companyCalendar, contentPost } from '../../items/queries/items.ts'
import { isDraft } from '../../items/rules/items.ts'
import { texts as planTexts } from '../../post-plan/texts.ts'
import { useUpdatePost } from '../queries/changes.ts'
import { texts } from '../texts/post.ts'
import { DateField } from './date-field.tsx'
import { usePlan } from './use-plan.ts'

interface FinishedReelProps {
  /** A reel is a post: this is its id. */
  readonly postId: string
  readonly name: string
  readonly caption: string | null
  readonly videoUrl: string
  /** A further action of another domain, once the post is known. */
  readonly renderAction?: (post: ContentItem) => ReactNode
}

export function FinishedReel({ postId, name, caption, videoUrl, renderAction }: FinishedReelProps) {
  const { data: post } = useQuery(contentPost(postId))
  const update = useUpdatePost()
  const plan = usePlan()
  const [isScheduling, setIsScheduling] = useState(false)
  const text = caption?.trim() ?? ''

  const onPlan = (date: string | null, timeZone: string): void => {
    setIsScheduling(false)
    if (post) plan(post, date, timeZone)
  }
  const makeDraft = (): void => {
    if (!post) return
    void update.mutateAsync({ post, changes: { status: 'Draft', version: post.version } }).then(
      () => toast({ title: planTexts.reel.isDraft }),
      (error: Error) => showFailure(texts.dialog.failed, error.message),
    )
  }
  const share = async (): Promise<void> => {
    const url = new URL(videoUrl, window.location.origin).href
    if (!('share' in navigator)) return copy(url, planTexts.reel.linkCopied)
    try {
      await navigator.share({ title: name, ...(text ? { text } : {}), url })
    } catch (error) {
      // The user has closed the sheet of the system.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url, planTexts.reel.linkCopied)
    }
  }
  return (
    <section className="mt-5" aria-label={planTexts.reel.next}>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<CalendarDays />}
          aria-expanded={isScheduling}
          disabled={!post}
          onClick={() => setIsScheduling(!isScheduling)}
        >
          {planTexts.reel.schedule}
        </Button>
        {post && isDraft(post) ? (
          <Link className="button" to="/planning" search={{ post: postId }}>
            <FilePen />
            {planTexts.reel.openDraft}
          </Link>
        ) : (
          <Button icon={<FilePen />} disabled={!post} busy={update.isPending} onClick={makeDraft}>
            {planTexts.reel.makeDraft}
          </Button>
        )}
        <Button icon={<Copy />} disabled={text === ''} onClick={() => void copy(text, planTexts.reel.captionCopied)}>
          {planTexts.reel.copyCaption}
        </Button>
        <Button icon={<Share2 />} onClick={() => void share()}>
          {planTexts.reel.share}
        </Button>
        {post ? renderAction?.(post) : null}
      </div>
      {isScheduling && post ? <Schedule post={post} onPlan={onPlan} /> : null}
    </section>
  )
}

function Schedule({ post, onPlan }: { post: ContentItem; onPlan: (date: string | null, timeZone: string) => void }) {
  const { data: calendar } = useQuery(companyCalendar(post.companyId))
  const timeZone = calendar?.timeZone ?? 'UTC'
  const [date, setDate] = useState<string | null | undefined>(post.publishDate)
  const isChanged = date !== undefined && date !== post.publishDate
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isChanged) onPlan(date, timeZone)
  }
  return (
    <form ref={form} className="mt-3 grid gap-2" noValidate onSubmit={submit}>
      <DateField value={date ?? null} timeZone={timeZone} onChange={setDate} />
      <Button className="justify-self-start" variant="primary" type="submit" disabled={!isChanged}>
        {planTexts.reel.save}
      </Button>
    </form>
  )
}

async function copy(text: string, title: string): Promise<void> {
  if (await copyText(text, { title: texts.dialog.copyFailed })) toast({ title })
}
