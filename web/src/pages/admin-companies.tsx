/** The tab 'Companies': the list, and the demo workspace, which brings companies of its own. */
import type { AdminTabProps } from '#features/core/index.ts'
import { CompaniesTab } from '#features/identity/index.ts'
import { DemoControl } from '#features/operations/index.ts'

export function AdminCompanies(props: AdminTabProps) {
  return (
    <>
      <CompaniesTab {...props} />
      <div className="mt-4 min-h-6">
        <DemoControl />
      </div>
    </>
  )
}
