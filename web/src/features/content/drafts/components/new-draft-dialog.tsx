/** 'New draft': a post made by hand, with one picture that is sent while the rest is typed. */
import type { ContentItem } from '@tangelo/contract'
import { CONTENT_MEDIA_TYPES, type ContentMediaType, HASHTAGS_MAX, TAGGED_USERS_MAX } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { useClient } from '#lib/client.ts'
import { useSession } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { companyCalendar } from '../../items/queries/items.ts'
import { AccountField, AssigneeField } from '../../post-plan/components/plan-fields.tsx'
import { ImageField, type ImageState } from '../../uploads/components/image-field.tsx'
import { texts as uploadTexts } from '../../uploads/texts.ts'
import { useCreateDraft } from '../queries/changes.ts'
import { cleanTag } from '../rules/instagram.ts'
import { texts } from '../texts/post.ts'
import { CaptionField } from './caption-field.tsx'
import { DateField } from './date-field.tsx'
import { TagField } from './tag-field.tsx'

const MEDIA_OPTIONS = CONTENT_MEDIA_TYPES.map((value) => ({ value, label: texts.mediaTypes[value] }))
const USER_RULES = { sign: '@', spaces: texts.tags.spaces, max: TAGGED_USERS_MAX } as const
const HASHTAG_RULES = { sign: '#', spaces: texts.tags.hashtagSpaces, max: HASHTAGS_MAX } as const
const EMPTY = {
  caption: '',
  mediaType: CONTENT_MEDIA_TYPES[0] as ContentMediaType,
  hashtags: [] as readonly string[],
  hashtagText: '',
  taggedUsers: [] as readonly string[],
  userText: '',
  location: '',
  publishDate: null as string | null,
  imageUrl: null as string | null,
  account: null as ContentItem['account'],
  assignee: null as ContentItem['assignee'],
}

/** Mounted when it opens, so that it always begins empty. */
export function NewDraftDialog({ onClose }: { readonly onClose: () => void }) {
  const [form, setForm] = useState(EMPTY)
  const [noDate, setNoDate] = useState(false)
  const [image, setImage] = useState<ImageState>('settled')
  const [problem, setProblem] = useState<string>()
  const create = useCreateDraft()
  const { clientId } = useClient()
  const own = useSession().user?.companyId
  const companyId = clientId ?? own ?? undefined
  const { data: calendar } = useQuery(companyCalendar(clientId ?? undefined))
  const { close, guard } = useGuardedClose({
    isUnsaved: image !== 'settled' || JSON.stringify(form) !== JSON.stringify(EMPTY),
    isBusy: create.isPending,
    onClose,
    description: texts.create.guardDescription,
  })

  const submit = async (): Promise<void> => {
    if (create.isPending || noDate || image === 'sending') return
    if (image === 'failed') return setProblem(uploadTexts.missing)
    // Names that were typed and not entered are meant as well.
    const user = cleanTag(form.taggedUsers, form.userText, USER_RULES)
    const hashtag = cleanTag(form.hashtags, form.hashtagText, HASHTAG_RULES)
    if (user.kind === 'refused') return setProblem(user.problem)
    if (hashtag.kind === 'refused') return setProblem(hashtag.problem)
    const { caption, mediaType, location, publishDate, imageUrl, account, assignee } = form
    setProblem(undefined)
    try {
      await create.mutateAsync({
        mediaType,
        ...(caption ? { caption } : {}),
        ...pickNames('hashtags', hashtag.kind === 'added' ? hashtag.tags : form.hashtags),
        ...pickNames('taggedUsers', user.kind === 'added' ? user.tags : form.taggedUsers),
        ...(location.trim() ? { location: location.trim() } : {}),
        ...(publishDate ? { publishDate } : {}),
        ...(imageUrl ? { imageUrl } : {}),
        ...(account ? { accountId: account.id } : {}),
        ...(assignee ? { assigneeId: assignee.id } : {}),
        ...(clientId === null ? {} : { companyId: clientId }),
      })
      onClose()
      toast({ title: texts.create.done, description: texts.create.doneDescription })
    } catch (error) {
      const description = readServerMessage(error) ?? texts.create.failedDescription
      setProblem(description)
      showFailure(texts.create.failed, description)
    }
  }

  return (
    <Dialog
      onClose={close}
      title={texts.create.title}
      description={texts.create.description}
      footer={
        <>
          <p className="min-w-0 flex-1 basis-40 text-caption text-ink-3 max-pad:basis-full" role="status">
            {image === 'sending' ? texts.create.waitForImage : ''}
          </p>
          <DialogButtons
            form="new-draft"
            disabled={noDate || image === 'sending'}
            busy={create.isPending}
            busyLabel={texts.create.busy}
            onCancel={close}
          >
            {texts.create.submit}
          </DialogButtons>
        </>
      }
    >
      <form
        id="new-draft"
        className="grid gap-4"
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void submit()
        }}
      >
        {problem ? (
          <p className="rounded-control bg-bad-wash px-3 py-2 text-label break-words text-bad" role="alert">
            {problem}
          </p>
        ) : null}
        <div className="grid gap-x-4 gap-y-3 desk:grid-cols-2">
          <AccountField
            companyId={companyId}
            value={form.account}
            onChange={(account) => setForm((known) => ({ ...known, account }))}
          />
          <AssigneeField
            companyId={companyId}
            value={form.assignee}
            onChange={(assignee) => setForm((known) => ({ ...known, assignee }))}
          />
        </div>
        <ImageField
          companyId={clientId ?? undefined}
          value={form.imageUrl}
          onChange={(imageUrl) => setForm((known) => ({ ...known, imageUrl }))}
          onStateChange={(state) => {
            setImage(state)
            setProblem(undefined)
          }}
        />
        <CaptionField
          value={form.caption}
          hashtags={form.hashtags}
          suggestFor={form.imageUrl === null ? undefined : { imageUrl: form.imageUrl }}
          onChange={(caption) => setForm((known) => ({ ...known, caption }))}
        />
        <div className="grid gap-x-4 gap-y-3 desk:grid-cols-2">
          <Select
            label={texts.create.mediaType}
            value={form.mediaType}
            options={MEDIA_OPTIONS}
            onChange={(mediaType) => setForm({ ...form, mediaType })}
          />
          <TextField
            label={texts.create.location}
            maxLength={200}
            value={form.location}
            onChange={(event) => setForm({ ...form, location: event.target.value })}
          />
          <TagField
            label={texts.dialog.hashtags}
            placeholder={texts.create.hashtagPlaceholder}
            hint={texts.create.hashtagHint}
            removeLabel={texts.create.removeHashtag}
            rules={HASHTAG_RULES}
            tags={form.hashtags}
            onChange={(hashtags) => setForm((known) => ({ ...known, hashtags }))}
            text={form.hashtagText}
            onTextChange={(hashtagText) => setForm((known) => ({ ...known, hashtagText }))}
          />
          <TagField
            label={texts.dialog.tagUsers}
            placeholder={texts.dialog.tagPlaceholder}
            hint={texts.dialog.tagHint}
            removeLabel={texts.dialog.removeTag}
            rules={USER_RULES}
            tags={form.taggedUsers}
            onChange={(taggedUsers) => setForm((known) => ({ ...known, taggedUsers }))}
            text={form.userText}
            onTextChange={(userText) => setForm((known) => ({ ...known, userText }))}
          />
        </div>
        <DateField
          value={form.publishDate}
          timeZone={calendar?.timeZone ?? 'UTC'}
          onChange={(publishDate) => {
            setNoDate(publishDate === undefined)
            if (publishDate !== undefined) setForm({ ...form, publishDate })
          }}
        />
      </form>
      {guard}
    </Dialog>
  )
}

function pickNames<Field extends string>(field: Field, names: readonly string[]): Partial<Record<Field, string[]>> {
  return names.length > 0 ? ({ [field]: [...names] } as Record<Field, string[]>) : {}
}
