import type { Role } from '@tangelo/contract/limits'

/** Who asks now. Made from a live session, or from the key in the data folder for commands on the same machine. */
export interface Viewer {
  /** Null for the operator of the machine, who is nobody in the user list. */
  userId: number | null
  username: string
  role: Role
  companyId: number | null
  companyName: string | null
  mustChangePassword: boolean
}
