import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR, { useSWRConfig } from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { Pending } from '@/components/ui/pending'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import type { StaffBooking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { assignDrivers } from '../commands'
import { getAssignableDrivers } from '../queries'
import { arrange, type Seconds } from './order'
import { type Candidate, type Candidates, propose } from './proposals'
import { measure, toMeasure } from './seconds'

/** Maximum number of bookings in the dialog: about as many as one person can check. */
const MOST = 20

type Row = Pick<StaffBooking, 'id' | 'reference' | 'status' | 'pickup_address' | 'pickup_lat' | 'pickup_lng'>

/** Returns the drivers for a booking, ordered by driving time; by straight line if the times cannot be measured. */
async function candidatesOf({ id, pickup_lat, pickup_lng }: Row): Promise<Candidate[]> {
  const drivers = await getAssignableDrivers(id, '')
  const seconds = await measure(toMeasure(drivers), { lat: pickup_lat, lng: pickup_lng }).catch((): Seconds => ({}))
  const byId = new Map(drivers.map((driver) => [driver.driver_id, driver]))
  return arrange(drivers, seconds, [], null, true).flatMap((one) => {
    const driver = byId.get(one)
    const secs = seconds[one]
    return driver ? [{ ...driver, ...(secs !== undefined && { secs }) }] : []
  })
}

const allCandidates = async (rows: readonly Row[]): Promise<Candidates> =>
  Object.fromEntries(await Promise.all(rows.map(async (row) => [row.id, await candidatesOf(row)])))

interface BulkAssignProps {
  rows: readonly Row[]
  onClose: () => void
}

/**
 * The dialog that assigns drivers to several bookings. For each booking it proposes the driver who is there soonest by road and is
 * not proposed for another one. Every choice can be changed before it is sent.
 */
export function BulkAssign({ rows, onClose }: BulkAssignProps) {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  const { mutate } = useSWRConfig()
  const open = rows.filter(({ status }) => status === 'NEW').slice(0, MOST)
  const ids = open.map(({ id }) => id)
  const {
    data,
    error,
    mutate: again
  } = useSWR(['bulk-assign', ids.join()], () => allCandidates(open), {
    revalidateOnFocus: false
  })
  const [changed, setChanged] = useState<Record<string, string>>({})
  const [answers, setAnswers] = useState<Record<string, string | true>>({})
  const chosen = { ...(data ? propose(ids, data) : {}), ...changed }
  const left = ids.filter((id) => chosen[id] && answers[id] !== true)
  const send = useCommand(() => assignDrivers(left.map((id) => ({ bookingId: id, driverId: chosen[id] ?? '' }))), {
    onDone: (results) => {
      setAnswers((last) => ({ ...last, ...results }))
      void mutate((key) => Array.isArray(key) && ids.includes(String(key[1])))
    }
  })
  const isDone = ids.length > 0 && left.length === 0 && Object.keys(answers).length > 0
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="sm:w-[40rem]">
        <DialogHeader>
          <DialogTitle>{t('bulk.title')}</DialogTitle>
          <DialogDescription>{t(ids.length > 0 ? 'bulk.text' : 'bulk.none')}</DialogDescription>
        </DialogHeader>
        {data ? (
          <ul className="max-h-[50svh] divide-y divide-line overflow-y-auto">
            {open.map((row) => (
              <BulkRow
                key={row.id}
                row={row}
                drivers={data[row.id] ?? []}
                value={chosen[row.id] ?? ''}
                answer={answers[row.id]}
                onChange={(driverId) => setChanged({ ...changed, [row.id]: driverId })}
              />
            ))}
          </ul>
        ) : (
          <Pending error={error} onRetry={() => void again()}>
            <Skeleton className="h-40" />
          </Pending>
        )}
        {send.error && (
          <Alert tone="bad" className="mt-3">
            {errorText(send.error)}
          </Alert>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button size="lg">{t(isDone ? 'common:close' : 'common:cancel')}</Button>
          </DialogClose>
          {!isDone && (
            <Button
              size="lg"
              variant="accent"
              busy={send.busy}
              disabled={left.length === 0}
              onClick={() => void send.run()}
            >
              {t('bulk.send', { number: left.length })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface BulkRowProps {
  row: Row
  drivers: Candidates[string]
  value: string
  answer: string | true | undefined
  onChange: (driverId: string) => void
}

function BulkRow({ row, drivers, value, answer, onChange }: BulkRowProps) {
  const { t } = useTranslation('panel')
  const { distance, duration } = useFormat()
  const errorText = useErrorText()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
      <div className="min-w-40 flex-1">
        <p className="font-semibold tabular">{row.reference}</p>
        <p className="truncate text-muted">
          <bdi>{row.pickup_address}</bdi>
        </p>
      </div>
      {answer === true ? (
        <p role="status" className="flex items-center gap-2 text-ok">
          <CircleCheck aria-hidden className="size-4" />
          {t('bulk.asked')}
        </p>
      ) : (
        <div className="w-64 max-w-full">
          <Select
            aria-label={t('bulk.driver', { reference: row.reference })}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="">{t('bulk.nobody')}</option>
            {drivers
              .filter(({ assignable }) => assignable)
              .map(({ driver_id, driver_name, distance_km, secs }) => (
                <option key={driver_id} value={driver_id}>
                  {[
                    driver_name || t('common:no_name'),
                    secs === undefined ? '' : duration(secs),
                    distance_km === null ? '' : distance(distance_km)
                  ]
                    .filter(Boolean)
                    .map(isolated)
                    .join(' · ')}
                </option>
              ))}
          </Select>
          {answer && (
            <p role="alert" className="mt-1 text-bad">
              {errorText(answer)}
            </p>
          )}
        </div>
      )}
    </li>
  )
}
