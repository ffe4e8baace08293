import { useNavigate, useSearchParams } from 'react-router-dom'
import { safeNext } from '@/config/paths'
import { useSession } from '@/entities/person'
import { ProfilePage } from '@/features/common/profile'
import { SecondFactors } from '@/features/common/second-factor'
import { isStaff } from '../../layout/known-role'

export function ProfileRoute() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const { role } = useSession()
  return (
    <ProfilePage onSaved={next ? () => navigate(next) : undefined}>{isStaff(role) && <SecondFactors />}</ProfilePage>
  )
}
