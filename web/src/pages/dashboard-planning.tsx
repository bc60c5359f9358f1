/** 'Content Planning': the drafts, and the dialogs they open (spec §2). Fetched by those who plan content. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { DraftPanel, itemOverviewTexts as texts } from '#features/content/index.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'

const PostDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/draft-dialog.tsx')).PostDialog,
)
const ItemPublications = makePreloadable(
  async () => (await import('#features/publishing/publications/components/item-publications.tsx')).ItemPublications,
)

const route = getRouteApi('/')
type Search = ReturnType<typeof route.useSearch>

export function Planning({ onNew }: { readonly onNew: () => void }) {
  const { columns = '4', media = '', find = '', post } = route.useSearch()
  const navigate = route.useNavigate()
  usePreload(PostDialog, ItemPublications)
  const change = (next: { [Key in keyof Search]?: Search[Key] | undefined }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }
  return (
    <section aria-labelledby="planning-heading">
      <div className="mt-8 mb-4 flex min-h-8 flex-wrap items-center gap-2">
        <h2 id="planning-heading" className="mr-2 flex-1 text-section whitespace-nowrap">
          {texts.planning.title}
        </h2>
        <Link to="/planning" search={{ tab: 'calendar' }} className="button">
          <CalendarDays />
          {texts.planning.calendar}
        </Link>
      </div>
      <DraftPanel
        columns={columns}
        mediaType={media}
        filter={find}
        onColumnsChange={(next) => change({ columns: next === '4' ? undefined : next })}
        onMediaTypeChange={(next) => change({ media: next === '' ? undefined : next })}
        onFilterChange={(next) => change({ find: next })}
        onNew={onNew}
      />
      {post ? (
        <PostDialog
          postId={post}
          renderMore={(shown, form) => <ItemPublications post={shown} form={form} />}
          onClose={() => void navigate({ search: (known) => ({ ...known, post: undefined }), resetScroll: false })}
        />
      ) : null}
    </section>
  )
}
