import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BottomSheet, type SheetHeight, sheetPixels } from '@/components/ui/sheet'
import type { Settings } from '@/entities/settings'
import { useBookingFlow } from '../hooks/use-booking-flow'
import { usePin } from '../hooks/use-pin'
import { BookingForm, FormAction, FormHeadline } from './booking-form'
import { BookingMap } from './booking-map'
import { ExtrasDialog } from './extras-dialog'

const PEEK = 176
/** Where the panel ends at the start side, and the room below the header. */
const PANEL = 444
const HEADER = 72

interface BookingScreenProps {
  settings: Settings
  desktop: boolean
  /** On a phone the page has no place below the map: what else there is to say ends the sheet. */
  below: ReactNode
}

export function BookingScreen({ settings, desktop, below }: BookingScreenProps) {
  const { t, i18n } = useTranslation('booking')
  const flow = useBookingFlow(settings)
  const home = flow.region ? { lat: flow.region.center[1], lng: flow.region.center[0] } : null
  const pin = usePin(flow.draft, home, flow.setPlace)
  const [height, setHeight] = useState<SheetHeight>('half')

  const rtl = i18n.dir() === 'rtl' || document.documentElement.dir === 'rtl'
  const padding = desktop
    ? { top: HEADER, bottom: 24, left: rtl ? 24 : PANEL, right: rtl ? PANEL : 24 }
    : { top: HEADER, bottom: sheetPixels(height === 'full' ? 'half' : height, PEEK), left: 0, right: 0 }

  const startPin: typeof pin.start = (slot) => {
    pin.start(slot)
    setHeight('half')
  }
  const form = (
    <BookingForm
      flow={flow}
      pin={pin}
      onPick={startPin}
      onTyping={() => setHeight('full')}
      onChosen={() => setHeight('half')}
    />
  )
  const action = <FormAction flow={flow} pin={pin} />
  const extras = flow.asksExtras && flow.car && (
    <ExtrasDialog
      carName={flow.car.name}
      parcelTypes={flow.car.parcel_types}
      options={flow.car.options}
      value={flow.draft.extras[flow.car.id]}
      onClose={flow.closeExtras}
      onChosen={flow.chooseExtras}
    />
  )

  return (
    <div className="relative">
      {desktop ? (
        <section
          aria-label={t('form')}
          className="absolute start-6 top-21 z-10 flex max-h-[calc(100svh-6.5rem)] w-[420px] flex-col rounded-card border border-line bg-card"
        >
          <div className="min-h-0 flex-1 overflow-y-auto p-6 pb-3">
            {!pin.pin && <FormHeadline flow={flow} />}
            {form}
          </div>
          {action && <div className="p-6 pt-0">{action}</div>}
        </section>
      ) : (
        <BottomSheet label={t('form')} height={height} onHeightChange={setHeight} peek={PEEK} footer={action}>
          <h1 className="sr-only">{t('form')}</h1>
          {form}
          {!pin.pin && <div className="-mx-4 mt-10">{below}</div>}
        </BottomSheet>
      )}
      {/* After the form, which is what a keyboard looks for first. */}
      <BookingMap flow={flow} pin={pin} padding={padding} desktop={desktop} />
      {extras}
    </div>
  )
}
