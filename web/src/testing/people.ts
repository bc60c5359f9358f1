import type { SignedInUser } from '@tangelo/contract'

export function aUser(part: Partial<SignedInUser> = {}): SignedInUser {
  return {
    id: 7,
    username: 'maren',
    role: 'admin',
    companyId: 1,
    companyName: 'Citrus Studio',
    mustChangePassword: false,
    ...part,
  }
}

/** Puts a session into storage, as an earlier visit would have left it. */
export function remember(token: string, { mustChangePassword: _, ...user }: SignedInUser = aUser()): void {
  window.localStorage.setItem('auth_token', token)
  window.localStorage.setItem('auth_user', JSON.stringify(user))
}
