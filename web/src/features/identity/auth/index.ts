/** What the auth room lends to the app: the start of a session and its end. */
export { signInWithCode, signOut, verifySession } from './queries.ts'
export { texts as authTexts } from './texts.ts'
