import { Car, LogOut, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable, RowCard, type TableDefinition } from '@/components/data-table'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useSession, useTableHost } from '@/entities/person'
import { useIsDemo } from '@/entities/settings'
import { apart } from '@/lib/format/isolated'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { firmText } from '@/lib/texts/firm-text'
import { freeVehicle } from './commands'
import { STATES, stateOf, type VehicleState, vehicleSource } from './components/source'
import { VehicleDialog } from './components/vehicle-dialog'
import type { Vehicle } from './queries'

const VehiclePeek = lazy(() => import('./components/vehicle-peek').then((part) => ({ default: part.VehiclePeek })))

const tones: Record<VehicleState, Tone> = { free: 'ok', driven: 'info', retired: 'neutral' }

/** The page of cars that drivers share: who may take each car, who has it now, and its condition at each handover. */
export function VehiclesPage() {
  const host = useTableHost()
  const [edited, edit] = useState<Vehicle | 'new' | null>(null)
  const [freed, free] = useState<Vehicle | null>(null)
  // A counter that increases after each save, so that the list is read again and shows the change at once.
  const [version, setVersion] = useState(0)
  const definition = useVehicleTable(edit, free)
  const done = () => {
    edit(null)
    free(null)
    setVersion((now) => now + 1)
  }
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable key={version} definition={definition} host={host} />
      {edited && <VehicleDialog vehicle={edited === 'new' ? null : edited} onClose={() => edit(null)} onDone={done} />}
      {freed && <FreeDialog vehicle={freed} onClose={() => free(null)} onDone={done} />}
    </main>
  )
}

function useVehicleTable(onEdit: (vehicle: Vehicle | 'new') => void, onFree: (vehicle: Vehicle) => void) {
  const { t } = useTranslation('vehicles')
  const errorText = useErrorText()
  const isDemo = useIsDemo()
  const isAdmin = useSession().role === 'admin'
  return useMemo((): TableDefinition<Vehicle> => {
    const column = (
      id: string,
      width: number,
      value: Column<Vehicle>['value'],
      more: Partial<Column<Vehicle>> = {}
    ) => ({
      ...{ id, width, value, label: t(`column.${id}`) },
      ...more
    })
    return {
      id: 'vehicles',
      label: t('title'),
      columns: [
        column('plate', 136, (row) => row.vehicle_number, { sortable: true }),
        column('state', 104, (row) => t(`state.${stateOf(row)}`), {
          cell: (row) => <Badge tone={tones[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Badge>
        }),
        column('driver', 168, (row) => row.driver_name),
        column('since', 152, (row) => row.since, { kind: 'moment', sortable: 'desc' }),
        column('make', 112, (row) => row.vehicle_make),
        column('model', 120, (row) => row.vehicle_model),
        column('type', 112, (row) => firmText(row.car_type)),
        column('mileage', 112, (row) => row.mileage, { kind: 'number', sortable: 'desc' }),
        ...(isAdmin ? [column('fleet', 152, (row) => row.fleet_name ?? t('no_fleet'))] : []),
        column('drivers', 200, (row) => row.drivers.map(({ name }) => apart(name)).join(', ') || t('all_drivers')),
        column('seats', 88, (row) => row.seats, { kind: 'number' }),
        column('child_seats', 104, (row) => row.child_seats, { kind: 'number' }),
        column('wheelchair', 112, (row) => t(row.wheelchair ? 'table:yes' : 'table:no')),
        column('luggage', 96, (row) => row.luggage, { kind: 'number', hidden: true }),
        column('color', 104, (row) => row.vehicle_color, { hidden: true })
      ],
      filters: [
        {
          id: 'state',
          label: t('column.state'),
          kind: 'choice',
          options: STATES.map((value) => ({ value, label: t(`state.${value}`) }))
        }
      ],
      views: STATES.map((id) => ({ id, label: t(`state.${id}`), filters: { state: [id] } })),
      search: t('search'),
      source: vehicleSource,
      rowId: ({ id }) => id,
      rowName: ({ vehicle_number }) => vehicle_number,
      card: (row) => (
        <RowCard
          title={row.vehicle_number}
          badge={<Badge tone={tones[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Badge>}
          parts={[row.vehicle_make, row.vehicle_model, firmText(row.car_type), row.driver_name]}
        />
      ),
      actions: (row) => [
        { id: 'edit', label: t('edit'), icon: Pencil, onSelect: () => onEdit(row) },
        ...(row.since ? [{ id: 'free', label: t('free.action'), icon: LogOut, onSelect: () => onFree(row) }] : [])
      ],
      bulk: [],
      peek: {
        content: (row) => (
          <Suspense fallback={<Skeleton className="m-5 h-64" />}>
            <VehiclePeek vehicle={row} />
          </Suspense>
        ),
        footer: (row) => (
          <Button variant="outline" className="flex-1" onClick={() => onEdit(row)}>
            {t('edit')}
          </Button>
        )
      },
      empty: { title: t('none'), hint: t('empty'), icon: Car },
      above: isDemo && <Alert className="mx-4 mb-3 md:mx-6">{errorText('demo_mode')}</Alert>,
      action: (
        <Button variant="accent" onClick={() => onEdit('new')}>
          <Plus aria-hidden />
          {t('new')}
        </Button>
      )
    }
  }, [t, errorText, isDemo, isAdmin, onEdit, onFree])
}

interface FreeDialogProps {
  vehicle: Vehicle
  onClose: () => void
  onDone: () => void
}

/** The dialog that ends the shift of a driver who went home and left it open, so that the car is free again. */
function FreeDialog({ vehicle, onClose, onDone }: FreeDialogProps) {
  const { t } = useTranslation('vehicles')
  const free = useCommand(() => freeVehicle(vehicle.id), { done: t('free.done'), onDone })
  return (
    <CommandDialog
      title={t('free.title', { plate: vehicle.vehicle_number })}
      text={t('free.text', { name: vehicle.driver_name })}
      confirm={t('free.action')}
      command={free}
      onConfirm={() => void free.run()}
      onClose={onClose}
    />
  )
}
