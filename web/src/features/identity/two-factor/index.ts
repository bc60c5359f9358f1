/** What the two-factor room lends to the admin panel: turning it off for somebody who lost it. */
export { UserTwoFactor } from './components/user-two-factor.tsx'
