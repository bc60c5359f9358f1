import type { Role } from '@tangelo/contract/limits'

/**
 * The caller of a request. Made from a live session, or from the key in the data folder for commands on the same
 * machine.
 */
export interface Viewer {
  /** Null for the operator of the machine, who is not in the user list. */
  userId: number | null
  username: string
  role: Role
  companyId: number | null
  companyName: string | null
  mustChangePassword: boolean
  /** Only present while an administrator has to set up two-factor authentication. */
  mustSetUpTwoFactor?: true
  /** The caller's session; absent without one. */
  sessionId?: string
  /** Where the request came from; null for a command that makes none. */
  address: string | null
  /** By a session, by an API token, or by the key of the machine; `server` where it acts for a company by itself. */
  via: 'session' | 'token' | 'operator' | 'server'
  /** It fills the demo workspace: the audit log can only be added to, and the demo leaves nothing behind (docs/decisions/0040). */
  isDemo?: true
}

declare const reauthenticated: unique symbol

/** A viewer who has just proved again who they are. Made by the auth room alone. */
export type Reauthenticated = Viewer & { readonly [reauthenticated]: true }

/** Checks the viewer's password and code again. Throws where they are wrong. */
export type Reauthenticate = (
  viewer: Viewer,
  proof: { password: string; code?: string | undefined },
) => Promise<Reauthenticated>

/** A process that can read the data folder: a command on the same machine. */
export const operatorFrom = (address: string | null): Viewer => ({
  userId: null,
  username: 'operator',
  role: 'admin',
  companyId: null,
  companyName: null,
  mustChangePassword: false,
  address,
  via: 'operator',
})
