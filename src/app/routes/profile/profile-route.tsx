import { useNavigate, useSearchParams } from 'react-router-dom'
import { safeNext } from '@/config/paths'
import { ProfilePage } from '@/features/profile'
import { Guard } from '../../layout/guard'

export function ProfileRoute() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  return (
    <Guard roles={['rider', 'driver', 'admin', 'fleetadmin']}>
      <ProfilePage onSaved={next ? () => navigate(next) : undefined} />
    </Guard>
  )
}
