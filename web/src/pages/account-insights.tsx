/** What only the owner of an account sees. The URL holds the days that are shown. */
import { getRouteApi } from '@tanstack/react-router'
import { accountTexts as texts } from '#features/analytics/index.ts'
import { InsightsTab } from '#features/publishing/index.ts'
import { AccountPart } from './account-part.tsx'

const route = getRouteApi('/account/$accountId/insights')

export function AccountInsightsPage() {
  const { accountId } = route.useParams()
  const { range } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AccountPart accountId={accountId} open="insights" title={texts.titles.insights}>
      {(part) => (
        <InsightsTab
          accountId={part.accountId}
          range={range}
          onRange={(next) => void navigate({ search: { range: next }, replace: true, resetScroll: false })}
        />
      )}
    </AccountPart>
  )
}
