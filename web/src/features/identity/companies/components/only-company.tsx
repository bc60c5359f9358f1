/** Says that a list shows what belongs to one company, and shows everything again. */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { companyNames } from '../queries.ts'
import { texts } from '../texts.ts'

interface OnlyCompanyProps {
  readonly companyId: number
  readonly onShowAll: () => void
}

export function OnlyCompany({ companyId, onShowAll }: OnlyCompanyProps) {
  const names = useQuery(companyNames([companyId]))
  const name = names.data?.get(companyId) ?? (names.isPending ? '...' : texts.field.unknown(companyId))
  return (
    <Button icon={<X />} title={texts.field.showAll} onClick={onShowAll} className="max-w-full">
      <span className="truncate">{texts.field.only(name)}</span>
    </Button>
  )
}
