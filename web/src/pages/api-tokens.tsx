/** Tokens for programs: one's own, for administrators also those of others, and how to use them. */
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  ApiDocumentation,
  DeleteAllButton,
  DeleteAllTokens,
  GenerateDialog,
  OwnerField,
  TokenList,
  apiTokenTexts as texts,
} from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'

const route = getRouteApi('/api-tokens')

export function ApiTokensPage() {
  const { user: named } = route.useSearch()
  const navigate = route.useNavigate()
  const { user } = useSession()
  const [dialog, setDialog] = useState<'generate' | 'delete all' | null>(null)
  const isAdmin = user?.role === 'admin'
  const other = isAdmin && named !== user.username ? named : undefined
  const close = (): void => setDialog(null)
  const showAccount = (username: string): void =>
    void navigate({ search: username === user?.username ? {} : { user: username } })
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {other ? null : <DeleteAllButton onOpen={() => setDialog('delete all')} />}
          <Button variant="primary" icon={<KeyRound />} onClick={() => setDialog('generate')}>
            {texts.generate.open}
          </Button>
        </div>
      </div>
      {isAdmin ? (
        <div className="mt-5 max-w-72">
          <OwnerField
            label={texts.owner.label}
            chosen={other ?? user.username}
            onChange={({ username }) => showAccount(username)}
          />
        </div>
      ) : null}
      <div className={isAdmin ? 'mt-1' : 'mt-6'}>
        <TokenList username={other} />
      </div>
      <div className="mt-8">
        <ApiDocumentation />
      </div>
      {dialog === 'generate' ? (
        <GenerateDialog onClose={close} onMade={(owner) => isAdmin && showAccount(owner)} />
      ) : null}
      {dialog === 'delete all' ? <DeleteAllTokens onClose={close} /> : null}
    </>
  )
}
