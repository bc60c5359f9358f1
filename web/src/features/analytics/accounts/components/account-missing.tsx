/** spec §2, §8: an invalid or missing account leads to the dashboard with the toast 'Account not found'. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '#ui/toast.tsx'
import { texts } from '../texts/account.ts'

export function AccountMissing() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ ...texts.missing, tone: 'destructive' })
    void navigate({ to: '/', replace: true })
  }, [navigate])
  return null
}
