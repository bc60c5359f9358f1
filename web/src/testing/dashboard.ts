/** The accounts on the dashboard, and the lists of them that it asked for. */
import type { ListedAccount } from '@tangelo/contract'
import { screen } from '@testing-library/react'
import { page } from './accounts.ts'
import { type Asked, callsOf } from './network.ts'
import type { Handlers } from './open-app.tsx'

export const withAccounts = (...accounts: ListedAccount[]): Handlers => ({ 'GET /api/accounts': () => page(accounts) })

export const accountTable = () => screen.findByRole('table', { name: 'Your Instagram Accounts' })

export const listUrls = (asked: readonly Asked[]): string[] => callsOf(asked, 'GET /api/accounts').map(({ url }) => url)
