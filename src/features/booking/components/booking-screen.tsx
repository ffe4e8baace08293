import { useTranslation } from 'react-i18next'
import { BottomSheet, sheetPixels } from '@/components/ui/sheet'
import type { Settings } from '@/entities/settings'
import { BookingProvider, useBookingScreen } from '../hooks/use-booking-screen'
import { BookBar } from './book-bar'
import { BookingForm, FormHeadline } from './booking-form'
import { BookingMap } from './booking-map'
import { ExtrasDialog } from './extras-dialog'

const PEEK = 176
/** Where the panel ends at the start side, and the room below the header. */
const PANEL = 444
const HEADER = 72

interface LayoutProps {
  desktop: boolean
}

/** The map with the booking form over it. */
export function BookingScreen({ settings, ...layout }: LayoutProps & { settings: Settings | undefined }) {
  return (
    <BookingProvider settings={settings}>
      <Layout {...layout} />
    </BookingProvider>
  )
}

function Layout({ desktop }: LayoutProps) {
  const { i18n } = useTranslation()
  const { state } = useBookingScreen()
  const rtl = i18n.dir() === 'rtl'
  const padding = desktop
    ? { top: HEADER, bottom: 24, left: rtl ? 24 : PANEL, right: rtl ? PANEL : 24 }
    : { top: HEADER, bottom: sheetPixels(state.sheet === 'full' ? 'half' : state.sheet, PEEK), left: 0, right: 0 }
  return (
    <div className="relative">
      {desktop ? <Panel /> : <Sheet />}
      {/* After the form, which is what a keyboard looks for first. */}
      <BookingMap padding={padding} desktop={desktop} />
      {state.asksExtras && <ExtrasDialog />}
    </div>
  )
}

function Panel() {
  const { t } = useTranslation('booking')
  const { state } = useBookingScreen()
  return (
    <section
      aria-label={t('form')}
      className="absolute start-6 top-21 z-10 flex max-h-[calc(100svh-6.5rem)] w-[420px] flex-col rounded-card border border-line bg-card"
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-6 pb-3">
        {!state.pin && <FormHeadline />}
        <BookingForm />
      </div>
      {!state.pin && (
        <div className="p-6 pt-0">
          <BookBar />
        </div>
      )}
    </section>
  )
}

function Sheet() {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingScreen()
  return (
    <BottomSheet
      label={t('form')}
      height={state.sheet}
      onHeightChange={(sheet) => dispatch({ do: 'set_sheet', sheet })}
      peek={PEEK}
      footer={state.pin ? null : <BookBar />}
    >
      <h1 className="sr-only">{t('form')}</h1>
      <BookingForm />
    </BottomSheet>
  )
}
