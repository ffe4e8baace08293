import { useNavigate } from 'react-router-dom'
import { hasLeft, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'

/** Returns the command that ends the session and then opens the start page. */
export function useSignOut() {
  const { signOut } = useSession()
  const navigate = useNavigate()
  return useCommand(signOut, { worksOffline: true, onDone: () => void navigate(paths.home, hasLeft) })
}
