/** The posts of one account that were ever seen. */
import { getRouteApi } from '@tanstack/react-router'
import { PostList, accountTexts as texts } from '#features/analytics/index.ts'
import { AccountPart } from './account-part.tsx'

const route = getRouteApi('/account/$accountId/posts')

export function AccountPostsPage() {
  const { accountId } = route.useParams()
  const { day } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AccountPart accountId={accountId} open="posts" title={texts.titles.posts}>
      {(part) => <PostList {...part} day={day} onAllDays={() => void navigate({ search: {} })} />}
    </AccountPart>
  )
}
