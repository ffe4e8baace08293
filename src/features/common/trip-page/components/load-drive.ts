import { lazy } from 'react'

/** Loads the parts of the trip page that only drivers need. */
export const loadDrive = () => import('./drive')

export const WaitsBlock = lazy(async () => ({ default: (await loadDrive()).WaitsBlock }))
export const WaitingBlock = lazy(async () => ({ default: (await loadDrive()).WaitingBlock }))
export const QuotedCash = lazy(async () => ({ default: (await loadDrive()).QuotedCash }))
export const PaidByRider = lazy(async () => ({ default: (await loadDrive()).PaidByRider }))
export const ParcelNotes = lazy(async () => ({ default: (await loadDrive()).ParcelNotes }))
export const PassengerTexts = lazy(async () => ({ default: (await loadDrive()).PassengerTexts }))
export const HandOverBlock = lazy(async () => ({ default: (await loadDrive()).HandOverBlock }))
export const ExtrasBlock = lazy(async () => ({ default: (await loadDrive()).ExtrasBlock }))
export const StepDialog = lazy(async () => ({ default: (await loadDrive()).StepDialog }))
export const NoShowDialog = lazy(async () => ({ default: (await loadDrive()).NoShowDialog }))
export const LostPosition = lazy(async () => ({ default: (await loadDrive()).LostPosition }))
export const SuspendedNote = lazy(async () => ({ default: (await loadDrive()).SuspendedNote }))
export const HeldUp = lazy(async () => ({ default: (await loadDrive()).HeldUp }))
export const DoorAction = lazy(async () => ({ default: (await loadDrive()).DoorAction }))
export const DoorBlock = lazy(async () => ({ default: (await loadDrive()).DoorBlock }))
