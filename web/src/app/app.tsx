import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { newRouter } from './router.tsx'

/** The whole product on one page. */
export function App() {
  const [router] = useState(newRouter)
  return <RouterProvider router={router} />
}
