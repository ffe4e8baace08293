import { DashboardPage } from '@/features/dashboard'
import { Guard } from '../../layout/guard'

export function DashboardRoute() {
  return (
    <Guard roles={['admin', 'fleetadmin']}>
      <DashboardPage />
    </Guard>
  )
}
