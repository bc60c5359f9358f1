/** What keeps a company from being deleted, in a sentence. */

export interface CompanyHas {
  users: number
  accounts: number
  renders: number
  imports: number
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** Null when nothing is in the way. */
export function inTheWay(name: string, has: CompanyHas): string | null {
  const belonging = [...counted(has.users, 'user', 'users'), ...counted(has.accounts, 'account', 'accounts')]
  if (belonging.length > 0) return `${name} still has ${belonging.join(' and ')}: move or delete them first`
  const running = [
    ...counted(has.renders, 'reel is being made', 'reels are being made'),
    ...counted(has.imports, 'import is running', 'imports are running'),
  ]
  return running.length > 0 ? `For ${name} ${running.join(' and ')}: wait for that to end` : null
}
