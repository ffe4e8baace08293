import { OwnOffers } from '@/features/driver'
import { DriverTripsPage } from '@/features/driver-trips'

/** The page of a driver's trips; it also shows new offers, as the work page does. */
export const TripsRoute = () => <DriverTripsPage offers={<OwnOffers />} />
