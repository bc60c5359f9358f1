/** Starts the product in a browser: the theme, the session, then the screen. */
import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { verifySession } from '#features/identity/index.ts'
import { followOtherTabs } from '#lib/session.ts'
import { startTheme } from '#lib/theme.ts'
import { App } from './app/app.tsx'

startTheme()
followOtherTabs()
// D22: the test page makes no calls.
if (!/^\/test\/?$/.test(window.location.pathname)) void verifySession()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
