/** What an account's posts and figures show, and how sure that is. The URL holds the period and the day that is open. */
import { getRouteApi } from '@tanstack/react-router'
import { AnalysisTab, accountTexts as texts } from '#features/analytics/index.ts'
import { AccountPart } from './account-part.tsx'

const route = getRouteApi('/account/$accountId/analysis')

export function AccountAnalysisPage() {
  const { accountId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AccountPart accountId={accountId} open="analysis" title={texts.titles.analysis}>
      {(part) => (
        <AnalysisTab
          {...part}
          choice={search}
          onChoice={(next) =>
            void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
          }
        />
      )}
    </AccountPart>
  )
}
