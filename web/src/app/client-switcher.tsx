/** All clients (companies) or one of them: what an administrator works for. */
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { globalMetrics } from '#features/analytics/index.ts'
import { companyNames } from '#features/identity/index.ts'
import { useClient } from '#lib/client.ts'
import { formatWhole } from '#lib/format.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { AllClientsMark, ClientMark } from './client-mark.tsx'
import { frameTexts } from './frame-texts.ts'
import { useClientInAddress } from './use-client-in-address.ts'

const ClientList = makePreloadable(async () => (await import('./client-list.tsx')).ClientList)

export function ClientSwitcher() {
  const { clientId, choose } = useClient()
  useClientInAddress()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const names = useQuery(companyNames(clientId === null ? [] : [clientId]))
  const totals = useQuery({ ...globalMetrics({ period: 30 }), enabled: clientId === null })
  const isGone = clientId !== null && names.data !== undefined && !names.data.has(clientId)
  useEffect(() => {
    if (isGone) choose(null)
  }, [isGone, choose])
  const name = clientId === null ? frameTexts.allClients : names.data?.get(clientId)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="client"
        data-client-switcher=""
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={ClientList.preload}
        onFocus={ClientList.preload}
        onClick={() => setOpen(!open)}
      >
        {clientId === null ? <AllClientsMark /> : <ClientMark name={name ?? ''} />}
        <span className="sr-only">{frameTexts.clientPrefix}</span>
        <b className="truncate font-strong">{name ?? frameTexts.oneClient}</b>
        {clientId === null && totals.data ? (
          <small className="text-note text-ink-3 max-broad:hidden">
            {frameTexts.accounts(formatWhole(totals.data.accounts))}
          </small>
        ) : null}
        <ChevronsUpDown className="size-3.5 text-ink-3" />
      </button>
      {open ? (
        <ClientList
          anchor={button}
          chosen={clientId}
          onChoose={(id) => {
            choose(id)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
