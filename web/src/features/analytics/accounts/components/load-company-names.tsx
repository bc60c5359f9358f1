/** Asks for the names of companies and hands them on. A component, so that only those who may ask fetch it. */
import type { Account } from '@tangelo/contract'
import { useEffect } from 'react'
import { type CompanyNames, useCompanyNames } from './use-company-names.ts'

export interface LoadCompanyNamesProps {
  readonly pages: readonly { rows: Account[] }[]
  readonly onNames: (names: CompanyNames) => void
}

export function LoadCompanyNames({ pages, onNames }: LoadCompanyNamesProps) {
  const names = useCompanyNames(pages)
  useEffect(() => onNames(names), [names, onNames])
  return null
}
