import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { OtpInput } from '@/components/ui/otp-input'
import { paths } from '@/config/paths'
import type { Door, DoorParcel } from '../../hooks/use-door'
import { CODE_LENGTH } from '../start-code'

/**
 * Lists the other parcels at this door. The driver's next step includes all of them, except those that the driver deselects.
 */
export function DoorBlock({ door }: { door: Door }) {
  const { t } = useTranslation('drive')
  return (
    <section aria-label={t('door.title')} className="space-y-3 rounded-card border border-line p-4">
      <div>
        <h2 className="font-semibold">{t('door.title')}</h2>
        <p className="text-sm text-muted">
          {t(door.others.some(({ needsCode }) => needsCode) ? 'door.text_codes' : 'door.text')}
        </p>
      </div>
      <ul className="divide-y divide-line">
        {door.others.map((parcel) => (
          <li key={parcel.id} className="py-2">
            <Row parcel={parcel} door={door} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ parcel, door }: { parcel: DoorParcel; door: Door }) {
  const { t } = useTranslation('drive')
  const box = useId()
  const { id, reference, customer_name, drop_address, needsCode, code, isIncluded } = parcel
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex gap-2 font-semibold">
            <span className="tabular">{reference}</span>
            <bdi className="truncate font-normal">{customer_name}</bdi>
          </p>
          <p className="truncate text-sm text-muted">
            <bdi>{drop_address}</bdi>
          </p>
        </div>
        <Link
          to={paths.booking(id)}
          className="grid size-11 place-items-center"
          aria-label={t('door.open', { reference })}
        >
          <ChevronRight aria-hidden className="size-5 text-muted rtl:-scale-x-100" />
        </Link>
      </div>
      {needsCode ? (
        <Field label={t('door.code', { reference })}>
          {(control) => (
            <OtpInput
              {...control}
              autoComplete="off"
              length={CODE_LENGTH}
              value={code}
              onChange={(next) => door.setCode(id, next)}
            />
          )}
        </Field>
      ) : (
        <label htmlFor={box} className="flex min-h-11 items-center gap-2 text-sm">
          <Checkbox id={box} checked={isIncluded} onChange={({ target }) => door.include(id, target.checked)} />
          {t('door.include', { reference })}
        </label>
      )}
    </div>
  )
}
