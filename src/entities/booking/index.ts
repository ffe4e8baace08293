export { bookQuote } from './book-quote'
export { BookingRoute } from './booking-route'
export { useBookingsByReference } from './by-reference'
export { CancelDialog } from './cancel-dialog'
export { carWords } from './car-words'
export { type CarriedParcel, useCarriedParcels } from './carried-parcels'
export { type CashReport, decideCash, objectToCash, useCashReport } from './cash-report'
export {
  acceptBooking,
  assignDriver,
  cancelBooking,
  confirmCash,
  createBooking,
  declineBooking,
  noShow,
  nudgeDispatch,
  overrideStartCode,
  rateBooking,
  reachDrop,
  returnToSender,
  setBookingImage,
  startStreetTrip,
  tipDriver
} from './commands'
export { currentRide } from './current-ride'
export { DriverCard, Plate } from './driver-card'
export { askBookingEarly } from './early'
export { decideExtra, type Extra, useExtras, useKnownExtras } from './extras'
export { type BookingFilter, findBookings, useFoundBookings } from './find-bookings'
export {
  forgetDriverTrips,
  keepDriverTrip,
  readStoredDriverTrip,
  readStoredDriverTrips,
  type StoredDriverTrip
} from './kept-drive'
export { keepTrip, readStoredTrip, type StoredTrip } from './kept-trip'
export { bookingKeys } from './keys'
export { LastSeen, useLastSeen } from './last-seen'
export { type BookingRow, isAhead, ownerOf, paidOf, shownFare } from './list'
export { useActiveBookings, usePastBookings } from './list-queries'
export {
  asOthersSee,
  type Booking,
  type DeskBooking,
  dropOf,
  isApproaching,
  knownDrop,
  openAmount,
  type Party,
  partyOf,
  paymentModeOf
} from './model'
export { decideNoShowFee, type NoShowFee, objectToNoShow, useNoShowFee } from './no-show-fee'
export { getTripOptions, type TripCommand, type TripOptions, useCancellationFee, useTripOptions } from './options'
export { getOwnOrder, type OwnOrder, useOwnOrders } from './own-orders'
export {
  acceptPaymentRequest,
  declinePaymentRequest,
  type PaymentRequest,
  usePaymentRequests
} from './payment-requests'
export { isOutdated, type LivePosition } from './position'
export { usePositionTopic } from './position-topic'
export {
  getBooking,
  getContacts,
  getStops,
  lastDrop,
  type Stop,
  useBooking,
  useContacts,
  useHasRated,
  useStartCode,
  useStops,
  useTrail,
  useTripLimits
} from './queries'
export { reasonWords } from './reason-words'
export { useReturnReason } from './return-reason'
export { RiderCard } from './rider-card'
export { RouteDialog } from './route/route-dialog'
export { acceptRouteChange, declineRouteChange, type RouteProposal, useRouteProposal } from './route-proposal'
export { type ExpectedTimes, RouteTime } from './route-time'
export { useSearchState } from './search-state'
export { type GoneKey, type SharedTrip, useSharedTrip } from './shared-trip'
export { endGuestLink, shareTrip, unshareTrip } from './sharing'
export { Signature } from './signature'
export { getStaffBooking, listStaffBookings, type StaffBooking } from './staff-list'
export { type BookingStatus, isAwaitingPickup, isOnTheRoad, isOver, isPaid, isUpcoming, STATUSES } from './status'
export { StatusBadge } from './status-badge'
export { travellerOf } from './traveller'
export { keptUnderWay } from './under-way'
export { UnpaidDialog } from './unpaid-dialog'
export { useLastPosition, useLivePosition } from './use-live-position'
