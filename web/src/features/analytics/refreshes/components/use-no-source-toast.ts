/** There is no source to read accounts from: where one is connected, or who can do it. */
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '#lib/session.ts'
import { toast } from '#ui/toast.tsx'
import { texts } from '../texts/refresh.ts'

export function useNoSourceToast(): () => void {
  const navigate = useNavigate()
  const isAdmin = useSession().user?.role === 'admin'
  const open = (): void => void navigate({ to: '/admin', search: { tab: 'connections' } })
  return () =>
    toast({
      title: texts.failed,
      description: isAdmin ? texts.noSource : texts.noSourceOthers,
      tone: 'destructive',
      ...(isAdmin ? { action: { label: texts.connect, onAction: open } } : {}),
    })
}
