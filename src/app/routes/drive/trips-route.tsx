import { OwnOffers } from '@/features/driver'
import { DriverTripsPage } from '@/features/driver-trips'

/** A driver's trips, with the offers of the work page. */
export const TripsRoute = () => <DriverTripsPage offers={<OwnOffers />} />
