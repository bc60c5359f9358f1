/** The post's form. It sends only what was touched, and never overwrites another user's words without asking. */
import type { ContentItem } from '@tangelo/contract'
import { CONTENT_STATUSES, TAGGED_USERS_MAX } from '@tangelo/contract/limits'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { Picture } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { UnsavedGuard } from '#ui/unsaved-guard.tsx'
import { AccountField, AssigneeField } from '../../post-plan/components/plan-fields.tsx'
import { texts as planTexts } from '../../post-plan/texts.ts'
import { TeamComments } from '../../team-comments/components/team-comments.tsx'
import { dateText } from '../rules/dates.ts'
import { toEditable } from '../rules/editing.ts'
import { cleanTag } from '../rules/instagram.ts'
import { texts as draftTexts } from '../texts/drafts.ts'
import { texts } from '../texts/post.ts'
import { CaptionField } from './caption-field.tsx'
import { DateField } from './date-field.tsx'
import { NoPicture } from './no-picture.tsx'
import { PostConflict } from './post-conflict.tsx'
import { PostGone } from './post-gone.tsx'
import { PostHistory } from './post-history.tsx'
import { TagField } from './tag-field.tsx'
import { usePostForm } from './use-post-form.ts'

const TAG_RULES = { sign: '@', spaces: texts.tags.spaces, max: TAGGED_USERS_MAX } as const
const STATUS_COLORS = { Draft: 'var(--amber-mark)', Approved: 'var(--good-mark)', Delete: 'var(--bad-mark)' }
const STATUS_OPTIONS = CONTENT_STATUSES.map((value) => ({
  value: value as string,
  label: value as string,
  color: STATUS_COLORS[value],
}))

interface FormState {
  /** It has changes that are not saved. */
  readonly isEdited: boolean
  /** As it is typed. */
  readonly publishDate: string | null
}

export type RenderMore = (post: ContentItem, form: FormState) => ReactNode

interface PostFormProps {
  readonly post: ContentItem
  readonly timeZone: string
  /** What another domain says of it, and of what is typed. */
  readonly renderMore?: RenderMore | undefined
  readonly onClose: () => void
}

export function PostForm({ post, timeZone, renderMore, onClose }: PostFormProps) {
  const isUnsaved = useRef(false)
  const approvalId = useId()
  const [comment, setComment] = useState('')
  const hasComment = useRef(false)
  hasComment.current = comment.trim() !== ''
  const hasMore = useRef(false)
  const form = usePostForm(post, () => {
    // A name or a date that is being typed since the save began is yet to be saved.
    if (hasMore.current) return
    // A comment is not saved with the post: closing asks what becomes of it.
    isUnsaved.current = hasComment.current
    onClose()
  })
  const { base, typed, setTyped, conflict } = form
  const [tagText, setTagText] = useState('')
  const [noDate, setNoDate] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const now = useNow()
  hasMore.current = tagText.trim() !== '' || noDate
  const hasEdits = form.isDirty || hasMore.current
  const isEdited = hasEdits || form.busy
  isUnsaved.current = hasEdits || hasComment.current

  const submit = (): void => {
    if (form.busy || noDate || conflict) return
    // A name that was typed and not entered is meant as well.
    const last = cleanTag(typed.taggedUsers, tagText, TAG_RULES)
    setRefusal(last.kind === 'refused' ? last.problem : undefined)
    if (last.kind === 'refused') return
    const taggedUsers = last.kind === 'added' ? last.tags : typed.taggedUsers
    setTagText('')
    const meant = { ...typed, taggedUsers }
    setTyped(meant)
    void form.save(meant)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    submit()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const statuses = STATUS_OPTIONS.some(({ value }) => value === typed.status)
    ? STATUS_OPTIONS
    : [{ value: typed.status, label: typed.status, color: 'var(--control)' }, ...STATUS_OPTIONS]

  // Nothing can be saved any more: leaving asks no questions.
  if (form.gone) return <PostGone caption={typed.caption} onClose={onClose} />
  return (
    <Dialog
      onClose={() => {
        if (!form.busy) onClose()
      }}
      title={texts.dialog.title}
      description={texts.dialog.description}
      footer={
        <>
          <p className="min-w-0 flex-1 basis-40 text-caption text-ink-3 max-pad:basis-full">
            {base.changedBy ? texts.dialog.edited(formatMoment(base.changedAt, now), base.changedBy) : null}
          </p>
          <DialogButtons
            form="post-form"
            disabled={conflict !== null || noDate}
            busy={form.busy}
            busyLabel={texts.dialog.busy}
            onCancel={onClose}
          >
            {texts.dialog.submit}
          </DialogButtons>
        </>
      }
    >
      <form id="post-form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
        {refusal || form.problem ? (
          <p className="mb-4 rounded-control bg-bad-wash px-3 py-2 text-label break-words text-bad" role="alert">
            {refusal ?? form.problem}
          </p>
        ) : null}
        {conflict ? (
          <PostConflict
            by={conflict.theirs.changedBy}
            mine={typed}
            theirs={toEditable(conflict.theirs)}
            fields={conflict.fields}
            timeZone={timeZone}
            onKeep={form.keepMine}
            onTake={form.takeTheirs}
          />
        ) : null}
        <div className="grid gap-x-6 gap-y-4 desk:grid-cols-[200px_minmax(0,1fr)]">
          <Shown post={base} timeZone={timeZone} />
          <div className="grid min-w-0 content-start gap-4">
            <CaptionField
              value={typed.caption}
              hashtags={base.hashtags}
              suggestFor={base.imageUrl?.startsWith('/media/u/') ? { postId: base.id } : undefined}
              onChange={(caption) => setTyped({ ...typed, caption })}
            />
            <TagField
              label={texts.dialog.tagUsers}
              placeholder={texts.dialog.tagPlaceholder}
              hint={texts.dialog.tagHint}
              none={texts.dialog.noTags}
              removeLabel={texts.dialog.removeTag}
              rules={TAG_RULES}
              tags={typed.taggedUsers}
              onChange={(taggedUsers) => setTyped({ ...typed, taggedUsers })}
              text={tagText}
              onTextChange={setTagText}
            />
            <div>
              <p className="field-label" id="post-hashtags">
                {texts.dialog.hashtags}
              </p>
              {base.hashtags?.length ? (
                <ul className="flex max-h-28 flex-wrap gap-1 overflow-y-auto" aria-labelledby="post-hashtags">
                  {base.hashtags.map((tag) => (
                    <li key={tag} className="flex max-w-full">
                      <Tag>#{tag}</Tag>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="text-note text-ink-3">{texts.dialog.noHashtags}</p>
              )}
            </div>
            <DateField
              value={typed.publishDate}
              timeZone={timeZone}
              onChange={(publishDate) => {
                setNoDate(publishDate === undefined)
                if (publishDate !== undefined) setTyped({ ...typed, publishDate })
              }}
            />
            <div className="grid gap-x-4 gap-y-4 desk:grid-cols-[minmax(0,1fr)_128px]">
              <AccountField
                companyId={base.companyId}
                value={typed.account}
                onChange={(account) => setTyped({ ...typed, account })}
              />
              <AssigneeField
                companyId={base.companyId}
                value={typed.assignee}
                onChange={(assignee) => setTyped({ ...typed, assignee })}
              />
            </div>
            <Select
              label={texts.dialog.status}
              value={typed.status}
              options={statuses}
              onChange={(status) =>
                setTyped({ ...typed, status, needsApproval: status === 'Draft' && typed.needsApproval })
              }
            />
            {typed.status === 'Draft' ? (
              <label htmlFor={approvalId} className="flex min-h-6 w-max max-w-full items-center gap-2 text-label">
                <Checkbox
                  id={approvalId}
                  label={planTexts.fields.approval}
                  checked={typed.needsApproval}
                  onChange={(event) => setTyped({ ...typed, needsApproval: event.target.checked })}
                />
                {planTexts.fields.approval}
              </label>
            ) : null}
          </div>
        </div>
      </form>
      {renderMore?.(post, { isEdited, publishDate: typed.publishDate })}
      <TeamComments postId={base.id} count={base.teamComments} typed={comment} onTyped={setComment} />
      <PostHistory postId={base.id} timeZone={timeZone} />
      <UnsavedGuard
        isUnsaved={() => isUnsaved.current}
        isAtStake={() => isEdited || hasComment.current}
        texts={isEdited ? texts.guard : texts.commentGuard}
      />
    </Dialog>
  )
}

/** What is not changed here: the picture, where it is, when it goes out. */
function Shown({ post, timeZone }: { post: ContentItem; timeZone: string }) {
  const { imageUrl, location, publishDate } = post
  return (
    <div className="min-w-0">
      <div className="aspect-16/10 overflow-hidden rounded-control bg-sunken desk:aspect-4/5">
        <Picture src={imageUrl} sizes="(width < 40rem) 94vw, 320px" width={480} height={600} fallback={<NoPicture />} />
      </div>
      <p className="mt-2 text-caption break-words text-ink-3">
        {location?.trim() || draftTexts.card.brand}
        <br />
        {dateText(publishDate, timeZone)}
      </p>
    </div>
  )
}
