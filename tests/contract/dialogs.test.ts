/** A story opens every dialog of riders and drivers and checks it with axe. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** Dialogs for staff only, and the components that dialogs are built from. */
const office =
  /^src\/(app\/(layout\/portal|office)|components|entities\/(approval|audit)|features\/(bookings\/(desk|panel)|cancelreasons|cartypes|languages|money|notifications|people|promos|settings|tariff-times|telephone|vehicles|withdraws|zones))\//
const ofStaff = new Set(['src/entities/wallet/release-dialog.tsx'])

/** The story of each dialog's file, and a text in that story that belongs to the dialog. */
const stories: Record<string, readonly [story: string, words: string]> = {
  'entities/alarm/sos-dialog': ['help', 'works without a trip: a driver calls by keyboard'],
  'entities/booking/cancel-dialog': ['dialogs', 'Cancel this trip?'],
  'entities/booking/route/route-dialog': ['route-change', "name: 'Change the route'"],
  'entities/booking/unpaid-dialog': ['paying', 'It was not paid yet, so nothing is charged.'],
  'entities/paper/paper-dialog': ['driver-pages', "name: 'Insurance'"],
  'entities/place/saved/dialogs': ['places', "name: 'Save this place'"],
  'features/booking/components/delivery-dialog': ['money', "name: 'Delivery information'"],
  'features/booking/components/extras-dialog': ['money', 'Get estimate'],
  'features/booking/components/fare-dialog': ['order', "name: 'Estimate fare'"],
  'features/booking/components/payment-dialog': ['order', "name: 'Payment'"],
  'features/booking/components/phone-dialog': ['order', 'Please add your phone number to your profile.'],
  'features/booking/components/promo': ['booking', "name: 'Add a promotion code'"],
  'features/booking/components/when-dialog': ['booking', "name: 'When'"],
  'features/booking/components/options/option-dialog': ['wishes', 'Note for the driver'],
  'features/booking/link/link-taker': ['links', 'Keep mine'],
  'features/booking/link/place-question': ['links', 'Where do you want to go?'],
  'features/bookings/own/row-actions': ['history', 'Cancelling is free now.'],
  'features/chat/components/chat-button': ['share', "name: 'Lukas Marxer'"],
  'features/driver/components/conflict-dialog': ['driver-signal', 'went on without you'],
  'features/driver/components/desk-message': ['driver-pages', "name: 'Message from the office'"],
  'features/driver/components/offer-dialog': ['driver-trip-sheet', "name: 'New trip'"],
  'features/driver/shift/shift-card': ['shared-car', "name: 'End the shift?'"],
  'features/driver/shift/shift-dialog': ['shared-car', "name: 'Check your car'"],
  'features/driver/street/street-start': ['driver-pages', 'Start the meter?'],
  'features/places/add-dialog': ['places', 'Add a place'],
  'features/profile/components/devices': ['account', "name: 'Sign out everywhere else?'"],
  'features/profile/components/leave': ['account', "name: 'Delete your account?'"],
  'features/trips/components/after/case-dialog': ['help', 'I lost something'],
  'features/trips/components/after/problem-block': ['driver-problem', "name: 'Report a problem'"],
  'features/trips/components/drive/extras-block': ['driver-signal', "name: 'Add toll or parking'"],
  'features/trips/components/drive/hand-over-block': ['parcel-photos', "name: 'Hand over'"],
  'features/trips/components/drive/no-show-dialog': ['dialogs', 'Leave without the rider?'],
  'features/trips/components/drive/step-dialog': ['trip', 'The drop-off is still'],
  'features/trips/components/pay/pay-dialog': ['paying', "name: 'Payment'"],
  'features/trips/components/sharing/safety-dialog': ['share', "name: 'Safety'"],
  'features/trips/components/sharing/share-dialog': ['share', "name: 'Share this trip'"],
  'features/trips/components/trip-dialogs': ['dialogs', 'Cancel this trip?'],
  'features/trips/components/way/return-dialog': ['parcel-photos', "name: 'Return the parcel?'"],
  'features/wallet/bank-section': ['wallet', 'Add account'],
  'features/wallet/debt-dialog': ['dialogs', 'What your wallet owes'],
  'features/wallet/saved-cards': ['payments', "name: 'Remove this card?'"],
  'features/wallet/top-up-dialog': ['payments', "name: 'Top up the wallet'"],
  'features/wallet/withdraw-dialog': ['wallet', 'There is not enough money in the wallet.']
}

/**
 * The dialogs of drivers on duty: checked on the narrowest phone, light and dark, in German and Arabic
 * (`tests/e2e/manners.ts`).
 */
const ofDrivers = Object.keys(stories).filter((file) =>
  /^features\/(driver|trips\/components\/drive)|sos-dialog|problem-block|return-dialog|trip-dialogs/.test(file)
)

const readStory = (name: string) => read(find(`tests/e2e/${name}{,.phone,.desktop,.once}.spec.ts`)[0] ?? name)

const isDialog = (file: string) => /<(DialogContent|\w*ConfirmDialog|CommandDialog|CancelDialog)\b/.test(read(file))
const dialogs = find('src/**/*.tsx').filter(
  (file) => !file.endsWith('.test.tsx') && !office.test(file) && !ofStaff.has(file) && isDialog(file)
)

it('every dialog of riders and drivers has its story', () => {
  expect(dialogs.map((file) => file.slice('src/'.length, -'.tsx'.length)).sort()).toEqual(Object.keys(stories).sort())
})

it.each(Object.entries(stories))('%s is opened in its story and checked with axe', (_, [story, words]) => {
  const source = readStory(story)
  const [before = '', ...after] = source.split(words)
  expect(after.length, `${words} in ${story}`).toBeGreaterThan(0)
  const rest = after.join(words)
  expect(`${before.slice(-400)}${rest}`, `axe in ${story}`).toContain('expectAccessible')
})

it.each(ofDrivers)('%s is checked in its story in every variant', (file) => {
  const [story = ''] = stories[file] ?? []
  expect(readStory(story)).toMatch(/expectEveryManner\([^)]*role=dialog/)
})
