/** The tab 'Companies' of the admin panel. */
import { texts } from '../texts.ts'

export function CompaniesTab() {
  return <h2 className="text-section">{texts.title}</h2>
}
