import useSWR from 'swr'
import type { DriverDocument } from '@/entities/paper'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'

export const carKeys = {
  car: (id: string) => ['own-car', id] as const,
  documents: (id: string) => ['own-documents', id] as const
}

const getCar = (id: string) =>
  unwrap(
    supabase
      .from('drivers')
      .select(
        'vehicle_make,vehicle_model,vehicle_color,vehicle_number,car_types(name,seats),vehicles(seats,luggage,child_seats,wheelchair)'
      )
      .eq('id', id)
      .single()
  )

export type OwnCar = Awaited<ReturnType<typeof getCar>>

/** Returns the driver's car, as the office registered it. */
export const useCar = (id: string) => useSWR(carKeys.car(id), () => getCar(id))

/** Maximum number of documents to read: more than a driver ever submits. */
const MOST = 50

const getDocuments = (id: string): Promise<DriverDocument[]> =>
  unwrap(
    supabase.from('driver_documents').select().eq('driver_id', id).order('created_at', { ascending: false }).limit(MOST)
  )

/** Returns the driver's submitted papers, latest first. The office's decisions appear as they are made. */
export function useDocuments(id: string) {
  const documents = useSWR(carKeys.documents(id), () => getDocuments(id))
  useBroadcast(`user:${id}`, () => documents.mutate(), { events: ['document'] })
  return documents
}
