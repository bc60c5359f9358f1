/** The addresses on one side; on the other the open one, to be filled in and sent. */
import { PUBLIC_API, type PublicEndpoint } from '@tangelo/contract/public-api'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { firstAccount } from '../queries.ts'
import { texts } from '../texts.ts'
import { TryCall } from './try-call.tsx'

type Name = keyof typeof PUBLIC_API

const ENDPOINTS: readonly (PublicEndpoint & { readonly name: Name })[] = [
  { ...PUBLIC_API.accounts, name: 'accounts' },
  { ...PUBLIC_API.account, name: 'account' },
  { ...PUBLIC_API.metrics, name: 'metrics' },
  { ...PUBLIC_API.history, name: 'history' },
  { ...PUBLIC_API.posts, name: 'posts' },
  { ...PUBLIC_API.analysis, name: 'analysis' },
]

const ENDPOINT =
  'grid w-full gap-px border-b border-line px-4 py-2.5 text-left [transition:background-color_var(--fast)_var(--ease)] hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:bg-wash aria-pressed:[box-shadow:inset_2px_0_0_var(--mark)] desk:px-5'

export function TryOut() {
  const [open, setOpen] = useState<Name>('accounts')
  const [token, setToken] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const account = useQuery(firstAccount())
  const filled = { accountId: account.data ? String(account.data.id) : '', ...values }
  const endpoint = ENDPOINTS.find(({ name }) => name === open) ?? PUBLIC_API.accounts
  return (
    <div className="grid broad:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
      <ul aria-label={texts.documentation.endpoints} className="broad:border-r broad:border-line">
        {ENDPOINTS.map(({ name, method, path, about }) => (
          <li key={name}>
            <button type="button" className={ENDPOINT} aria-pressed={name === open} onClick={() => setOpen(name)}>
              <code className="[font:500_12.5px/19px_var(--mono)] [letter-spacing:-0.01em] wrap-anywhere">
                <b className="font-[600] text-ink-3">{method}</b> <Path path={path} />
              </code>
              <span className="text-note text-ink-2">{about}</span>
            </button>
          </li>
        ))}
      </ul>
      <TryCall
        key={open}
        endpoint={endpoint}
        values={filled}
        onChange={(name, value) => setValues({ ...values, [name]: value })}
        token={token}
        onToken={setToken}
      />
    </div>
  )
}

/** Breaks after its slashes only. */
function Path({ path }: { path: string }) {
  return path.split(/(?<=\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path keep their places
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ))
}
