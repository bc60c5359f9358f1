/** Names of the companies of accounts, asked page by page as the pages come. */
import type { Account } from '@tangelo/contract'
import { useQueries } from '@tanstack/react-query'
import { companyNames } from '#features/identity/index.ts'

export type CompanyNames = ReadonlyMap<number, string>

/** Only administrators may ask; without pages nothing is fetched. */
export function useCompanyNames(pages: readonly { rows: Account[] }[] = []): CompanyNames {
  return useQueries({
    queries: pages.map(({ rows }) => companyNames(rows.map(({ companyId }) => companyId))),
    combine: mergeNames,
  })
}

function mergeNames(answers: readonly { data: CompanyNames | undefined }[]): CompanyNames {
  return new Map(answers.flatMap(({ data }) => [...(data ?? [])]))
}
