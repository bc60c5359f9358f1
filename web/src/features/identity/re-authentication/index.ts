/** What the confirmations room lends: the question who one is, before something that matters. */
export { type Confirmation, ConfirmIdentity } from './components/confirm-identity.tsx'
