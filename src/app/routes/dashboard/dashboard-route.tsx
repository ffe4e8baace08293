import { DashboardPage } from '@/features/dashboard'
import { reverse } from '@/features/places'
import type { LatLng } from '@/lib/geo'
import { Guard } from '../../layout/guard'

const nameOf = async (point: LatLng) => (await reverse(point)).add

export function DashboardRoute() {
  return (
    <Guard roles={['admin', 'fleetadmin']}>
      <DashboardPage nameOf={nameOf} />
    </Guard>
  )
}
