/** What an account's posts and figures show, and how sure that is. The URL holds the period and the day that is open. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AnalysisTab, accountDetail, accountTexts as texts } from '#features/analytics/index.ts'
import { useCompanyToday } from '#features/content/index.ts'
import { AccountPart } from './account-part.tsx'

const route = getRouteApi('/account/$accountId/analysis')

export function AccountAnalysisPage() {
  const { accountId } = route.useParams()
  return (
    <AccountPart accountId={accountId} open="analysis" title={texts.titles.analysis}>
      {(part) => <Analysis {...part} />}
    </AccountPart>
  )
}

function Analysis(part: { accountId: number; onImport: (() => void) | undefined }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useQuery(accountDetail(part.accountId))
  return (
    <AnalysisTab
      {...part}
      today={useCompanyToday(data?.account.companyId)}
      choice={search}
      onChoice={(next) =>
        void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
      }
    />
  )
}
