import { lazy, Suspense } from 'react'
import { useHolds } from '@/entities/person'
import { DashboardPage } from '@/features/staff/dashboard'
import { loadSetupCard } from '@/features/staff/setup'

const SetupCard = lazy(async () => ({ default: await loadSetupCard() }))

/** The dashboard; above it an owner of a new firm sees what is left to set up. */
export function DashboardRoute() {
  const holds = useHolds()
  return (
    <DashboardPage
      first={
        holds('settings') && (
          <Suspense>
            <SetupCard />
          </Suspense>
        )
      }
    />
  )
}
