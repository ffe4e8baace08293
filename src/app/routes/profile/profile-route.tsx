import { useNavigate, useSearchParams } from 'react-router-dom'
import { safeNext } from '@/config/paths'
import { ProfilePage } from '@/features/profile'

export function ProfileRoute() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  return <ProfilePage onSaved={next ? () => navigate(next) : undefined} />
}
