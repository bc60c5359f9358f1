/** The tab 'Instagram Accounts' of the admin panel. */
import { texts } from '../texts.ts'

export function AccountsTab() {
  return <h2 className="text-section">{texts.table.filter}</h2>
}
